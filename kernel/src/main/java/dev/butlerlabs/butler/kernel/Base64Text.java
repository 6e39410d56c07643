package dev.butlerlabs.butler.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/** Text the way Secrets and platforms carry it: UTF-8 in base64. It hides nothing. */
public record Base64Text(String encoded) {

  public static Base64Text of(String plain) {
    return new Base64Text(Base64.getEncoder().encodeToString(plain.getBytes(UTF_8)));
  }

  @Override
  public String toString() {
    return encoded;
  }
}
