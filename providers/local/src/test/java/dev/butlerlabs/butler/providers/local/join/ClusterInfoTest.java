package dev.butlerlabs.butler.providers.local.join;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.BootstrapToken;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.Test;

/** Whom a machine believes that it is its cluster. */
class ClusterInfoTest {

  private static final BootstrapToken TOKEN = BootstrapToken.parse("abcdef.0123456789abcdef");
  private static final Discovery.ByToken WANTED =
      new Discovery.ByToken("h:1", TOKEN, List.of(), TOKEN);

  /** The example in Kubernetes' documentation has this header for its token 07401b. */
  @Test
  void theHeaderIsThatOfKubernetes() {
    assertThat(header("07401b")).isEqualTo("eyJhbGciOiJIUzI1NiIsImtpZCI6IjA3NDAxYiJ9");
  }

  @Test
  void withoutASignatureForTheTokenItIsWaitedFor() {
    assertThat(ClusterInfo.judge(Map.of("kubeconfig", "a: b"), WANTED))
        .isEqualTo(new ClusterInfo.Unsigned());
    assertThat(ClusterInfo.judge(Map.of(), WANTED)).isEqualTo(new ClusterInfo.Unsigned());
  }

  @Test
  void aTextThatWasChangedIsNotBelieved() throws Exception {
    var signed = sign("a: b", "0123456789abcdef");

    assertThat(
            ClusterInfo.judge(
                Map.of("kubeconfig", "a: c", "jws-kubeconfig-abcdef", signed), WANTED))
        .isInstanceOf(ClusterInfo.Refused.class);
  }

  @Test
  void anotherSecretIsNotBelieved() throws Exception {
    var signed = sign("a: b", "fedcba9876543210");

    assertThat(
            ClusterInfo.judge(
                Map.of("kubeconfig", "a: b", "jws-kubeconfig-abcdef", signed), WANTED))
        .isEqualTo(
            new ClusterInfo.Refused(
                "what it says about itself is not signed with the machine's token"));
  }

  @Test
  void whatIsSignedRightIsReadAndMayStillBeWrong() throws Exception {
    var signed = sign("a: b", "0123456789abcdef");

    assertThat(
            ClusterInfo.judge(
                Map.of("kubeconfig", "a: b", "jws-kubeconfig-abcdef", signed), WANTED))
        .isEqualTo(
            new ClusterInfo.Refused(
                "its cluster-info has no cluster with server and certificate-authority-data"));
  }

  private static String header(String id) {
    return base64("{\"alg\":\"HS256\",\"kid\":\"%s\"}".formatted(id).getBytes(UTF_8));
  }

  private static String sign(String text, String secret) throws Exception {
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(UTF_8), "HmacSHA256"));
    var input = header("abcdef") + "." + base64(text.getBytes(UTF_8));
    return header("abcdef") + ".." + base64(mac.doFinal(input.getBytes(UTF_8)));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
