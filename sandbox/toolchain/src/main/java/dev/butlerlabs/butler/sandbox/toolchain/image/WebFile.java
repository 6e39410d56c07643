package dev.butlerlabs.butler.sandbox.toolchain.image;

import java.net.URI;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;

/** Fetches a plain file the same way images are fetched: proxy, roots and deadlines alike. */
public final class WebFile {

  private final NetworkSettings settings;

  public WebFile(NetworkSettings settings) {
    this.settings = settings;
  }

  /** Writes what is at {@code address}, at most {@code limit} bytes, to {@code target}. */
  public void fetch(URI address, long limit, Path target) throws ImageProblem {
    var door = new HttpDoor(settings);
    door.knock(address);
    new Transport(door.client())
        .get(address, "*/*", BodyHandlers.limiting(BodyHandlers.ofFile(target), limit));
  }
}
