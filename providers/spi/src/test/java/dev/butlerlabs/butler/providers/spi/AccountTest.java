package dev.butlerlabs.butler.providers.spi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AccountTest {

  @Test
  void credentialsShowTheirKeysOnly() {
    var credentials = Credentials.of(Map.of("username", "root@pam", "password", "canary"));

    assertThat(credentials).hasToString("Credentials[password, username]");
  }

  @Test
  void anySpellingOfAKeyIsFoundAndAnEmptyValueIsNone() {
    var credentials = Credentials.of(Map.of("token", "", "PROXMOX_TOKEN_ID", "butler@pve!ci"));

    assertThat(credentials.find(CredentialKeys.PROXMOX_TOKEN_ID))
        .contains(new SecretText("butler@pve!ci"));
    assertThat(credentials.find(CredentialKeys.PROXMOX_PASSWORD)).isEmpty();
  }

  @Test
  void theMostBasicFaultIsToldFirst() {
    var denied = new Fault.Unauthorized("look at the version", "401");
    var image = new Fault.NotFound("look for the template", "template 9000", "gone");

    var preflight =
        new Preflight(
            null,
            List.of(
                new Finding.Bad(Aspect.IMAGE, image), new Finding.Bad(Aspect.CREDENTIALS, denied)));

    assertThat(preflight.firstFault()).contains(denied);
    assertThat(preflight.credentialsTaken()).isFalse();
    assertThat(preflight.good()).isFalse();
  }

  @Test
  void anAccountNobodyLookedAtIsNotGood() {
    assertThat(new Preflight(null, List.of()).good()).isFalse();
    assertThat(new Preflight("8.4", List.of(new Finding.Good(Aspect.CREDENTIALS, ""))).good())
        .isTrue();
  }
}
