package dev.butlerlabs.butler.systemtests.scaffold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.contracttests.MachineTroubleContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider made from the templates compiles, is wired in, and says what is missing. */
class NewProviderTest {

  private static final String OBSERVE =
      "throw unwritten(\"observe, which finds the machine by its owner's UID and changes"
          + " nothing\");";

  @TempDir Path folder;

  @Test
  void aNewProviderCompilesAndItsContractTellsWhatIsStillToBeWritten() throws Exception {
    var tree = TreeCopy.in(folder);

    var made = tree.workbench("new", "provider", "vsphere");

    assertThat(made.exit()).as("%s", made).isZero();
    var another = tree.workbench("new", "provider", "openstack");
    assertThat(another.exit()).as("%s", another).isZero();
    tree.compile("vsphere", "openstack");
    var ended = tree.contract("vsphere", "Vsphere");
    assertThat(ended).extracting(TreeCopy.Ended::name).hasSameSizeAs(contractTests());
    assertThat(ended)
        .allSatisfy(
            test -> {
              assertThat(test.passed()).as(test.name()).isFalse();
              assertThat(test.why()).as(test.name()).contains("still to be written: Vsphere");
            });
    assertThat(pieces(ended))
        .containsExactlyInAnyOrder(
            "VsphereDriver.validate",
            "VsphereMachines.ensure",
            "VsphereMachines.observe",
            "VsphereMachines.remove",
            "VsphereMachines.validate",
            "VsphereStage.forbid",
            "VsphereStage.room");

    // A piece that was written is asked for no more, and the next one takes its place.
    tree.recompile(write(tree, OBSERVE, "return new MachineState.Absent();"));
    var next = tree.contract("vsphere", "Vsphere");
    assertThat(next.stream().filter(TreeCopy.Ended::passed).map(TreeCopy.Ended::name))
        .containsExactly("observingChangesNothing()");
    assertThat(pieces(next)).hasSize(6).doesNotContain("VsphereMachines.observe");

    var again = tree.workbench("new", "provider", "vsphere");
    assertThat(again.exit()).isEqualTo(2);
    assertThat(again.err()).contains("there is one already: providers/vsphere/pom.xml");
  }

  @Test
  void itIsWiredInWhereverPlatformsAreNamed() throws Exception {
    var tree = TreeCopy.in(folder);

    assertThat(tree.workbench("new", "provider", "vsphere").exit()).isZero();

    var wired =
        List.of(
            "pom.xml",
            "providers/contract-tests/pom.xml",
            "providers/infra-tests/pom.xml",
            "system-tests/pom.xml",
            "apps/workbench/pom.xml",
            "apps/manager/pom.xml",
            "ARCHITECTURE.md",
            "docs/contracts/provider.md",
            "docs/reference/provider-maturity.md");
    assertThat(wired)
        .allSatisfy(
            file -> assertThat(tree.root().resolve(file)).as(file).content().contains("vsphere"));
    try (var paths = Files.walk(tree.root())) {
      assertThat(paths.filter(path -> path.endsWith("Platforms.java")))
          .isNotEmpty()
          .allSatisfy(
              path ->
                  assertThat(path)
                      .content()
                      .containsPattern("new VsphereProvider\\(|VsphereProvider::new"));
    }
  }

  private static List<String> contractTests() {
    return Stream.<Class<?>>iterate(
            MachineTroubleContract.class, type -> type != Object.class, Class::getSuperclass)
        .flatMap(type -> Stream.of(type.getDeclaredMethods()))
        .filter(method -> method.isAnnotationPresent(Test.class))
        .map(method -> method.getName() + "()")
        .toList();
  }

  private static List<String> pieces(List<TreeCopy.Ended> ended) {
    return ended.stream()
        .filter(test -> !test.passed())
        .map(test -> test.why().replaceAll(".*still to be written: ([A-Za-z.]+).*", "$1"))
        .distinct()
        .toList();
  }

  private static Path write(TreeCopy tree, String unwritten, String written) throws IOException {
    var file =
        tree.root()
            .resolve(
                "providers/vsphere/src/main/java/dev/butlerlabs/butler/providers/vsphere/machines/"
                    + "VsphereMachines.java");
    var text = Files.readString(file);
    assertThat(text).contains(unwritten);
    return Files.writeString(file, text.replace(unwritten, written));
  }
}
