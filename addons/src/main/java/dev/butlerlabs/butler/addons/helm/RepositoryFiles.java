package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.net.URI;
import java.util.Base64;
import java.util.List;

/**
 * The files in which Helm looks for repositories and who we are there. As files of the operation's
 * own home, credentials are in no argument list, which everybody on the machine can read.
 */
final class RepositoryFiles {

  static final String NAME = "source";

  private static final JsonMapper JSON = new JsonMapper();

  private RepositoryFiles() {}

  /** The one repository there is, called {@link #NAME}. */
  static void writeRepository(OperationFolder folder, ChartSource.Repository source)
      throws IOException {
    var access = source.access();
    var all = JsonNodeFactory.instance.objectNode();
    all.put("apiVersion", "");
    var entry = all.putArray("repositories").addObject();
    entry.put("name", NAME).put("url", source.address().toString());
    if (access.named()) {
      entry.put("username", access.user()).put("password", access.password());
    }
    if (access.trustsItsOwn()) {
      entry.put("caFile", folder.write("authority.pem", access.authority()).toString());
    }
    // JSON is YAML too.
    folder.write("repositories.yaml", JSON.writeValueAsString(all));
  }

  /** Who we are at a registry, the way container tools write it; and the flags that go with it. */
  static List<String> writeRegistry(OperationFolder folder, ChartSource.Registry source)
      throws IOException {
    var access = source.access();
    var all = JsonNodeFactory.instance.objectNode();
    if (access.named()) {
      var pair = access.user() + ":" + access.password();
      all.putObject("auths")
          .putObject(host(source.address()))
          .put("auth", Base64.getEncoder().encodeToString(pair.getBytes(UTF_8)));
    }
    folder.write("registry.json", JSON.writeValueAsString(all));
    if (source.plainHttp()) {
      return List.of("--plain-http");
    }
    return access.trustsItsOwn()
        ? List.of("--ca-file", folder.write("authority.pem", access.authority()).toString())
        : List.of();
  }

  private static String host(URI address) {
    return address.getPort() < 0 ? address.getHost() : address.getHost() + ":" + address.getPort();
  }
}
