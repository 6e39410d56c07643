package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.startup.Folders;
import dev.butlerlabs.butler.bench.startup.Launcher;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A platform for one measurement, with a way in. Closing stops it and takes away what it left.
 *
 * @param folder holds the platform's home, and room for what is started beside it
 */
public record Stage(Path folder, Launcher launcher, KubernetesClient client)
    implements AutoCloseable {

  /**
   * Starts it.
   *
   * @param options of {@code up}, besides those every measurement needs
   */
  public static Stage open(List<String> program, String... options)
      throws IOException, InterruptedException {
    var folder = Files.createTempDirectory("butler-hosted-");
    var launcher = new Launcher(program, folder.resolve("home"));
    tell("starting the platform");
    try {
      launcher.run(
          "up", Stream.concat(Stream.of("--detach"), Stream.of(options)).toArray(String[]::new));
      var access = Kubeconfigs.fromFile(launcher.kubeconfig()).orElseThrow();
      var client = Clients.connect(access, ClientSettings.named("butler-bench"));
      return new Stage(folder, launcher, client);
    } catch (IOException | RuntimeException failed) {
      launcher.run("down");
      Folders.remove(folder);
      throw failed;
    }
  }

  long pid(String part) throws IOException {
    return launcher.part(part).path("pid").asLong();
  }

  @Override
  public void close() throws IOException {
    client.close();
    try {
      launcher.run("down");
      Folders.remove(folder);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  static void tell(String line) {
    System.err.println("control-plane: " + line);
  }
}
