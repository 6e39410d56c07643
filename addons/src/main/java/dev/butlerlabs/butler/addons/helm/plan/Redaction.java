package dev.butlerlabs.butler.addons.helm.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.kernel.Base64Text;
import dev.butlerlabs.butler.kernel.PercentText;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Takes secrets out of what Helm says: charts print values, and Helm prints what a chart rendered.
 *
 * <p>Secret is every text below a key that sounds like it, however deep, what stands before the
 * host of an address, and what both look like in a Secret's data.
 */
public final class Redaction {

  private static final String MASK = "****";

  /** Shorter texts are words of their own; masking them would make a message unreadable. */
  private static final int SHORTEST = 4;

  private static final Pattern SOUNDS_SECRET =
      Pattern.compile(
          "(?i).*(pass|secret|token|credential|private|apikey|api-key|api_key|auth|cookie|dsn"
              + "|connectionstring|license|(?:key|pem)$).*");

  /** What stands between the scheme and the host of an address, anywhere in a text. */
  private static final Pattern LOGIN =
      Pattern.compile("(?i)\\b[a-z][a-z0-9+.-]*://(?:([^\\s/?#@:]*):)?([^\\s/?#@]+)@");

  private final List<String> secrets;

  private Redaction(Collection<String> secrets) {
    // The longest first: one may be part of another.
    this.secrets =
        secrets.stream()
            .distinct()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .toList();
  }

  public static Redaction of(JsonNode values, Collection<String> more) {
    var found = new LinkedHashSet<String>();
    collect(values, false, found);
    more.forEach(text -> add(text, found));
    return new Redaction(found);
  }

  public String apply(String text) {
    var masked = text;
    for (var secret : secrets) {
      masked = masked.replace(secret, MASK);
    }
    return masked;
  }

  private static void collect(JsonNode node, boolean secret, Set<String> found) {
    if (node.isObject()) {
      for (var entry : node.properties()) {
        var sounds = SOUNDS_SECRET.matcher(entry.getKey()).matches();
        collect(entry.getValue(), secret || sounds, found);
      }
    } else if (node.isArray()) {
      node.forEach(item -> collect(item, secret, found));
    } else if (secret && (node.isTextual() || node.isNumber())) {
      add(node.asText(), found);
    } else if (node.isTextual()) {
      logins(node.asText(), found);
    }
  }

  /** Of a name with a password, the name is none; alone, it may be a token. */
  private static void logins(String text, Set<String> found) {
    LOGIN
        .matcher(text)
        .results()
        .map(login -> login.group(2))
        .forEach(
            password -> {
              add(password, found);
              add(new PercentText(password).plain(), found);
            });
  }

  private static void add(String text, Set<String> found) {
    Stream.concat(Stream.of(text.strip()), text.lines().map(String::strip))
        .filter(part -> part.length() >= SHORTEST)
        .forEach(
            part -> {
              found.add(part);
              found.add(Base64Text.of(part).encoded());
            });
  }

  @Override
  public String toString() {
    return "Redaction[" + secrets.size() + " texts]";
  }
}
