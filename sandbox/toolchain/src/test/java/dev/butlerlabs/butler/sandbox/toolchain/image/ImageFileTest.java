package dev.butlerlabs.butler.sandbox.toolchain.image;

import static dev.butlerlabs.butler.sandbox.toolchain.image.LoopbackRegistry.layer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ImageFileTest {

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
  void fileIsTakenThroughIndexAndManifest() throws Exception {
    var digest = registry.put("tools/hello", "v1", List.of(layer("bin/hello", "hi")));

    assertThat(extract(IMAGE, "bin/hello")).isEqualTo(digest);
    assertThat(folder.resolve("out")).hasContent("hi");
    assertThat(folder).isDirectoryNotContaining("glob:**.layer");
  }

  @Test
  void imageWithoutIndexIsUnderstood() throws Exception {
    registry.putPlain("tools/hello", "v1", List.of(layer("./bin/hello", "plain")));

    extract(IMAGE, "bin/hello");

    assertThat(folder.resolve("out")).hasContent("plain");
  }

  @Test
  void upperLayerHidesLowerOne() throws Exception {
    registry.put(
        "tools/hello", "v1", List.of(layer("hello", "old"), layer("other", "x", "hello", "new")));

    extract(IMAGE, "hello");

    assertThat(folder.resolve("out")).hasContent("new");
  }

  @Test
  void fileRemovedByAnUpperLayerIsMissing() {
    registry.put(
        "tools/hello", "v1", List.of(layer("bin/hello", "old"), layer("bin/.wh.hello", "")));

    assertThatThrownBy(() -> extract(IMAGE, "bin/hello"))
        .isInstanceOf(ImageProblem.class)
        .hasMessage("the image registry.test/tools/hello:v1 has no file bin/hello");
  }

  @Test
  void missingFileIsNamed() {
    registry.put("tools/hello", "v1", List.of(layer("bin/other", "x")));

    assertThatThrownBy(() -> extract(IMAGE, "bin/hello"))
        .hasMessage("the image registry.test/tools/hello:v1 has no file bin/hello");
  }

  @Test
  void missingPlatformIsNamed() {
    registry.put("tools/hello", "v1", List.of(layer("hello", "x")));

    assertThatThrownBy(
            () -> puller().extract(IMAGE, "linux", "s390x", "hello", folder.resolve("out")))
        .hasMessage("the image has nothing for linux/s390x");
  }

  @Test
  void missingTagIsNamedWithTheAnswer() {
    assertThatThrownBy(() -> extract(IMAGE, "hello"))
        .hasMessage(registry.address() + "/v2/tools/hello/manifests/v1 answered 404");
  }

  @Test
  void tokenIsFetchedWhenAskedForAndUsedFromThenOn() throws Exception {
    registry.put("tools/hello", "v1", List.of(layer("hello", "hi")));
    registry.wantToken();

    extract(IMAGE, "hello");

    assertThat(registry.requests().subList(0, 3))
        .containsExactly(
            "/v2/tools/hello/manifests/v1 -",
            "/token?service=loopback&scope=repository%3Aany%3Apull",
            "/v2/tools/hello/manifests/v1 Bearer let-me-in");
    assertThat(registry.requests().subList(3, 5)).allMatch(it -> it.endsWith("Bearer let-me-in"));
    assertThat(registry.requests()).hasSize(5);
  }

  @Test
  void tokenDoesNotTravelToTheHostOfARedirect() throws Exception {
    try (var storage = LoopbackRegistry.start()) {
      var content = layer("hello", "far");
      registry.put("tools/hello", "v1", List.of(content));
      storage.put("tools/hello", "v1", List.of(content));
      registry.wantToken();
      registry.redirectBlobsTo(storage);

      extract(IMAGE, "hello");

      assertThat(folder.resolve("out")).hasContent("far");
      assertThat(storage.requests()).hasSize(1).allMatch(it -> it.endsWith(" -"));
    }
  }

  @Test
  void layerOfAnotherDigestIsRefusedAndNothingIsLeft() {
    var good = layer("hello", "good");
    var evil = layer("hello", "evil");
    registry.put("tools/hello", "v1", List.of(good));
    registry.tamper(good, evil);

    assertThatThrownBy(() -> extract(IMAGE, "hello"))
        .hasMessageContaining("a layer of registry.test/tools/hello:v1 has the digest sha256:")
        .hasMessageContaining(" instead of " + LoopbackRegistry.digest(good));
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void layerLongerThanAnnouncedIsCutOff() {
    var good = layer("hello", "good");
    registry.put("tools/hello", "v1", List.of(good));
    registry.tamper(good, new byte[good.length + 1]);

    assertThatThrownBy(() -> extract(IMAGE, "hello")).hasMessageContaining("cannot be read");
  }

  @Test
  void layerShorterThanAnnouncedIsRefused() {
    var good = layer("hello", "good");
    registry.put("tools/hello", "v1", List.of(good));
    registry.tamper(good, new byte[3]);

    assertThatThrownBy(() -> extract(IMAGE, "hello"))
        .hasMessageContaining("is shorter than its manifest says");
  }

  @Test
  void manifestOfAnotherDigestIsRefused() {
    registry.put("tools/hello", "v1", List.of(layer("hello", "good")));
    registry.tamperManifests();

    assertThatThrownBy(() -> extract(IMAGE, "hello"))
        .hasMessageContaining("the manifest for linux/amd64 has the digest");
  }

  @Test
  void pinnedDigestIsAskedForAndChecked() throws Exception {
    var digest = registry.put("tools/hello", "v1", List.of(layer("hello", "pinned")));
    var pinned = ImageReference.parse("registry.test/tools/hello:v1@" + digest);

    assertThat(extract(pinned, "hello")).isEqualTo(digest);
    assertThat(registry.requests().getFirst()).contains("/manifests/" + digest);

    registry.tamperManifests();
    assertThatThrownBy(() -> extract(pinned, "hello"))
        .hasMessageContaining("the manifest of " + pinned + " has the digest");
  }

  private String extract(ImageReference image, String file) throws ImageProblem {
    return puller().extract(image, "linux", "amd64", file, folder.resolve("out"));
  }

  private ImageFile puller() {
    return new ImageFile(through(registry.address()));
  }

  private static NetworkSettings through(URI mirror) {
    return new NetworkSettings(
        null, null, List.of(), null, Map.of("*", mirror), Duration.ofSeconds(3));
  }
}
