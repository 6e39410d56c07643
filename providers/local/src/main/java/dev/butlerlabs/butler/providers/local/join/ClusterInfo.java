package dev.butlerlabs.butler.providers.local.join;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.pki.BootstrapToken;
import dev.butlerlabs.butler.pki.UnreadableInput;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What an API server says about itself to everybody, in the ConfigMap {@code
 * kube-public/cluster-info}: believed only when it is signed with the token both sides know and,
 * where keys are pinned, shows one of them.
 *
 * <p>The signature is a JSON Web Signature (HS256) whose payload is left out between two dots.
 */
public sealed interface ClusterInfo {

  record Trusted(Whereabouts whereabouts) implements ClusterInfo {}

  /** Nobody has signed it for this token yet; that comes soon after the token does. */
  record Unsigned() implements ClusterInfo {}

  /** Somebody else answers there, or the data is of another cluster. */
  record Refused(String why) implements ClusterInfo {}

  /** Judges the ConfigMap's data. */
  static ClusterInfo judge(Map<String, String> data, Discovery.ByToken wanted) {
    var text = Objects.requireNonNullElse(data.get("kubeconfig"), "");
    var signature =
        Objects.requireNonNullElse(data.get("jws-kubeconfig-" + wanted.signer().id()), "");
    if (text.isEmpty() || signature.isEmpty()) {
      return new Unsigned();
    }
    if (!signedWith(wanted.signer(), text, signature)) {
      return new Refused("what it says about itself is not signed with the machine's token");
    }
    try {
      var found = Whereabouts.parse(text, "its cluster-info");
      return found.matches(wanted.pins())
          ? new Trusted(found)
          : new Refused("its authority has none of the public keys in caCertHashes");
    } catch (UnusableData | UnreadableInput wrong) {
      return new Refused(String.valueOf(wrong.getMessage()));
    }
  }

  private static boolean signedWith(BootstrapToken token, String text, String signature) {
    var parts = signature.split("\\.", -1);
    if (parts.length != 3 || !parts[1].isEmpty()) {
      return false;
    }
    try {
      var base64 = Base64.getUrlEncoder().withoutPadding();
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(token.secret().getBytes(US_ASCII), "HmacSHA256"));
      var payload = parts[0] + "." + base64.encodeToString(text.getBytes(UTF_8));
      var expected = mac.doFinal(payload.getBytes(US_ASCII));
      return MessageDigest.isEqual(expected, Base64.getUrlDecoder().decode(parts[2]));
    } catch (IllegalArgumentException noBase64) {
      return false;
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException("every JDK has HmacSHA256", impossible);
    }
  }
}
