package dev.butlerlabs.butler.sandbox.toolchain.image;

import static dev.butlerlabs.butler.sandbox.toolchain.image.LoopbackRegistry.layer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A mirror with a certificate of a private authority, as companies run them. */
class TrustedRootsTest {

  private static final ImageReference IMAGE = ImageReference.parse("registry.test/hello:v1");
  private static final String PASSWORD = "for-this-test-only";

  @TempDir Path folder;

  @Test
  void mirrorOfAPrivateAuthorityIsTrustedOnlyWhenItsRootIsNamed() throws Exception {
    var root = makeKeyPair();
    try (var registry = new LoopbackRegistry(server())) {
      registry.put("hello", "v1", List.of(layer("hello", "safe")));
      var mirror = URI.create("https://localhost:" + registry.port());

      new ImageFile(settings(mirror, root))
          .extract(IMAGE, "linux", "amd64", "hello", folder.resolve("out"));

      assertThat(folder.resolve("out")).hasContent("safe");
      assertThatThrownBy(
              () ->
                  new ImageFile(settings(mirror, null))
                      .extract(IMAGE, "linux", "amd64", "hello", folder.resolve("other")))
          .isInstanceOf(ImageProblem.class)
          .hasMessageContaining("unable to find valid certification path");
    }
  }

  @Test
  void fileThatHoldsNoCertificatesIsNamed() throws Exception {
    var nonsense = Files.writeString(folder.resolve("roots.pem"), "-----BEGIN nonsense");
    var settings = settings(URI.create("https://localhost:1"), nonsense);

    assertThatThrownBy(
            () ->
                new ImageFile(settings)
                    .extract(IMAGE, "linux", "amd64", "hello", folder.resolve("out")))
        .hasMessageContaining("SSL_CERT_FILE " + nonsense + " cannot be read");
  }

  private static NetworkSettings settings(URI mirror, @Nullable Path roots) {
    return new NetworkSettings(
        null, null, List.of(), roots, Map.of("*", mirror), Duration.ofSeconds(3));
  }

  private HttpsServer server() throws Exception {
    var store = KeyStore.getInstance(folder.resolve("keys").toFile(), PASSWORD.toCharArray());
    var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, PASSWORD.toCharArray());
    var context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    var server = HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    return server;
  }

  private Path makeKeyPair() throws Exception {
    keytool("-genkeypair", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost");
    var pem = folder.resolve("root.pem");
    keytool("-exportcert", "-rfc", "-file", pem.toString());
    return pem;
  }

  private void keytool(String... arguments) throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(arguments));
    command.addFirst(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of("-alias", "it", "-storepass", PASSWORD));
    command.addAll(List.of("-keystore", folder.resolve("keys").toString()));
    var log = folder.resolve("keytool.log");
    var process =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
  }
}
