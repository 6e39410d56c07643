package dev.butlerlabs.butler.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CredentialKeysTest {

  @Test
  void everySpellingIsRead() {
    assertThat(CredentialKeys.NUTANIX_USERNAME.find(Map.of("NUTANIX_USER", "ada"))).contains("ada");
    assertThat(CredentialKeys.PROXMOX_TOKEN_ID.find(Map.of("tokenId", "t1"))).contains("t1");
    assertThat(CredentialKeys.GCP_SERVICE_ACCOUNT_KEY.find(Map.of("serviceAccount", "{}")))
        .contains("{}");
  }

  @Test
  void preferredSpellingWinsUnlessItIsEmpty() {
    assertThat(
            CredentialKeys.AWS_ACCESS_KEY_ID.find(
                Map.of("accessKeyId", "old", "accessKeyID", "new")))
        .contains("new");
    assertThat(
            CredentialKeys.AWS_ACCESS_KEY_ID.find(Map.of("accessKeyId", "old", "accessKeyID", "")))
        .contains("old");
  }

  @Test
  void missingValueIsNotFound() {
    assertThat(CredentialKeys.GIT_TOKEN.find(Map.of("password", "x"))).isEmpty();
  }
}
