package dev.butlerlabs.butler.pki;

import java.security.SecureRandom;
import java.util.regex.Pattern;

/**
 * The short-lived secret with which a new machine introduces itself: six characters that may be
 * shown, sixteen that may not.
 */
public record BootstrapToken(String id, String secret) {

  private static final String ALPHABET = "abcdefghijklmnopqrstuvwxyz0123456789";
  private static final Pattern ID = Pattern.compile("[a-z0-9]{6}");
  private static final Pattern SECRET = Pattern.compile("[a-z0-9]{16}");

  public BootstrapToken {
    if (!ID.matcher(id).matches() || !SECRET.matcher(secret).matches()) {
      throw new UnreadableInput(
          "A bootstrap token is six characters, a dot and sixteen characters, all of a-z and 0-9");
    }
  }

  public static BootstrapToken generate(SecureRandom random) {
    return new BootstrapToken(letters(6, random), letters(16, random));
  }

  public static BootstrapToken parse(String text) {
    var dot = text.indexOf('.');
    return dot < 0
        ? new BootstrapToken(text, "")
        : new BootstrapToken(text.substring(0, dot), text.substring(dot + 1));
  }

  /** The whole token as a machine sends it. */
  public String reveal() {
    return id + "." + secret;
  }

  /** The name Kubernetes wants for the Secret that holds it (in kube-system). */
  public String secretName() {
    return "bootstrap-token-" + id;
  }

  @Override
  public String toString() {
    return "BootstrapToken[" + id + ".****]";
  }

  private static String letters(int count, SecureRandom random) {
    var text = new StringBuilder();
    for (var i = 0; i < count; i++) {
      text.append(ALPHABET.charAt(random.nextInt(ALPHABET.length())));
    }
    return text.toString();
  }
}
