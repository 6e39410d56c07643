package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.sandbox.plane.supervise.ReadyCheck;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.Optional;

/** Ready when a plain loopback address answers 200. */
record HttpCheck(URI address) implements ReadyCheck {

  private static final int PATIENCE_MILLIS = 2_000;

  static HttpCheck at(String address) {
    return new HttpCheck(URI.create(address));
  }

  @Override
  public Optional<String> missing() throws IOException {
    if (!(address.toURL().openConnection() instanceof HttpURLConnection connection)) {
      throw new IOException(address + " is no http address");
    }
    connection.setConnectTimeout(PATIENCE_MILLIS);
    connection.setReadTimeout(PATIENCE_MILLIS);
    try {
      var code = connection.getResponseCode();
      return code == 200 ? Optional.empty() : Optional.of(address + " answers " + code);
    } finally {
      connection.disconnect();
    }
  }
}
