package dev.butlerlabs.butler.providers.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;

/** Fields and one file in one body. */
final class Multipart {

  /** Long and odd enough not to occur in an image of a disk by chance. */
  static final String BOUNDARY = "butler-9f0c3d1f0e6a7b115c8f0b527f3e4a53";

  private Multipart() {}

  static byte[] of(Call.Body.Upload upload) {
    var out = new ByteArrayOutputStream();
    upload
        .fields()
        .forEach(
            (name, value) -> {
              begin(out, "form-data; name=\"" + name + "\"");
              add(out, "\r\n" + value + "\r\n");
            });
    begin(
        out, "form-data; name=\"%s\"; filename=\"%s\"".formatted(upload.name(), upload.filename()));
    add(out, "Content-Type: application/octet-stream\r\n\r\n");
    out.writeBytes(upload.bytes());
    add(out, "\r\n--" + BOUNDARY + "--\r\n");
    return out.toByteArray();
  }

  private static void begin(ByteArrayOutputStream out, String disposition) {
    add(out, "--" + BOUNDARY + "\r\nContent-Disposition: " + disposition + "\r\n");
  }

  private static void add(ByteArrayOutputStream out, String text) {
    out.writeBytes(text.getBytes(UTF_8));
  }
}
