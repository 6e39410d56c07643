package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.kernel.Checksum;
import java.util.TreeMap;

/**
 * What was asked for, as two short texts that change when it does.
 *
 * @param order what the addon itself says: chart, version, values. Another one makes Helm run
 * @param catalog what the catalog lays under it. Another one waits for the next order, because a
 *     change of the catalog shall not roll over all clusters at once
 */
public record Fingerprint(String order, String catalog) {

  private static final Fingerprint NONE = new Fingerprint("", "");

  public static Fingerprint none() {
    return NONE;
  }

  /** As it stands in a status. */
  public static Fingerprint parse(String text) {
    var dot = text.indexOf('.');
    return dot < 0 ? NONE : new Fingerprint(text.substring(0, dot), text.substring(dot + 1));
  }

  public String text() {
    return equals(NONE) ? "" : order + "." + catalog;
  }

  /** Of values, whatever order their keys have. */
  static String of(JsonNode values, String... parts) {
    var all = new String[parts.length + 1];
    System.arraycopy(parts, 0, all, 1, parts.length);
    all[0] = canonical(values);
    return Checksum.of(all).text();
  }

  private static String canonical(JsonNode node) {
    var text = new StringBuilder();
    if (node.isObject()) {
      var sorted = new TreeMap<String, JsonNode>();
      node.properties().forEach(entry -> sorted.put(entry.getKey(), entry.getValue()));
      sorted.forEach(
          (key, value) ->
              text.append(key.length()).append(key).append(canonical(value)).append(','));
      return "{" + text + "}";
    }
    if (node.isArray()) {
      node.forEach(item -> text.append(canonical(item)).append(','));
      return "[" + text + "]";
    }
    return node.toString();
  }
}
