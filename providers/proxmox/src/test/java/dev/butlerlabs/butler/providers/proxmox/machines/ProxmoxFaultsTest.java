package dev.butlerlabs.butler.providers.proxmox.machines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxmoxFaultsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "500|Configuration file 'nodes/pve1/qemu-server/101.conf' does not exist|NotFound",
        "500|VM is locked (clone)|Busy",
        "500|can't lock file '/var/lock/qemu-server/lock-101.conf' - got timeout|Busy",
        "500|unable to create VM 101: config file already exists|Busy",
        "500|QEMU guest agent is not running|Busy",
        "500|No QEMU guest agent configured|Failed",
        "500|clone failed: no space left on device|Quota",
        "500|start failed: cannot allocate memory|Quota",
        "500|can't remove VM 101 - protection mode enabled|Invalid",
        "500|can't clone VM to node 'pve2' (VM uses local storage)|Invalid",
        "500|shrinking disks is not supported|Invalid",
        "500|hostname lookup 'pve3' failed - failed to get address info for: pve3: Name or service not known|Unavailable",
        "500|cluster not ready - no quorum?|Unavailable",
        "500|something new|Failed",
        "401|authentication failure|Unauthorized",
        "403|Permission check failed (/vms/101, VM.Clone)|Forbidden",
        "501|Method 'GET /x' not implemented|Invalid",
        "595|No route to host|Unavailable",
        "596|Connection timed out|Unavailable"
      })
  void whatProxmoxSaysIsUnderstood(int status, String message, String fault) {
    assertThat(ProxmoxFaults.of("try", status, message, Map.of()).getClass().getSimpleName())
        .isEqualTo(fault);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "something new|Unavailable",
        "No QEMU guest agent configured|Failed",
        "VM 101 qmp command 'guest-network-get-interfaces' failed - disabled|Failed",
        "Configuration file 'nodes/pve1/qemu-server/101.conf' does not exist|NotFound"
      })
  void aLookThatFailedIsNoWorkThatFailed(String message, String fault) {
    assertThat(ProxmoxFaults.ofLook("look", 500, message, Map.of()).getClass().getSimpleName())
        .isEqualTo(fault);
  }

  @Test
  void aRefusedFieldIsNamed() {
    var fault =
        ProxmoxFaults.of(
            "configure vm 101 on pve1",
            400,
            "Parameter verification failed.",
            Map.of("cores", "value must have a minimum value of 1\n"));

    assertThat(fault.sentence())
        .isEqualTo(
            "configure vm 101 on pve1: Parameter verification failed. cores: value must have a"
                + " minimum value of 1 (correct cores)");
  }
}
