package dev.butlerlabs.butler.sandbox.toolchain.image;

import static dev.butlerlabs.butler.sandbox.toolchain.image.LoopbackRegistry.layer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Registries that are far, slow, behind something, or not there at all. */
class ReachTest {

  private static final Duration HASTY = Duration.ofSeconds(3);

  /** Who shall answer may be slow on a busy machine. */
  private static final Duration PATIENT = Duration.ofMinutes(1);

  private static final ImageReference IMAGE = ImageReference.parse("registry.test/tools/hello:v1");

  @TempDir Path folder;
  private LoopbackRegistry registry;

  @BeforeEach
  void start() throws IOException {
    registry = LoopbackRegistry.start();
  }

  @AfterEach
  void stop() {
    registry.close();
  }

  @Test
  void closedPortIsToldAtOnce() throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    var puller = new ImageFile(through(URI.create("http://127.0.0.1:" + port), HASTY));

    assertThatThrownBy(() -> puller.reach(IMAGE))
        .isInstanceOf(ImageProblem.class)
        .hasMessage("127.0.0.1:" + port + " does not answer within 3000 ms");
  }

  @Test
  void unknownHostIsToldWithinTheDeadline() {
    var puller = new ImageFile(through(URI.create("https://nowhere.invalid"), HASTY));
    var start = System.nanoTime();

    assertThatThrownBy(() -> puller.reach(IMAGE))
        .hasMessage("nowhere.invalid:443 does not answer within 3000 ms");
    assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofSeconds(20));
  }

  @Test
  void mirrorMayHaveAPathOfItsOwn() throws Exception {
    registry.put("proxy/k8s/tools/hello", "v1", List.of(layer("hello", "mirrored")));
    var mirror = registry.address().resolve("/proxy/k8s");

    new ImageFile(through(mirror, PATIENT))
        .extract(IMAGE, "linux", "amd64", "hello", folder.resolve("out"));

    assertThat(folder.resolve("out")).hasContent("mirrored");
  }

  @Test
  void proxyIsUsedForHostsNotExcepted() throws Exception {
    registry.put("tools/hello", "v1", List.of(layer("hello", "via proxy")));
    var settings =
        new NetworkSettings(
            null,
            registry.address(),
            List.of(".internal.test"),
            null,
            Map.of("*", URI.create("http://registry.invalid")),
            PATIENT);

    new ImageFile(settings).extract(IMAGE, "linux", "amd64", "hello", folder.resolve("out"));

    assertThat(folder.resolve("out")).hasContent("via proxy");
    assertThat(settings.findProxy(URI.create("http://git.internal.test"))).isEmpty();
  }

  @Test
  void registryThatStumblesTwiceIsAskedAgain() throws Exception {
    registry.put("tools/hello", "v1", List.of(layer("hello", "at last")));
    registry.stumble(2);

    extract(IMAGE, "hello");

    assertThat(folder.resolve("out")).hasContent("at last");
  }

  @Test
  void registryThatKeepsStumblingIsGivenUp() {
    registry.stumble(3);

    assertThatThrownBy(() -> extract(IMAGE, "hello")).hasMessageEndingWith("answered 503");
    assertThat(registry.requests()).hasSize(3);
  }

  private String extract(ImageReference image, String file) throws ImageProblem {
    return puller().extract(image, "linux", "amd64", file, folder.resolve("out"));
  }

  private ImageFile puller() {
    return new ImageFile(through(registry.address(), PATIENT));
  }

  private static NetworkSettings through(URI mirror, Duration patience) {
    return new NetworkSettings(null, null, List.of(), null, Map.of("*", mirror), patience);
  }
}
