package dev.butlerlabs.butler.testkit.faults;

import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * One watch between the server and its listener. While frozen it keeps what comes; the listener
 * then asks for no more, so the server is held back as by a slow reader.
 */
final class WatchLink implements WebSocket.Listener {

  private static final String EXPIRED =
      """
      {"type":"ERROR","object":{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure",\
      "reason":"Expired","code":410,"message":"too old resource version (told by the testkit)"}}""";

  private final Call call;
  private final WebSocket.Listener target;
  private final Queue<Runnable> kept = new ArrayDeque<>();
  private @Nullable WebSocket socket;
  private boolean frozen;
  private boolean ended;

  WatchLink(Call call, WebSocket.Listener target, boolean frozen) {
    this.call = call;
    this.target = target;
    this.frozen = frozen;
  }

  Call call() {
    return call;
  }

  synchronized boolean isOpen() {
    return socket != null && !ended;
  }

  synchronized boolean hasEnded() {
    return ended;
  }

  synchronized void freeze() {
    frozen = true;
  }

  synchronized void thaw() {
    frozen = false;
    for (var next = kept.poll(); next != null && !frozen; next = kept.poll()) {
      next.run();
    }
  }

  synchronized void cut() {
    var open = end();
    if (open != null) {
      target.onError(open, new IOException("connection closed within " + call));
    }
  }

  synchronized void drop() {
    end();
  }

  synchronized void expire() {
    var open = socket;
    if (open != null) {
      pass(() -> target.onMessage(open, EXPIRED));
    }
  }

  @Override
  public synchronized void onOpen(WebSocket webSocket) {
    socket = webSocket;
    target.onOpen(webSocket);
  }

  @Override
  public void onMessage(WebSocket webSocket, String text) {
    pass(() -> target.onMessage(webSocket, text));
  }

  @Override
  public void onMessage(WebSocket webSocket, ByteBuffer bytes) {
    pass(() -> target.onMessage(webSocket, bytes));
  }

  @Override
  public void onClose(WebSocket webSocket, int code, String reason) {
    pass(
        () -> {
          ended = true;
          target.onClose(webSocket, code, reason);
        });
  }

  @Override
  public void onError(WebSocket webSocket, Throwable error) {
    pass(
        () -> {
          ended = true;
          target.onError(webSocket, error);
        });
  }

  private synchronized void pass(Runnable news) {
    if (ended) {
      return;
    }
    if (frozen) {
      kept.add(news);
    } else {
      news.run();
    }
  }

  private @Nullable WebSocket end() {
    var open = ended ? null : socket;
    ended = true;
    kept.clear();
    if (open != null) {
      open.sendClose(1001, "the testkit broke the watch");
    }
    return open;
  }
}
