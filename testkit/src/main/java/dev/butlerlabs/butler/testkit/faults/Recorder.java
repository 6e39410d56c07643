package dev.butlerlabs.butler.testkit.faults;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.WebSocket;
import java.io.IOException;
import java.net.ConnectException;
import java.net.http.HttpTimeoutException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/** Numbers the calls of one process and makes the faults of its script happen. */
final class Recorder {

  private final Faults faults;
  private final int[] matched;
  private final Calls calls = new Calls();
  private final Watches watches = new Watches();
  private final BlockingQueue<Held> held = new LinkedBlockingQueue<>();
  private final CompletableFuture<Killed> death = new CompletableFuture<>();

  Recorder(Faults faults) {
    this.faults = faults;
    matched = new int[faults.lines().size()];
  }

  Calls calls() {
    return calls;
  }

  Watches watches() {
    return watches;
  }

  BlockingQueue<Held> held() {
    return held;
  }

  CompletableFuture<Killed> death() {
    return death;
  }

  /** Ends the process: nothing it has open tells it anything any more. */
  Killed kill(String at) {
    death.complete(new Killed(at));
    watches.drop();
    return death.join();
  }

  CompletableFuture<HttpResponse<AsyncBody>> request(
      StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer, Wire wire) {
    requireAlive();
    var path = CallPath.of(request);
    if (path.verb() == Verb.WATCH) {
      throw new IllegalStateException(
          "a watch over plain HTTP cannot be frozen: " + request.uri() + "; use web sockets");
    }
    var entry = begin(path);
    var fault = entry.fault();
    var outgoing =
        fault.isEmpty()
            ? wire.send(request, consumer)
            : perform(fault.get(), entry, new Exchange(request, consumer, wire));
    var result = new CompletableFuture<HttpResponse<AsyncBody>>();
    var _ = outgoing.whenComplete((response, thrown) -> finish(entry, response, thrown, result));
    return result;
  }

  /** Wraps the listener of a watch that is about to be opened. */
  WebSocket.Listener watch(StandardHttpRequest request, WebSocket.Listener listener) {
    requireAlive();
    return watches.open(calls.begin(CallPath.of(request)).call(), listener);
  }

  private void requireAlive() {
    if (death.isDone()) {
      calls.countAfterDeath();
      throw new Killed(death.join().getMessage() + ", and then tried another call");
    }
  }

  private synchronized Calls.Entry begin(CallPath path) {
    var entry = calls.begin(path);
    aimedAt(entry.call()).ifPresent(entry::hit);
    return entry;
  }

  private Optional<Fault> aimedAt(Call call) {
    Optional<Fault> fault = Optional.empty();
    for (int i = 0; i < matched.length; i++) {
      var line = faults.lines().get(i);
      if (line.matches().test(call) && ++matched[i] == line.nth() && fault.isEmpty()) {
        fault = Optional.of(line.fault());
      }
    }
    return fault;
  }

  private record Exchange(
      StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer, Wire wire) {

    CompletableFuture<HttpResponse<AsyncBody>> send() {
      return wire.send(request, consumer);
    }

    CompletableFuture<Answer> fetch() {
      return wire.fetch(request);
    }

    HttpResponse<AsyncBody> play(Answer answer) {
      return answer.play(request, consumer);
    }
  }

  private CompletableFuture<HttpResponse<AsyncBody>> perform(
      Fault fault, Calls.Entry entry, Exchange exchange) {
    var at = entry.call().toString();
    return switch (fault) {
      case BEFORE -> failed(new ConnectException("connection refused before " + at));
      case AFTER_COMMIT ->
          exchange
              .fetch()
              .thenCompose(_ -> failed(new IOException("connection reset after " + at)));
      case CONFLICT ->
          CompletableFuture.completedFuture(exchange.play(Answer.conflict(entry.call())));
      case TIME_OUT -> failed(new HttpTimeoutException("no answer to " + at));
      case REPEAT -> exchange.fetch().thenCompose(_ -> exchange.send());
      case CUT ->
          exchange
              .fetch()
              .thenApply(
                  a ->
                      exchange.play(
                          a.brokenHalfWay("connection closed within the answer to " + at)));
      case HOLD_REQUEST -> hold(entry.call()).thenCompose(_ -> exchange.send());
      case HOLD_ANSWER ->
          exchange
              .fetch()
              .thenCompose(answer -> hold(entry.call()).thenApply(_ -> exchange.play(answer)));
      case KILL_BEFORE -> throw die(entry, "before " + at);
      case KILL_AFTER -> {
        // Waits here, in the caller's thread: an error that came through a future would reach the
        // caller wrapped in an exception, and be caught.
        exchange.fetch().join();
        throw die(entry, "after " + at);
      }
      case FREEZE_WATCHES -> {
        watches.freeze();
        yield exchange.send();
      }
      case CUT_WATCHES -> {
        watches.cut();
        yield exchange.send();
      }
    };
  }

  private Killed die(Calls.Entry entry, String at) {
    entry.ended("killed");
    return kill(at);
  }

  private CompletableFuture<Void> hold(Call call) {
    var waiting = new Held(call);
    held.add(waiting);
    return waiting.released();
  }

  /** Tells the caller how the call ended, unless the process has died meanwhile. */
  private void finish(
      Calls.Entry entry,
      @Nullable HttpResponse<AsyncBody> response,
      @Nullable Throwable thrown,
      CompletableFuture<HttpResponse<AsyncBody>> result) {
    if (death.isDone()) {
      entry.ended("killed");
      result.completeExceptionally(death.join());
    } else if (thrown != null) {
      var cause = unwrapped(thrown);
      entry.ended(cause.toString());
      result.completeExceptionally(cause);
    } else if (response != null) {
      entry.ended(Integer.toString(response.code()));
      result.complete(response);
    }
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof CompletionException && thrown.getCause() != null
        ? thrown.getCause()
        : thrown;
  }

  private static <T> CompletableFuture<T> failed(IOException why) {
    return CompletableFuture.failedFuture(why);
  }
}
