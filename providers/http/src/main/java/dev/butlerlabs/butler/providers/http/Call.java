package dev.butlerlabs.butler.providers.http;

import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One call to a platform.
 *
 * @param what in words, with the thing it is about: "start machine cp-0"
 * @param path below the base, encoded, with its query
 * @param secrets in the body or the path, beside those of the account
 */
public record Call(
    String what,
    String method,
    String path,
    Map<String, SecretText> headers,
    Body body,
    List<SecretText> secrets) {

  public Call {
    headers = Map.copyOf(headers);
    secrets = List.copyOf(secrets);
  }

  public static Call get(String what, String path) {
    return of(what, "GET", path);
  }

  public static Call of(String what, String method, String path) {
    return new Call(what, method, path, Map.of(), new Body.Empty(), List.of());
  }

  /** A header; always a secret, because most that are set by hand are. */
  public Call with(String header, SecretText value) {
    var more = new LinkedHashMap<>(headers);
    more.put(header, value);
    return new Call(what, method, path, more, body, secrets);
  }

  /** The same call below another path. */
  public Call below(String prefix) {
    return new Call(what, method, prefix + path, headers, body, secrets);
  }

  public Call sending(Body content) {
    return new Call(what, method, path, headers, content, secrets);
  }

  public Call hiding(List<SecretText> more) {
    var all = new ArrayList<>(secrets);
    all.addAll(more);
    return new Call(what, method, path, headers, body, all);
  }

  /** Without the path: a query may hold a secret. */
  @Override
  public String toString() {
    return "Call[" + method + ", " + what + "]";
  }

  /** What is sent along. */
  public sealed interface Body {

    record Empty() implements Body {}

    /** A text and its type, shown to nobody. */
    record Text(String type, SecretText content) implements Body {}

    /** Fields and then one file, as browsers send them. */
    record Upload(Map<String, String> fields, String name, String filename, ByteBuffer content)
        implements Body {

      public Upload {
        fields = Collections.unmodifiableMap(new LinkedHashMap<>(fields));
        content = content.asReadOnlyBuffer();
      }

      byte[] bytes() {
        var bytes = new byte[content.remaining()];
        content.duplicate().get(bytes);
        return bytes;
      }

      @Override
      public String toString() {
        return "Upload[" + filename + ", " + content.remaining() + " bytes]";
      }
    }

    /** Fields as a form, encoded. */
    static Text form(Map<String, String> fields) {
      return new Text("application/x-www-form-urlencoded", new SecretText(Form.encode(fields)));
    }

    static Text json(String content) {
      return new Text("application/json", new SecretText(content));
    }
  }
}
