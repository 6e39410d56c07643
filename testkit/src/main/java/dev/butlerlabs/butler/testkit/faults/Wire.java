package dev.butlerlabs.butler.testkit.faults;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** The way to the server below all faults. */
@FunctionalInterface
interface Wire {

  CompletableFuture<HttpResponse<AsyncBody>> send(
      StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer);

  /** Sends and waits, without blocking, for the whole answer: then the server has done it. */
  default CompletableFuture<Answer> fetch(StandardHttpRequest request) {
    var bytes = new ByteArrayOutputStream();
    return send(
            request,
            (buffers, body) -> {
              for (var buffer : buffers) {
                var chunk = new byte[buffer.remaining()];
                buffer.get(chunk);
                bytes.writeBytes(chunk);
              }
              body.consume();
            })
        .thenCompose(
            response -> {
              response.body().consume();
              return response
                  .body()
                  .done()
                  .thenApply(
                      _ ->
                          new Answer(
                              response.code(),
                              response.headers(),
                              ByteBuffer.wrap(bytes.toByteArray()),
                              null));
            });
  }
}
