package dev.butlerlabs.butler.systemtests.scaffold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.apps.workbench.scaffold.ProviderName;
import dev.butlerlabs.butler.apps.workbench.scaffold.Scaffold;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** docs/guides/add-a-provider.md names files that are there, and all that are made. */
class GuideTest {

  private static final Path TREE = Path.of("..");
  private static final Pattern PATH =
      Pattern.compile("`((?:[\\w.-]+/)+[\\w.-]+|CHANGELOG\\.md|pom\\.xml)`");
  private static final Pattern COMMAND = Pattern.compile("\\./butler ([a-z]+(?: provider\\b)?)");

  @Test
  void everyFileItNamesIsThereForAProviderThatIs() throws IOException {
    assertThat(paths()).hasSizeGreaterThan(15);
    assertThat(paths())
        .allSatisfy(path -> assertThat(TREE.resolve(named(path, "proxmox", "Proxmox"))).exists());
  }

  @Test
  void itNamesWhatIsMadeAndNothingElseOfTheNewProvider() throws IOException {
    var made = Scaffold.of(TREE, ProviderName.of("vsphere")).made();
    var told =
        paths().stream()
            .filter(path -> !path.equals(named(path, "vsphere", "Vsphere")))
            .map(path -> named(path, "vsphere", "Vsphere"))
            .toList();

    assertThat(made).containsAll(told);
    assertThat(told)
        .containsAll(
            made.stream()
                .filter(file -> !file.endsWith("package-info.java") && !file.endsWith("pom.xml"))
                .toList());
  }

  @Test
  void itsCommandsAreInTheLaunchersHelp() throws IOException {
    var help = Files.readString(TREE.resolve("butler"));
    var commands = all(COMMAND, guide());

    assertThat(commands).contains("new provider", "test", "fmt");
    assertThat(commands).allSatisfy(command -> assertThat(help).contains("  ./butler " + command));
  }

  private static String named(String path, String name, String type) {
    return path.replace("NAME", name).replace("Name", type);
  }

  private static List<String> paths() throws IOException {
    return all(PATH, guide());
  }

  private static String guide() throws IOException {
    return Files.readString(TREE.resolve("docs/guides/add-a-provider.md"));
  }

  private static List<String> all(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map((MatchResult match) -> match.group(1))
        .distinct()
        .toList();
  }
}
