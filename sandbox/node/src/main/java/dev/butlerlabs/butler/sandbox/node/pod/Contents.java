package dev.butlerlabs.butler.sandbox.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a Secret or ConfigMap holds, by key. Never printed. */
public final class Contents {

  private final Map<String, byte[]> entries;

  private Contents(Map<String, byte[]> entries) {
    this.entries = entries;
  }

  public static Contents of(JsonNode object) {
    var entries = new TreeMap<String, byte[]>();
    var secret = object.path("kind").asText("").equals("Secret");
    object
        .path("data")
        .properties()
        .forEach(
            entry -> {
              var text = entry.getValue().asText();
              entries.put(entry.getKey(), secret ? Base64.getDecoder().decode(text) : utf8(text));
            });
    object
        .path("binaryData")
        .properties()
        .forEach(
            entry ->
                entries.put(entry.getKey(), Base64.getDecoder().decode(entry.getValue().asText())));
    return new Contents(entries);
  }

  public static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  public Map<String, byte[]> entries() {
    return entries;
  }

  public Optional<String> text(String key) {
    return Optional.ofNullable(entries.get(key))
        .map(bytes -> new String(bytes, StandardCharsets.UTF_8));
  }

  @Override
  public String toString() {
    return "Contents" + entries.keySet();
  }
}
