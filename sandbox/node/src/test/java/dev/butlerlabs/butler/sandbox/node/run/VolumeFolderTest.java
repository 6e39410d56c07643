package dev.butlerlabs.butler.sandbox.node.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.sandbox.node.plan.Lookup;
import dev.butlerlabs.butler.sandbox.node.plan.OneFile;
import dev.butlerlabs.butler.sandbox.node.plan.PodFacts;
import dev.butlerlabs.butler.sandbox.node.plan.VolumeFiles;
import dev.butlerlabs.butler.sandbox.node.pod.Contents;
import dev.butlerlabs.butler.sandbox.node.pod.ObjectRef;
import dev.butlerlabs.butler.sandbox.node.pod.PodName;
import dev.butlerlabs.butler.sandbox.node.pod.PodOrder;
import dev.butlerlabs.butler.sandbox.node.pod.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VolumeFolderTest {

  @TempDir Path folder;

  @Test
  void filesAreTheOwnersAndReplacedTogether() throws IOException {
    var volume = new VolumeFolder(folder.resolve("v"));

    assertThat(volume.write(files("{\"a\":\"1\",\"gone\":\"x\"}"))).isTrue();
    var before = volume.path().resolve("..data").toRealPath();
    assertThat(volume.write(files("{\"a\":\"1\",\"gone\":\"x\"}"))).isFalse();
    assertThat(volume.write(files("{\"a\":\"2\",\"b\":\"3\"}"))).isTrue();

    assertThat(Files.readString(volume.path().resolve("a"))).isEqualTo("2");
    assertThat(Files.readString(volume.path().resolve("b"))).isEqualTo("3");
    assertThat(volume.path().resolve("gone")).doesNotExist();
    assertThat(before).doesNotExist();
    assertThat(PosixFilePermissions.toString(permissions(volume.path().resolve("a"))))
        .isEqualTo("rw-------");
  }

  @Test
  void pathThatLeavesTheVolumeIsRefused() throws IOException {
    var items = Map.of("a", new Volume.Item("../../escaped", -1));

    assertThat(plan("{\"a\":\"1\"}", items)).isInstanceOf(VolumeFiles.NotYet.class);
  }

  private static Set<PosixFilePermission> permissions(Path file) throws IOException {
    return Files.getPosixFilePermissions(file);
  }

  private static Map<String, OneFile> files(String data) throws IOException {
    return switch (plan(data, Map.of())) {
      case VolumeFiles.Known(var files) -> files;
      case VolumeFiles.NotYet(var missing) -> throw new AssertionError(missing);
    };
  }

  private static VolumeFiles plan(String data, Map<String, Volume.Item> items) throws IOException {
    var reference = new ObjectRef(ObjectRef.Kind.CONFIG_MAP, "n", "c");
    var object = new ObjectMapper().readTree("{\"kind\":\"ConfigMap\",\"data\":" + data + "}");
    var part = new Volume.Part.FromObject(ObjectRef.Kind.CONFIG_MAP, "c", items, false);
    var volume = new Volume("v", 0644, List.of(part));
    var order =
        new PodOrder(
            new PodName("n", "p", "u"),
            Map.of(),
            Map.of(),
            "default",
            PodOrder.RestartPolicy.ALWAYS,
            30,
            List.of(),
            List.of(),
            List.of(volume),
            Map.of(),
            List.of());
    return VolumeFiles.of(
        volume,
        new PodFacts(order, "127.64.0.2", "node", "127.64.0.1"),
        new Lookup(Map.of(reference, Optional.of(Contents.of(object)))),
        Map.of());
  }
}
