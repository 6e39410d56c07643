package dev.butlerlabs.butler.kube.admission;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Where the API server asks. Bounded in the size of a question, in what all questions at once may
 * weigh, and in how long one may take to arrive.
 */
final class AdmissionEndpoint implements AutoCloseable {

  /** The object and its earlier state, each as large as an API server takes one, and the rest. */
  static final int LONGEST_BODY = 7 << 20;

  private static final int UNIT = 1 << 10;

  /**
   * What the bodies being looked at may weigh together; read as trees they take several times as
   * much.
   */
  private static final int ALL_BODIES = 2 * LONGEST_BODY / UNIT;

  private static final int ACCEPT_BACKLOG = 64;
  private static final int WAIT_SECONDS = 2;

  private final HttpsServer server;
  private final Map<String, Admission<?>> admissions;
  private final ReviewDesk desk;
  private final Semaphore room = new Semaphore(ALL_BODIES);
  private volatile boolean started;

  /** Takes the address, and answers nothing yet. */
  AdmissionEndpoint(
      InetSocketAddress address,
      ServingIdentity identity,
      List<Admission<?>> admissions,
      ReviewDesk desk) {
    this.desk = desk;
    this.admissions =
        admissions.stream().collect(Collectors.toMap(Admission::path, Function.identity()));
    HttpLimits.set();
    try {
      server = HttpsServer.create(address, ACCEPT_BACKLOG);
    } catch (IOException e) {
      throw new UncheckedIOException(
          "admission cannot listen on %s; choose another webhook-address".formatted(address), e);
    }
    server.setHttpsConfigurator(new HttpsConfigurator(identity.context()));
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
  }

  void serve() {
    server.start();
    started = true;
  }

  /** The port is a real one even when zero was asked for. */
  InetSocketAddress address() {
    return server.getAddress();
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      var admission = admissions.get(exchange.getRequestURI().getPath());
      if (admission == null) {
        refuse(exchange, 404, "no admission is served under this path");
      } else if (!exchange.getRequestMethod().equals("POST")) {
        refuse(exchange, 405, "an admission review is sent by POST");
      } else {
        weigh(exchange, admission);
      }
    }
  }

  private void weigh(HttpExchange exchange, Admission<?> admission) throws IOException {
    var length = length(exchange);
    if (length > LONGEST_BODY) {
      refuse(exchange, 413, "an admission review may have %d bytes".formatted(LONGEST_BODY));
      return;
    }
    var weight = (length < 0 ? LONGEST_BODY : (int) length) / UNIT + 1;
    try {
      if (!room.tryAcquire(weight, WAIT_SECONDS, TimeUnit.SECONDS)) {
        refuse(exchange, 503, "too many admission reviews at once; try again");
        return;
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
      refuse(exchange, 503, "the manager stops; try again");
      return;
    }
    try {
      review(exchange, admission);
    } finally {
      room.release(weight);
    }
  }

  private void review(HttpExchange exchange, Admission<?> admission) throws IOException {
    var body = exchange.getRequestBody().readNBytes(LONGEST_BODY + 1);
    if (body.length > LONGEST_BODY) {
      refuse(exchange, 413, "an admission review may have %d bytes".formatted(LONGEST_BODY));
      return;
    }
    var review = Review.read(body);
    if (review.isEmpty()) {
      refuse(exchange, 400, "this is no AdmissionReview of admission.k8s.io/v1");
      return;
    }
    var reply = desk.judge(admission, review.get());
    send(exchange, 200, "application/json", review.get().answer(reply));
  }

  /** Minus one when the sender does not say. */
  private static long length(HttpExchange exchange) {
    var told = exchange.getRequestHeaders().getFirst("Content-Length");
    return told == null ? -1 : Long.parseLong(told.strip());
  }

  private static void refuse(HttpExchange exchange, int code, String why) throws IOException {
    exchange.getResponseHeaders().set("Connection", "close");
    send(exchange, code, "text/plain; charset=utf-8", (why + "\n").getBytes(UTF_8));
  }

  private static void send(HttpExchange exchange, int code, String type, byte[] body)
      throws IOException {
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }

  /** Questions being answered get a moment to end. */
  @Override
  public void close() {
    server.stop(started ? 1 : 0);
  }
}
