package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The rights that a process is given where it is installed, and no others. */
final class Rights {

  private static final Path MANAGER =
      Path.of(
          "../../sandbox/platform/src/main/resources/dev/butlerlabs/butler/sandbox/platform/access.yaml");

  private static final Path PROVIDER =
      Path.of("src/main/resources/dev/butlerlabs/butler/apps/manager/provider-access.yaml");

  private Rights() {}

  /** Access for the manager; what lies in butler-system elsewhere lies in the test's namespace. */
  static Config ofTheManager(TestCluster cluster) throws IOException {
    return granted(cluster, Files.readString(MANAGER), "butler:manager");
  }

  /** Access for a process of one platform. */
  static Config ofAProvider(TestCluster cluster, String name) throws IOException {
    var rights = Files.readString(PROVIDER).replace("NAME", name);
    return granted(cluster, rights, "butler:provider-" + name);
  }

  private static Config granted(TestCluster cluster, String rights, String user) {
    var manifest = rights.replace("butler-system", cluster.namespace());
    cluster.kubectlReading(manifest, "apply", "-f", "-").requireSuccess();
    return new ConfigBuilder(cluster.config()).withImpersonateUsername(user).build();
  }
}
