package dev.butlerlabs.butler.kube.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientFactory;
import io.fabric8.kubernetes.client.jdkhttp.JdkHttpClientImpl;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.PushPromiseHandler;
import java.net.http.HttpTimeoutException;
import java.net.http.WebSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The JDK's HTTP client with two bounds it lacks: how many calls wait for an answer at once, and
 * how long the body of an answer may take. Watches are not counted once they began.
 */
final class BoundedHttpClient extends HttpClient {

  private final HttpClient inner;
  private final Places places;
  private final Duration patience;

  private BoundedHttpClient(HttpClient inner, ClientSettings settings) {
    this.inner = inner;
    this.places = new Places(settings.maxConcurrentCalls());
    this.patience = settings.callTimeout();
  }

  /** Puts the bounds around every client the library builds. */
  static final class Factory extends JdkHttpClientFactory {

    private final ClientSettings settings;
    private final Queue<HttpClient> built = new ConcurrentLinkedQueue<>();

    Factory(ClientSettings settings) {
      this.settings = settings;
    }

    @Override
    protected Builder createNewHttpClientBuilder() {
      var real = HttpClient.newBuilder().executor(Executors.newVirtualThreadPerTaskExecutor());
      return (Builder)
          Proxy.newProxyInstance(
              Builder.class.getClassLoader(),
              new Class<?>[] {Builder.class},
              (self, method, arguments) -> {
                try {
                  var result = method.invoke(real, arguments);
                  return result instanceof HttpClient client ? bounded(client) : self;
                } catch (InvocationTargetException refused) {
                  throw refused.getCause() == null ? refused : refused.getCause();
                }
              });
    }

    private HttpClient bounded(HttpClient client) {
      built.add(client);
      return new BoundedHttpClient(client, settings);
    }

    /** The library leaves the connections to the garbage collector; we do not. */
    @Override
    protected void closeHttpClient(JdkHttpClientImpl client) {
      built.forEach(HttpClient::shutdownNow);
    }
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler) {
    return bounded(request, () -> inner.sendAsync(request, readable(request, handler)));
  }

  @Override
  public <T> CompletableFuture<HttpResponse<T>> sendAsync(
      HttpRequest request, BodyHandler<T> handler, @Nullable PushPromiseHandler<T> pushes) {
    return bounded(request, () -> inner.sendAsync(request, readable(request, handler), pushes));
  }

  @Override
  public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> handler)
      throws IOException, InterruptedException {
    return inner.send(request, handler);
  }

  private static <T> BodyHandler<T> readable(HttpRequest request, BodyHandler<T> handler) {
    var query = request.uri().getQuery();
    return query != null && query.contains("watch=true") ? AsciiJson.around(handler) : handler;
  }

  private <T> CompletableFuture<HttpResponse<T>> bounded(
      HttpRequest request, Supplier<CompletableFuture<HttpResponse<T>>> call) {
    return places
        .take(patience)
        .exceptionallyCompose(
            _ ->
                CompletableFuture.failedFuture(
                    new HttpTimeoutException("too many calls wait for this API server already")))
        .thenCompose(_ -> sent(request, call));
  }

  private <T> CompletableFuture<HttpResponse<T>> sent(
      HttpRequest request, Supplier<CompletableFuture<HttpResponse<T>>> call) {
    CompletableFuture<HttpResponse<T>> answer;
    try {
      answer = call.get();
    } catch (RuntimeException notSent) {
      places.give();
      throw notSent;
    }
    return answer.whenComplete((response, _) -> whenRead(request, response, places::give));
  }

  /**
   * A call ends where its answer has been read; until then it is one of the streams that its
   * connection has only so many of. What has no time limit goes on for as long as it likes, and is
   * no longer counted once it began.
   */
  private static void whenRead(
      HttpRequest request, @Nullable HttpResponse<?> response, Runnable then) {
    if (request.timeout().isPresent()
        && response != null
        && response.body() instanceof AsyncBody stream) {
      // The JDK's own timeout ends where the answer begins.
      var _ =
          stream
              .done()
              .orTimeout(request.timeout().get().toMillis(), TimeUnit.MILLISECONDS)
              .whenComplete(
                  (_, failure) -> {
                    if (failure instanceof TimeoutException) {
                      stream.cancel();
                    }
                    then.run();
                  });
    } else {
      then.run();
    }
  }

  @Override
  public Optional<CookieHandler> cookieHandler() {
    return inner.cookieHandler();
  }

  @Override
  public Optional<Duration> connectTimeout() {
    return inner.connectTimeout();
  }

  @Override
  public Redirect followRedirects() {
    return inner.followRedirects();
  }

  @Override
  public Optional<ProxySelector> proxy() {
    return inner.proxy();
  }

  @Override
  public SSLContext sslContext() {
    return inner.sslContext();
  }

  @Override
  public SSLParameters sslParameters() {
    return inner.sslParameters();
  }

  @Override
  public Optional<Authenticator> authenticator() {
    return inner.authenticator();
  }

  @Override
  public Version version() {
    return inner.version();
  }

  @Override
  public Optional<Executor> executor() {
    return inner.executor();
  }

  @Override
  public WebSocket.Builder newWebSocketBuilder() {
    return inner.newWebSocketBuilder();
  }

  @Override
  public void shutdownNow() {
    inner.shutdownNow();
  }

  @Override
  public void close() {
    inner.shutdownNow();
    inner.close();
  }
}
