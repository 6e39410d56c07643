package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.List;
import java.util.regex.Pattern;

/** What another program said, on one line, not too long, and without what looks secret. */
final class Quote {

  private static final int LONGEST = 320;

  private static final String HIDDEN = "<hidden>";

  /** Whatever stands behind such a word, or looks like a key by itself. */
  private static final List<Pattern> SECRETS =
      List.of(
          Pattern.compile("-----BEGIN [^-]+-----.*?(-----END [^-]+-----|$)", Pattern.DOTALL),
          Pattern.compile("(?<=://)[^/@\\s]+(?=@)"),
          Pattern.compile("(?i)(?<=\\b(bearer|basic) )[a-z0-9+/_.=-]{8,}"),
          Pattern.compile(
              "(?i)(?<=\\b(password|passwd|secret|token|api[-_]?key|secret[-_]?access[-_]?key)"
                  + "[\"']?[=:]\\s?[\"']?)[^\\s\"',;)]+"),
          Pattern.compile("\\beyJ[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]*"),
          Pattern.compile("\\b(AKIA|ASIA)[A-Z0-9]{16}\\b"));

  private Quote() {}

  static String of(String message) {
    var text = message;
    for (var secret : SECRETS) {
      text = secret.matcher(text).replaceAll(HIDDEN);
    }
    text = text.replaceAll("\\s*\\n(\\* )?\\s*", " ").replaceAll("\\.?\\s*$", "").strip();
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST - 1).strip() + "…";
  }
}
