package dev.butlerlabs.butler.apps.manager;

import java.net.InetSocketAddress;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Starts the manager. */
public final class Main {

  private Main() {}

  public static void main(String[] args) throws InterruptedException {
    var address = System.getenv("BUTLER_ADMIN_ADDRESS").split(":", -1);
    try (var _ =
        new AdminEndpoint(
            new InetSocketAddress(address[0], Integer.parseInt(address[1])), List::of, () -> "")) {
      new CountDownLatch(1).await();
    }
  }
}
