package dev.butlerlabs.butler.providers.spi.identity;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ProviderType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProviderIdTest {

  private static final String AZURE =
      "/subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/cp-0";

  @ParameterizedTest
  @CsvSource({
    "harvester://0b1c2d3e-0000-4000-8000-000000000001, HARVESTER",
    "nutanix://0b1c2d3e-0000-4000-8000-000000000001, NUTANIX",
    "proxmox://pve1/qemu/101, PROXMOX",
    "aws:///eu-central-1a/i-0123456789abcdef0, AWS",
    "gce://project-1/europe-west3-a/cp-0, GCP",
    "azure:///subscriptions/s/resourceGroups/rg/providers/Microsoft.Compute/virtualMachines/cp-0,"
        + " AZURE",
    "local://demo-worker-1, LOCAL"
  })
  void theUriFormIsReadAndWrittenAlike(String text, ProviderType type) {
    var id = ProviderId.parse(text).orElseThrow();

    assertThat(id.type()).isEqualTo(type);
    assertThat(id.text()).isEqualTo(text);
  }

  @ParameterizedTest
  @CsvSource({
    "HARVESTER, 0b1c2d3e-0000-4000-8000-000000000001,"
        + " harvester://0b1c2d3e-0000-4000-8000-000000000001",
    "NUTANIX, 0b1c2d3e-0000-4000-8000-000000000001,"
        + " nutanix://0b1c2d3e-0000-4000-8000-000000000001",
    "AWS, i-0123456789abcdef0, i-0123456789abcdef0",
  })
  void theBareFormIsReadForAPlatformThatIsKnown(ProviderType type, String bare, String written) {
    assertThat(ProviderId.parse(bare)).isEmpty();
    assertThat(ProviderId.parse(type, bare)).map(ProviderId::text).contains(written);
  }

  @Test
  void theBareFormOfAzureIsItsResourceId() {
    assertThat(ProviderId.parse(ProviderType.AZURE, AZURE))
        .map(ProviderId::text)
        .contains("azure://" + AZURE);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "proxmox://",
        "proxmox://pve1/qemu/",
        "proxmox://pve1/qemu/99",
        "proxmox://pve1/lxc/101",
        "proxmox:///qemu/101",
        "proxmox://pve1/qemu/99999999999",
        "aws:///eu-central-1a/cp-0",
        "gce://project/zone",
        "nutanix://cp-0",
        "azure://cp-0",
        "vsphere://x"
      })
  void nonsenseIsNoId(String text) {
    assertThat(ProviderId.parse(text)).isEmpty();
  }

  @Test
  void anIdOfAnotherPlatformIsNone() {
    assertThat(ProviderId.parse(ProviderType.AWS, "proxmox://pve1/qemu/101")).isEmpty();
  }

  @Test
  void azureDoesNotTellUpperFromLowerCase() {
    var one = new ProviderId.Azure(AZURE);
    var other = new ProviderId.Azure(AZURE.replace("resourceGroups", "resourcegroups"));

    assertThat(one).isEqualTo(other).hasSameHashCodeAs(other);
  }
}
