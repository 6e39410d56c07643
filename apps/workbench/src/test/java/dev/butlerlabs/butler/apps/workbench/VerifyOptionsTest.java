package dev.butlerlabs.butler.apps.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Options that cannot be followed are refused while nothing is made yet. */
class VerifyOptionsTest {

  private static final int NEVER = -1;

  @TempDir Path folder;

  private Site site;

  @BeforeEach
  void begin() {
    site = Site.in(folder);
  }

  @AfterEach
  void end() {
    site.close();
  }

  @Test
  void aPauseThatIsNoneIsRefused() throws IOException {
    site.file(Site.SECRET);
    for (var option : new String[] {"--every=0", "--every=-1", "--minutes=0"}) {
      var typed = site.verify(NEVER, "", "--yes", option);

      assertThat(typed.exit()).isEqualTo(2);
      assertThat(typed.err()).contains("it is below 1").hasLineCount(1);
    }
    assertThat(site.proxmox().calls()).isEmpty();
  }

  @Test
  void aReportThatCannotBeWrittenIsRefusedBeforeAnythingIsMade() throws IOException {
    site.file(Site.SECRET);
    Files.createDirectory(folder.resolve("there"));

    for (var place : new String[] {"there", "not-there/report.md"}) {
      var typed = site.verify(NEVER, "", "--yes", "--report", place);

      assertThat(typed.exit()).isEqualTo(2);
      assertThat(typed.err()).contains("folder", place, "--report").hasLineCount(1);
    }
    assertThat(site.proxmox().calls()).isEmpty();
    assertThat(site.verify(NEVER, "", "--yes", "--report", "there/report.md").exit()).isZero();
    assertThat(folder.resolve("there/report.md")).content().contains("passed");
  }

  @ParameterizedTest
  @CsvSource({
    "--image=disk.raw, it is no URL",
    "--sha256=00, there is no --image",
    "--image=https://example.com/a.raw --sha256=00, it is no SHA-256",
  })
  void anImageThatCannotBeOrderedIsRefusedBeforeAnythingIsMade(String options, String why)
      throws IOException {
    site.file(Site.SECRET);

    var typed = site.verify(NEVER, "y\n", options.split(" ", -1));

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains(why).hasLineCount(1);
    assertThat(site.proxmox().calls()).isEmpty();
  }

  @Test
  void theFormatOfAnImageIsReadOffItsName() throws IOException {
    site.file(Site.SECRET);

    var typed = site.verify(NEVER, "", "--yes", "--image", "https://example.com/a.vmdk");

    assertThat(typed.out()).contains("not of vmdk (correct spec.format)");
  }
}
