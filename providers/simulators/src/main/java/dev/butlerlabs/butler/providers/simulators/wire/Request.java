package dev.butlerlabs.butler.providers.simulators.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** One request as it came in. Header names are in lower case, the path is not decoded. */
public final class Request {

  private final String method;
  private final String path;
  private final Map<String, String> query;
  private final Map<String, String> headers;
  private final byte[] body;

  Request(String method, String path, String query, Map<String, String> headers, byte[] body) {
    this.method = method;
    this.path = path;
    this.query = fields(query);
    this.headers = Map.copyOf(headers);
    this.body = body;
  }

  /** Names and values of a form or a query. */
  public static Map<String, String> fields(String encoded) {
    var fields = new LinkedHashMap<String, String>();
    for (var pair : encoded.split("&", -1)) {
      if (!pair.isEmpty()) {
        var at = pair.indexOf('=');
        var name = at < 0 ? pair : pair.substring(0, at);
        var value = at < 0 ? "" : pair.substring(at + 1);
        fields.put(URLDecoder.decode(name, UTF_8), URLDecoder.decode(value, UTF_8));
      }
    }
    return fields;
  }

  public String method() {
    return method;
  }

  public String path() {
    return path;
  }

  public Map<String, String> query() {
    return query;
  }

  public String header(String name) {
    return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
  }

  public byte[] body() {
    return body.clone();
  }

  public String text() {
    return new String(body, UTF_8);
  }

  String everything() {
    return method + " " + path + " " + query + " " + headers + " " + text();
  }

  @Override
  public String toString() {
    return method + " " + path;
  }
}
