package dev.butlerlabs.butler.testkit.faults;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.StandardHttpClient;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.StandardWebSocketBuilder;
import io.fabric8.kubernetes.client.http.WebSocket;
import io.fabric8.kubernetes.client.http.WebSocketResponse;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The transport of a recording client: the real one with a recorder in front.
 *
 * <p>It sits below fabric8's interceptors and retries, so that a call here is a request on the
 * wire, and what the client does about a fault is the client's own doing.
 */
final class RecordingHttpClient
    extends StandardHttpClient<
        RecordingHttpClient, RecordingHttpClient.Factory, RecordingHttpClient.Builder> {

  private final Recorder recorder;
  private final StandardHttpClient<?, ?, ?> wire;

  private RecordingHttpClient(
      Builder builder, StandardHttpClient<?, ?, ?> wire, AtomicBoolean closed) {
    super(builder, closed);
    this.recorder = builder.getClientFactory().recorder;
    this.wire = wire;
  }

  @Override
  public CompletableFuture<HttpResponse<AsyncBody>> consumeBytesDirect(
      StandardHttpRequest request, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
    return recorder.request(request, consumer, wire::consumeBytesDirect);
  }

  @Override
  public CompletableFuture<WebSocketResponse> buildWebSocketDirect(
      StandardWebSocketBuilder socket, WebSocket.Listener listener) {
    return wire.buildWebSocketDirect(socket, recorder.watch(socket.asHttpRequest(), listener));
  }

  @Override
  protected void doClose() {
    wire.close();
  }

  /** Makes the transports of one process. */
  static final class Factory implements HttpClient.Factory {
    private final Recorder recorder;

    Factory(Recorder recorder) {
      this.recorder = recorder;
    }

    @Override
    public Builder newBuilder() {
      return new Builder(this);
    }
  }

  /** Hands the settings on to the real transport's builder. */
  static final class Builder
      extends StandardHttpClientBuilder<RecordingHttpClient, Factory, Builder> {

    private Builder(Factory factory) {
      super(factory);
    }

    @Override
    public HttpClient build() {
      return client == null
          ? new RecordingHttpClient(this, wire(), new AtomicBoolean())
          : new RecordingHttpClient(this, client.wire, client.getClosed());
    }

    @Override
    protected Builder newInstance(Factory factory) {
      return new Builder(factory);
    }

    private StandardHttpClient<?, ?, ?> wire() {
      HttpClient.Builder real = new JdkHttpClientFactory().newBuilder();
      if (keyManagers != null || trustManagers != null) {
        real.sslContext(keyManagers, trustManagers);
      }
      if (connectTimeout != null) {
        real.connectTimeout(connectTimeout.toMillis(), TimeUnit.MILLISECONDS);
      }
      if (tlsVersions != null) {
        real.tlsVersions(tlsVersions);
      }
      real.proxyType(HttpClient.ProxyType.DIRECT);
      return (StandardHttpClient<?, ?, ?>) real.build();
    }
  }
}
