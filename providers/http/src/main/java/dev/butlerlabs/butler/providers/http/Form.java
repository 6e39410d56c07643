package dev.butlerlabs.butler.providers.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLEncoder;
import java.util.Map;
import java.util.stream.Collectors;

/** Names and values as they stand in forms and queries. */
public final class Form {

  private Form() {}

  /** In the map's own order. */
  public static String encode(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  /** One part of a path or query: a space is %20, which is right in both. */
  public static String encode(String text) {
    return URLEncoder.encode(text, UTF_8).replace("+", "%20");
  }
}
