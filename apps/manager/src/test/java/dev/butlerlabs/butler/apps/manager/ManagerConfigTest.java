package dev.butlerlabs.butler.apps.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.kube.config.Reading;
import dev.butlerlabs.butler.kube.config.Sources;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ManagerConfigTest {

  @Test
  void nothingHasToBeSet() {
    var config = read(List.of(), Map.of()).orElseThrow();

    assertThat(config.admin().getPort()).isEqualTo(8080);
    assertThat(config.namespace()).isEqualTo("butler-system");
    assertThat(config.webhook().getPort()).isEqualTo(9443);
    assertThat(config.admission().reach())
        .isEqualTo(new Reach.ByService("butler-system", "butler-manager"));
  }

  @Test
  void aWebhookAddressWithoutTlsIsRefused() {
    assertThat(read(List.of("--webhook-url=http://127.0.0.1:9443"), Map.of()).toString())
        .contains("webhook-url");
  }

  @Test
  void processCanBeForOnePlatformAndTheManagerForTheOthers() {
    var provider = read(List.of("--run=provider:proxmox"), Map.of()).orElseThrow();
    var manager = read(List.of("--platforms=none"), Map.of()).orElseThrow();

    assertThat(provider.duty()).isEqualTo(new Duty.OnePlatform(ProviderType.PROXMOX));
    assertThat(provider.duty().lease()).isEqualTo("butler-provider-proxmox");
    assertThat(manager.duty()).isEqualTo(new Duty.Everything());
    assertThat(manager.platforms()).isEmpty();
    assertThat(read(List.of(), Map.of()).orElseThrow().platforms()).contains(ProviderType.PROXMOX);
    assertThat(read(List.of("--run=provider:abacus"), Map.of()).toString()).contains("run");
    assertThat(read(List.of("--platforms=proxmox,abacus"), Map.of()).toString())
        .contains("platforms");
  }

  @Test
  void aPasswordInTheProxysAddressIsRefusedAndNotRepeated() {
    var told = read(List.of(), Map.of("BUTLER_HTTPS_PROXY", "http://me:canary@proxy:3128"));

    assertThat(told.toString()).contains("https-proxy").doesNotContain("canary");
  }

  @Test
  void allProblemsAreToldAtOnce() {
    var reading =
        read(List.of("--admin-address=nowhere", "--log-level=loud", "--colour=blue"), Map.of());

    assertThat(reading.toString())
        .contains("3 problem(s)")
        .contains("admin-address")
        .contains("log-level")
        .contains("flag --colour");
  }

  @Test
  void theReferencePageListsEverySetting() throws Exception {
    var page = Files.readString(Path.of("../../docs/reference/manager-settings.md"));

    assertThat(page).contains(ManagerConfig.settings().reference());
  }

  private static Reading<ManagerConfig> read(List<String> flags, Map<String, String> environment) {
    return ManagerConfig.read(Sources.of(flags, environment, null));
  }
}
