package dev.butlerlabs.butler.providers.spi.secret;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Takes secrets out of a text, in every spelling a platform may give them back in: as they are, in
 * base64, URL-encoded, escaped for JSON.
 *
 * <p>Of a secret with several lines each longer line counts as a secret too, because platforms
 * quote single lines of user data.
 */
public final class Redaction {

  /** What stands where a secret stood. */
  public static final String MARK = "[redacted]";

  /** Shorter texts are words of every message; hiding them would hide the message. */
  private static final int SHORTEST = 6;

  /** Lines of user data shorter than this are keywords such as "runcmd:". */
  private static final int SHORTEST_LINE = 16;

  /** A longer spelling may hold a shorter one. */
  private static final Comparator<String> LONGEST_FIRST =
      Comparator.comparingInt(String::length).reversed();

  private final List<String> spellings;

  private Redaction(List<String> spellings) {
    this.spellings = spellings;
  }

  public static Redaction of(Collection<SecretText> secrets) {
    var spellings =
        secrets.stream()
            .map(SecretText::reveal)
            .flatMap(Redaction::parts)
            .flatMap(text -> spellings(text).stream())
            .distinct()
            .sorted(LONGEST_FIRST)
            .toList();
    return new Redaction(spellings);
  }

  /** These secrets too. */
  public Redaction and(Collection<SecretText> more) {
    if (more.isEmpty()) {
      return this;
    }
    var all = new ArrayList<>(spellings);
    all.addAll(of(more).spellings);
    all.sort(LONGEST_FIRST);
    return new Redaction(all);
  }

  public String apply(String text) {
    var clean = text;
    for (var spelling : spellings) {
      clean = clean.replace(spelling, MARK);
    }
    return clean;
  }

  private static Stream<String> parts(String secret) {
    var whole = secret.length() < SHORTEST ? Stream.<String>of() : Stream.of(secret);
    var lines =
        Arrays.stream(secret.split("\\R", -1))
            .map(String::strip)
            .filter(line -> line.length() >= SHORTEST_LINE);
    return Stream.concat(whole, lines);
  }

  private static Set<String> spellings(String text) {
    var found = new LinkedHashSet<String>();
    found.add(text);
    found.add(text.strip());
    var url = URLEncoder.encode(text, UTF_8);
    found.add(url);
    found.add(lowerHex(url));
    found.add(url.replace("+", "%20"));
    found.add(lowerHex(url.replace("+", "%20")));
    found.add(json(text));
    found.add(json(text).replace("/", "\\/"));
    addBase64(text, found);
    found.removeIf(spelling -> spelling.length() < SHORTEST);
    return found;
  }

  /**
   * Base64 of a text depends on where in a group of three bytes it begins; the inner characters are
   * the same for each of the three, whatever stands before and after.
   */
  private static void addBase64(String text, Set<String> found) {
    var bytes = text.getBytes(UTF_8);
    for (var before = 0; before < 3; before++) {
      var shifted = new byte[before + bytes.length];
      System.arraycopy(bytes, 0, shifted, before, bytes.length);
      var encoded = Base64.getEncoder().withoutPadding().encodeToString(shifted);
      var start = before == 0 ? 0 : before + 1;
      var end = shifted.length % 3 == 0 ? encoded.length() : encoded.length() - 1;
      if (end - start >= 2 * SHORTEST) {
        var inner = encoded.substring(start, end);
        found.add(inner);
        found.add(inner.replace('+', '-').replace('/', '_'));
        found.add(URLEncoder.encode(inner, UTF_8));
      }
    }
    var whole = Base64.getEncoder().encodeToString(bytes);
    found.add(whole);
    found.add(whole.replace('+', '-').replace('/', '_'));
    found.add(URLEncoder.encode(whole, UTF_8));
  }

  private static String lowerHex(String url) {
    var text = new StringBuilder(url);
    for (var i = 0; i + 2 < text.length(); i++) {
      if (text.charAt(i) == '%') {
        var hex = text.substring(i + 1, i + 3).toLowerCase(Locale.ROOT);
        text.replace(i + 1, i + 3, hex);
      }
    }
    return text.toString();
  }

  private static String json(String text) {
    var escaped = new StringBuilder(text.length());
    for (var i = 0; i < text.length(); i++) {
      escaped.append(escaped(text.charAt(i)));
    }
    return escaped.toString();
  }

  private static String escaped(char c) {
    return switch (c) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\n' -> "\\n";
      case '\r' -> "\\r";
      case '\t' -> "\\t";
      default -> c < ' ' ? "\\u%04x".formatted((int) c) : String.valueOf(c);
    };
  }

  /** How many spellings are looked for; never which. */
  @Override
  public String toString() {
    return "Redaction[" + spellings.size() + " spellings]";
  }
}
