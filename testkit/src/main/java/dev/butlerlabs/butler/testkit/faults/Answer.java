package dev.butlerlabs.butler.testkit.faults;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpHeaders;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An answer held whole in memory, which can be played to a client as if it came by wire. */
record Answer(
    int code,
    Map<String, List<String>> headers,
    ByteBuffer body,
    @Nullable IOException breaksWith) {

  static Answer conflict(Call call) {
    var status =
        """
        {"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","reason":"Conflict","code":409,
         "message":"Operation cannot be fulfilled on %s: the object has been modified (told by the testkit)"}
        """
            .formatted(call.resource() + " " + call.key());
    var headers = Map.of("content-type", List.of("application/json"));
    return new Answer(409, headers, StandardCharsets.UTF_8.encode(status), null);
  }

  /** The same answer with a connection that breaks after half of it. */
  Answer brokenHalfWay(String why) {
    return new Answer(code, headers, body.slice(0, body.remaining() / 2), new IOException(why));
  }

  HttpResponse<AsyncBody> play(HttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    return new Played(this, request, new PlayedBody(this, consumer));
  }

  /** What the client sees of the answer before its body. */
  private static final class Played extends StandardHttpHeaders implements HttpResponse<AsyncBody> {
    private final Answer answer;
    private final HttpRequest request;
    private final AsyncBody body;

    private Played(Answer answer, HttpRequest request, AsyncBody body) {
      super(answer.headers);
      this.answer = answer;
      this.request = request;
      this.body = body;
    }

    @Override
    public int code() {
      return answer.code;
    }

    @Override
    public AsyncBody body() {
      return body;
    }

    @Override
    public HttpRequest request() {
      return request;
    }

    @Override
    public Optional<HttpResponse<?>> previousResponse() {
      return Optional.empty();
    }
  }

  /** Hands the whole body over at the first demand and ends at the next. */
  private static final class PlayedBody implements AsyncBody {
    private final Answer answer;
    private final AsyncBody.Consumer<List<ByteBuffer>> consumer;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final AtomicBoolean handedOver = new AtomicBoolean();

    private PlayedBody(Answer answer, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
      this.answer = answer;
      this.consumer = consumer;
    }

    @Override
    public void consume() {
      if (handedOver.getAndSet(true) || !answer.body.hasRemaining()) {
        end();
        return;
      }
      try {
        consumer.consume(List.of(answer.body.duplicate()), this);
      } catch (Exception refused) {
        done.completeExceptionally(refused);
      }
    }

    private void end() {
      if (answer.breaksWith == null) {
        done.complete(null);
      } else {
        done.completeExceptionally(answer.breaksWith);
      }
    }

    @Override
    public CompletableFuture<Void> done() {
      return done;
    }

    @Override
    public void cancel() {
      done.cancel(false);
    }
  }
}
