package dev.butlerlabs.butler.apps.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewProviderCommandTest {

  @TempDir Path root;

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "VSphere | lower-case letters | for example vsphere",
        "v-sphere | lower-case letters | for example vsphere",
        "x | two to sixteen | for example vsphere",
        "../../etc | lower-case letters | for example etc",
        "new | a word of Java | choose another",
        "local | already means something else | choose another",
        "network | already means something else | choose another",
      })
  void aNameThatCannotBeIsRefusedWithTheReasonAndAWayOut(String name, String why, String remedy)
      throws IOException {
    var typed = Typed.command(root, "new", "provider", name);

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err())
        .startsWith("butler: the name \"" + name + "\": ")
        .contains(why, remedy)
        .hasLineCount(1);
    try (var left = Files.list(root)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void aProviderThatIsThereIsNotOverwritten() throws IOException {
    var pom = root.resolve("providers/proxmox/pom.xml");
    Files.createDirectories(pom.getParent());
    Files.writeString(pom, "mine");

    var typed = Typed.command(root, "new", "provider", "proxmox");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("there is one already: providers/proxmox/pom.xml");
    assertThat(pom).hasContent("mine");
  }

  @Test
  void aTreeOfAnotherShapeIsLeftAsItIs() throws IOException {
    var pom = root.resolve("pom.xml");
    Files.writeString(pom, "<project/>");

    var typed = Typed.command(root, "new", "provider", "vsphere");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("pom.xml: the place where a provider is wired in");
    assertThat(pom).hasContent("<project/>");
    assertThat(root.resolve("providers")).doesNotExist();
  }

  @Test
  void withoutAThingToMakeTheUsageIsShown() {
    var typed = Typed.command(root, "new");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("say what is to be made").contains("provider");
  }
}
