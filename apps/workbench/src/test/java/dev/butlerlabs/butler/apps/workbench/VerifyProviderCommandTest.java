package dev.butlerlabs.butler.apps.workbench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.simulators.wire.LittleProxy;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyProviderCommandTest {

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
  void anAccountThatWorksPassesAndNothingIsLeft() throws IOException {
    site.file(Site.SECRET);

    var typed = site.verify(NEVER, "", "--yes");

    assertThat(typed.exit()).as("%s", typed).isZero();
    assertThat(typed.out())
        .contains("ok   credentials")
        .contains("ok   create machine butler-verify-")
        .contains("ok   create it again")
        .contains("ok   remove it again")
        .contains("Result: passed.");
    assertThat(site.report())
        .content()
        .startsWith("# Trial of a provider: passed")
        .contains(
            "| Platform | proxmox 8.4.1 |",
            "1024 MB",
            "proxmox://pve",
            "## Left behind\n\nNothing.")
        .doesNotContain("**failed**", "canary");
    assertThat(typed.out()).doesNotContain("canary");
    assertThat(site.journal()).doesNotExist();
    assertThat(site.empty()).isTrue();
    assertThat(site.proxmox().calls()).anyMatch(call -> call.endsWith("/clone"));
  }

  @Test
  void progressIsShownWhileItWaits() throws IOException {
    site.file(Site.SECRET);

    var typed = site.verify(NEVER, "", "--yes");

    assertThat(typed.out().lines().filter(line -> line.matches(" +\\d+ s  .*")))
        .hasSizeGreaterThan(3);
  }

  @Test
  void nothingIsCalledBeforeSomebodyAgrees() throws IOException {
    site.file(Site.SECRET);

    for (var answer : new String[] {"", "n\n", "maybe\n"}) {
      var typed = site.verify(NEVER, answer);

      assertThat(typed.exit()).isEqualTo(2);
      assertThat(typed.out()).contains("This makes a real machine on proxmox").contains("[y/N]");
      assertThat(typed.err()).contains("nothing was made");
    }
    assertThat(site.proxmox().calls()).isEmpty();
    assertThat(site.verify(NEVER, "y\n").exit()).isZero();
  }

  @Test
  void wrongCredentialsAreToldAndNothingIsMade() throws IOException {
    site.file("canary-wrong-secret");

    var typed = site.verify(NEVER, "", "--yes");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.out()).contains("FAIL credentials").contains("Result: failed.");
    assertThat(site.report())
        .content()
        .contains("| credentials | **failed** |")
        .contains("put working credentials into the Secret")
        .doesNotContain("canary");
    assertThat(site.proxmox().calls()).allMatch(call -> call.startsWith("GET "));
  }

  @Test
  void aPlatformThatDiesMidwayIsToldWithWhatIsLeftAndTheNextTrialRemovesIt() throws IOException {
    site.file(Site.SECRET);
    site.proxmox().make(deadAfterTheClone());

    var typed = site.verify(NEVER, "", "--yes");

    assertThat(typed.exit()).as("%s", typed).isEqualTo(4);
    assertThat(site.proxmox().machines()).hasSize(1);
    var name = site.proxmox().machines().getFirst().name();
    assertThat(typed.out()).contains("LEFT on the platform: machine butler-verify-");
    assertThat(name).isNotEmpty();
    assertThat(typed.out()).contains("machine " + name + ", marked butler-owner-");
    assertThat(site.report()).content().contains("- machine " + name).doesNotContain("Nothing.");

    site.proxmox().make(MischiefMaker.none());
    var next = site.verify(NEVER, "", "--yes");
    assertThat(next.exit()).as("%s", next).isZero();
    assertThat(next.out()).contains("An earlier trial may have left " + name);
    assertThat(site.empty()).isTrue();
    assertThat(site.journal()).doesNotExist();
  }

  @Test
  void whatWasLeftElsewhereIsNotForgotten() throws IOException {
    var file = site.file(Site.SECRET);
    site.proxmox().make(deadAfterTheClone());
    site.verify(NEVER, "", "--yes");
    var name = site.proxmox().machines().getFirst().name();
    try (var other = Site.in(Files.createDirectory(folder.resolve("other")))) {
      Files.copy(other.file(Site.SECRET), file, StandardCopyOption.REPLACE_EXISTING);

      var typed = site.verify(NEVER, "", "--yes");

      assertThat(typed.exit()).as("%s", typed).isEqualTo(4);
      assertThat(typed.out())
          .contains("FAIL remove " + name)
          .contains("it was made at " + site.proxmox().uri())
          .contains("LEFT on the platform: machine " + name);
      assertThat(other.empty()).isTrue();
    }
    assertThat(site.journal()).content().contains(name);
  }

  private static MischiefMaker deadAfterTheClone() {
    var cloned = new boolean[1];
    return (_, request) -> {
      var dead = cloned[0];
      cloned[0] |= request.path().endsWith("/clone");
      return dead ? Mischief.CUT_BEFORE : Mischief.NONE;
    };
  }

  @Test
  void aTrialThatIsStoppedRemovesWhatItMade() throws IOException {
    site.file(Site.SECRET);
    var reached = 0;
    for (var wait = 1; wait <= 12; wait++) {
      site.proxmox().make(MischiefMaker.none());
      var typed = site.verify(wait, "", "--yes");

      assertThat(site.empty()).as("stopped at wait %d: %s", wait, typed).isTrue();
      assertThat(site.journal()).doesNotExist();
      if (typed.exit() == 1) {
        reached++;
        assertThat(typed.out()).contains("Result: stopped.");
        assertThat(site.report()).content().contains("# Trial of a provider: stopped");
      }
    }
    assertThat(reached).isGreaterThan(4);
  }

  @Test
  void nothingSecretIsSaidWhateverThePlatformSaysBack() throws IOException {
    site.file(Site.SECRET);
    site.verify(NEVER, "", "--yes");
    var calls = site.proxmox().calls();
    var said = new ArrayList<String>();
    for (var call = 1; call <= calls.size(); call++) {
      if (call > 4 && calls.get(call - 1).startsWith("GET ")) {
        continue;
      }
      site.proxmox().make(MischiefMaker.at(Map.of(call, Mischief.ECHO)));
      var typed = site.verify(NEVER, "", "--yes");
      said.add(typed.out() + typed.err() + Files.readString(site.report()));
    }

    assertThat(said).noneMatch(text -> text.contains("canary"));
    assertThat(said).anyMatch(text -> text.contains("[redacted]"));
    assertThat(site.empty()).isTrue();
  }

  @Test
  void whatTheDriverDoesNotHaveOrCannotDoIsToldAndNotPassedOver() throws IOException {
    site.file(Site.SECRET);

    var typed =
        site.verify(NEVER, "", "--yes", "--load-balancer", "--image", "https://example.com/a.iso");

    assertThat(typed.exit()).isEqualTo(1);
    assertThat(typed.out())
        .contains("FAIL try a load balancer")
        .contains("FAIL check the order of image")
        .contains("not of iso (correct spec.format)");
    assertThat(site.empty()).isTrue();
  }

  @Test
  void thePlatformIsReachedThroughTheProxyOfTheEnvironment() throws IOException {
    site.file(Site.SECRET);
    try (var proxy = LittleProxy.start()) {
      var way = "http://127.0.0.1:" + proxy.address().getPort();

      assertThat(site.verify(NEVER, "", Map.of("https_proxy", way), "--yes").exit()).isZero();

      var host = site.proxmox().uri().getAuthority();
      assertThat(proxy.asked()).isNotEmpty().containsOnly(host);
      var asked = proxy.asked().size();
      var around = Map.of("HTTPS_PROXY", way, "NO_PROXY", "127.0.0.1");
      assertThat(site.verify(NEVER, "", around, "--yes").exit()).isZero();
      assertThat(proxy.asked()).hasSize(asked);
    }
    var wrong = site.verify(NEVER, "", Map.of("HTTPS_PROXY", "http://me:canary@proxy:1"), "--yes");
    assertThat(wrong.exit()).isEqualTo(2);
    assertThat(wrong.err()).contains("HTTPS_PROXY", "password").doesNotContain("canary");
  }

  @Test
  void aFileThatCannotBeUsedIsRefusedWithoutQuotingIt() throws IOException {
    var file = folder.resolve("pve.yaml");
    Files.writeString(file, "kind: Secret\nstringData: {token: canary-token\n");
    assertRefused("it is no YAML");
    Files.writeString(file, "kind: Secret\nstringData: {token: canary-token}\n");
    assertRefused("it holds no ProviderConfig");
    Files.writeString(file, "kind: ProviderConfig\nspec: {provider: aws}\n");
    assertRefused("names no Secret");
    Files.writeString(file, "kind: ProviderConfig\nspec: {provider: none}\n");
    assertRefused("spec.provider of the ProviderConfig is unknown, or has no such value");
    Files.writeString(file, "kind: ProviderConfig\nspec: {}\n");
    assertRefused("names no platform");
    Files.writeString(file, "kind: ProviderConfig\nspec: {provider: proxmox, proxmux: {}}\n");
    assertRefused("spec.proxmux of the ProviderConfig is unknown");
    Files.delete(file);
    assertRefused("it cannot be read");
  }

  private void assertRefused(String why) throws IOException {
    var typed = site.verify(NEVER, "", "--yes");

    assertThat(typed.exit()).isEqualTo(2);
    assertThat(typed.err()).contains("pve.yaml: ", why).doesNotContain("canary").hasLineCount(1);
  }
}
