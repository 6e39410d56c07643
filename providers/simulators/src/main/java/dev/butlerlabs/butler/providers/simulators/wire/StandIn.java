package dev.butlerlabs.butler.providers.simulators.wire;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;

/**
 * An HTTPS server on loopback with a certificate of its own authority, whose calls may be broken.
 */
public final class StandIn implements AutoCloseable {

  private static final int PAUSE = 7;

  /** Else the JDK's server sends the parts of a longer answer 40 ms apart. Read only once. */
  private static final String NO_DELAY = "sun.net.httpserver.nodelay";

  private final HttpsServer server;
  private final CertificateAuthority authority;
  private final Function<Request, Response> platform;
  private final AtomicReference<MischiefMaker> mischief;
  private final List<String> calls = new ArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final AtomicReference<CountDownLatch> silence = new AtomicReference<>(one());
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicReference<Duration> delay = new AtomicReference<>(Duration.ZERO);
  private final AtomicInteger underway = new AtomicInteger();
  private final AtomicInteger most = new AtomicInteger();

  private StandIn(
      HttpsServer server,
      CertificateAuthority authority,
      Function<Request, Response> platform,
      MischiefMaker mischief) {
    this.server = server;
    this.authority = authority;
    this.platform = platform;
    this.mischief = new AtomicReference<>(mischief);
  }

  /**
   * Begins to serve.
   *
   * @param now the time certificates are made for; the machine's own, because TLS looks at that
   */
  public static StandIn start(
      Function<Request, Response> platform, MischiefMaker mischief, Instant now) {
    if (System.getProperty(NO_DELAY) == null) {
      System.setProperty(NO_DELAY, "true");
    }
    try {
      var random = new SecureRandom();
      var authority =
          CertificateAuthority.selfSigned(
              "stand-in", KeyKind.EC_P256, Duration.ofDays(30), now, random);
      var order =
          CertificateOrder.server(
              Subject.named("stand-in"),
              List.of(SubjectAltName.Ip.of("127.0.0.1")),
              Duration.ofDays(30));
      var own = authority.issue(order, KeyKind.EC_P256, now, random);
      var server =
          HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      server.setHttpsConfigurator(
          new HttpsConfigurator(TlsContext.of(own, authority.certificate())));
      var made = new StandIn(server, authority, platform, mischief);
      server.createContext("/", made::handle);
      server.setExecutor(made.threads);
      server.start();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public URI uri() {
    return URI.create("https://127.0.0.1:" + server.getAddress().getPort());
  }

  public String authorityPem() {
    return authority.certificatePem();
  }

  private static CountDownLatch one() {
    return new CountDownLatch(1);
  }

  /** From now on, and numbered from 1 again. Connections without an answer end. */
  public void make(MischiefMaker other) {
    synchronized (calls) {
      mischief.set(other);
      calls.clear();
    }
    silence.getAndSet(one()).countDown();
  }

  /** Method and path of each call, in order. */
  public List<String> calls() {
    synchronized (calls) {
      return List.copyOf(calls);
    }
  }

  /** From now on every call is begun only when it has waited so long. */
  public void slow(Duration pause) {
    delay.set(pause);
  }

  /** The most calls that there ever were at once. */
  public int most() {
    return most.get();
  }

  private void handle(HttpExchange exchange) throws IOException {
    most.accumulateAndGet(underway.incrementAndGet(), Math::max);
    try (exchange) {
      serve(exchange);
    } finally {
      underway.decrementAndGet();
    }
  }

  private void serve(HttpExchange exchange) throws IOException {
    var request = read(exchange);
    if (closedWithin(delay.get())) {
      return;
    }
    switch (next(request)) {
      case NONE -> answer(exchange, platform.apply(request));
      case CUT_BEFORE -> {}
      case CUT_AFTER -> perform(request);
      case HALF_ANSWER -> half(exchange, platform.apply(request));
      case NO_ANSWER -> {
        var until = silence.get();
        perform(request);
        mischief.get().unanswered();
        await(until);
      }
      case TWICE -> {
        perform(request);
        answer(exchange, platform.apply(request));
      }
      case UNAVAILABLE -> answer(exchange, new Response(503, Map.of(), "no server is available"));
      case ECHO -> answer(exchange, new Response(400, Map.of(), request.everything()));
      case THROTTLED ->
          answer(
              exchange,
              new Response(
                  429, Map.of("Retry-After", Integer.toString(PAUSE)), "too many requests"));
    }
  }

  private boolean closedWithin(Duration pause) {
    try {
      return pause.isPositive() && closed.await(pause.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return true;
    }
  }

  /** Done, and nobody hears of it. */
  private void perform(Request request) {
    var _ = platform.apply(request);
  }

  private Mischief next(Request request) {
    synchronized (calls) {
      calls.add(request.toString());
      return mischief.get().next(calls.size(), request);
    }
  }

  private static Request read(HttpExchange exchange) throws IOException {
    var headers = new HashMap<String, String>();
    exchange
        .getRequestHeaders()
        .forEach((name, values) -> headers.put(name.toLowerCase(Locale.ROOT), values.getFirst()));
    var uri = exchange.getRequestURI();
    var query = uri.getRawQuery() == null ? "" : uri.getRawQuery();
    return new Request(
        exchange.getRequestMethod(),
        uri.getRawPath(),
        query,
        headers,
        exchange.getRequestBody().readAllBytes());
  }

  private static void answer(HttpExchange exchange, Response response) throws IOException {
    var bytes = response.body().getBytes(UTF_8);
    response.headers().forEach(exchange.getResponseHeaders()::set);
    exchange.sendResponseHeaders(response.status(), bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  private static void half(HttpExchange exchange, Response response) throws IOException {
    var bytes = response.body().getBytes(UTF_8);
    exchange.sendResponseHeaders(response.status(), bytes.length + 1L);
    exchange.getResponseBody().write(bytes, 0, bytes.length / 2);
    exchange.getResponseBody().flush();
  }

  private static void await(CountDownLatch until) {
    try {
      until.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    closed.countDown();
    silence.get().countDown();
    server.stop(0);
    threads.shutdownNow();
  }
}
