package dev.butlerlabs.butler.providers.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.providers.http.Answer.Refusal;
import dev.butlerlabs.butler.providers.http.Answer.Silence;
import dev.butlerlabs.butler.providers.http.Answer.Success;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PlatformHttpTest {

  private static final InstantSource NOON =
      InstantSource.fixed(Instant.parse("2026-01-02T12:00:00Z"));
  private static final SecretText TOKEN = new SecretText("canary/token+1&2");
  private static final SecretText USER_DATA = new SecretText("#cloud-config\ncanary: \"user\"\n");

  @Test
  void aPlatformOfTheGivenAuthorityIsBelieved() throws IOException {
    try (var server = TestServer.tls(SubjectAltName.Ip.of("127.0.0.1"), PlatformHttpTest::fine);
        var http = http(server.uri(), server.trust())) {
      assertThat(http.send(Call.get("look", "/"))).isInstanceOf(Success.class);
    }
  }

  @Test
  void aPlatformOfAnUnknownAuthorityIsNotAndWaitingDoesNotHelp() throws IOException {
    try (var server = TestServer.tls(SubjectAltName.Ip.of("127.0.0.1"), PlatformHttpTest::fine);
        var http = http(server.uri(), new Trust.OfTheSystem())) {
      assertThat(fault(http.send(Call.get("look", "/"))))
          .isInstanceOf(Fault.Invalid.class)
          .extracting(Fault::sentence)
          .asString()
          .contains("not trusted", "CA certificate in the credentials Secret");
    }
  }

  @Test
  void aCertificateForAnotherNameIsNotBelieved() throws IOException {
    try (var server = TestServer.tls(SubjectAltName.Ip.of("127.0.0.9"), PlatformHttpTest::fine);
        var http = http(server.uri(), server.trust())) {
      assertThat(fault(http.send(Call.get("look", "/")))).isInstanceOf(Fault.Invalid.class);
    }
  }

  @Test
  void anythingIsBelievedWhenAsked() throws IOException {
    try (var server = TestServer.tls(SubjectAltName.Ip.of("127.0.0.9"), PlatformHttpTest::fine);
        var http = http(server.uri(), new Trust.Anything())) {
      assertThat(http.send(Call.get("look", "/"))).isInstanceOf(Success.class);
    }
  }

  @Test
  void callsGoThroughTheProxy() throws IOException {
    var asked = new AtomicReference<String>("");
    try (var proxy =
            TestServer.plain(
                exchange -> {
                  asked.set(exchange.getRequestURI().toString());
                  TestServer.answer(exchange, 200, "by proxy");
                });
        var http =
            new PlatformHttp(
                HttpSettings.of(URI.create("http://platform.invalid"), new Trust.OfTheSystem())
                    .through(
                        ProxySelector.of(
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()))),
                List.of(),
                NOON)) {
      assertThat(http.send(Call.get("look", "/version"))).isInstanceOf(Success.class);
      assertThat(asked.get()).isEqualTo("http://platform.invalid/version");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "400, Invalid", "401, Unauthorized", "403, Forbidden", "404, NotFound", "409, Busy",
    "422, Invalid", "423, Busy", "429, Throttled", "500, Unavailable", "502, Unavailable",
    "503, Unavailable", "507, Quota", "302, Unavailable"
  })
  void aStatusBecomesAFault(int status, String fault) throws IOException {
    try (var server = TestServer.plain(exchange -> TestServer.answer(exchange, status, "why"));
        var http = http(server.uri(), new Trust.OfTheSystem())) {
      var answer = http.send(Call.get("look at cp-0", "/"));

      assertThat(answer).isInstanceOf(Refusal.class);
      assertThat(fault(answer).getClass().getSimpleName()).isEqualTo(fault);
      assertThat(fault(answer).sentence()).startsWith("look at cp-0: " + status + " why");
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "429|7|7", "503|30|30", "429|Fri, 02 Jan 2026 12:01:30 GMT|90",
        "429|Fri, 02 Jan 2026 11:00:00 GMT|0", "429|soon|10", "429|86400|600"
      })
  void thePauseThePlatformAsksForIsKept(int status, String header, int seconds) throws IOException {
    try (var server =
            TestServer.plain(
                exchange -> {
                  exchange.getResponseHeaders().set("Retry-After", header);
                  TestServer.answer(exchange, status, "");
                });
        var http = http(server.uri(), new Trust.OfTheSystem())) {
      assertThat(fault(http.send(Call.get("look", "/"))).retryAfter())
          .contains(Duration.ofSeconds(seconds));
    }
  }

  @Test
  void aRedirectIsNotFollowedBecauseItWouldCarryTheToken() throws IOException {
    var elsewhere = new AtomicReference<String>("not asked");
    try (var other =
            TestServer.plain(
                exchange -> {
                  elsewhere.set("asked");
                  TestServer.answer(exchange, 200, "");
                });
        var server =
            TestServer.plain(
                exchange -> {
                  exchange.getResponseHeaders().set("Location", other.uri().toString());
                  TestServer.answer(exchange, 302, "");
                });
        var http = http(server.uri(), new Trust.OfTheSystem())) {
      assertThat(http.send(Call.get("look", "/").with("Authorization", TOKEN)))
          .isInstanceOf(Refusal.class);
      assertThat(elsewhere).hasValue("not asked");
    }
  }

  @Test
  void aPlatformThatNeverAnswersEndsAtTheDeadline() throws IOException {
    var release = new CountDownLatch(1);
    try (var server =
            TestServer.plain(
                exchange -> {
                  exchange.sendResponseHeaders(200, 100);
                  exchange.getResponseBody().write('x');
                  exchange.getResponseBody().flush();
                  awaitQuietly(release);
                });
        var http =
            new PlatformHttp(
                HttpSettings.of(server.uri(), new Trust.OfTheSystem())
                    .within(Duration.ofMillis(300)),
                List.of(),
                NOON)) {
      var answer = http.send(Call.get("look", "/"));
      release.countDown();

      assertThat(answer).isInstanceOf(Silence.class);
      assertThat(fault(answer)).isInstanceOf(Fault.Unavailable.class);
    }
  }

  @Test
  void aConnectionCutInTheMiddleOfAnAnswerIsSilence() throws IOException, InterruptedException {
    try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        var http =
            http(
                URI.create("http://127.0.0.1:" + listener.getLocalPort()),
                new Trust.OfTheSystem())) {
      var peer =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try (var socket = listener.accept()) {
                      socket.getInputStream().read(new byte[1024]);
                      socket
                          .getOutputStream()
                          .write(
                              "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhalf".getBytes(UTF_8));
                    } catch (IOException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      var answer = http.send(Call.of("make cp-0", "POST", "/"));
      peer.join();

      assertThat(answer).isInstanceOf(Silence.class);
      assertThat(fault(answer).sentence()).startsWith("make cp-0: 127.0.0.1:");
    }
  }

  @Test
  void nobodyListeningIsSilence() throws IOException {
    int port;
    try (var closed = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = closed.getLocalPort();
    }
    try (var http = http(URI.create("http://127.0.0.1:" + port), new Trust.OfTheSystem())) {
      assertThat(fault(http.send(Call.get("look", "/")))).isInstanceOf(Fault.Unavailable.class);
    }
  }

  @Test
  void anInterruptEndsTheCallAndStays() throws IOException {
    try (var server = TestServer.plain(PlatformHttpTest::fine);
        var http = http(server.uri(), new Trust.OfTheSystem())) {
      Thread.currentThread().interrupt();

      assertThat(http.send(Call.get("look", "/"))).isInstanceOf(Silence.class);
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void whoeverWasInterruptedSendsNothingMore() throws IOException {
    var heard = new AtomicInteger();
    try (var server =
            TestServer.plain(
                exchange -> {
                  heard.incrementAndGet();
                  fine(exchange);
                });
        var http = http(server.uri(), new Trust.OfTheSystem())) {
      Thread.currentThread().interrupt();
      for (var i = 0; i < 50; i++) {
        http.send(Call.of("remove it", "DELETE", "/"));
      }
      assertThat(Thread.interrupted()).isTrue();

      assertThat(http.send(Call.get("look", "/"))).isInstanceOf(Success.class);
      assertThat(heard).hasValue(1);
    }
  }

  /** The platform answers with all it was told, in every spelling. */
  @Test
  void nothingSecretComesBackInAFault() throws IOException {
    try (var server =
            TestServer.plain(
                exchange -> {
                  var token = TOKEN.reveal();
                  var data = USER_DATA.reveal();
                  TestServer.answer(
                      exchange,
                      400,
                      String.join(
                          " | ",
                          token,
                          URLEncoder.encode(token, UTF_8),
                          Base64.getEncoder().encodeToString(token.getBytes(UTF_8)),
                          data,
                          data.replace("\n", "\\n").replace("\"", "\\\""),
                          Base64.getEncoder().encodeToString(data.getBytes(UTF_8)),
                          URLEncoder.encode(data, UTF_8),
                          exchange.getRequestHeaders().getFirst("X-Once"),
                          exchange.getRequestURI().toString()));
                });
        var http = http(server.uri(), new Trust.OfTheSystem())) {
      var call =
          Call.of("make cp-0", "POST", "/?t=" + Form.encode(TOKEN.reveal()))
              .with("X-Once", new SecretText("canary-of-one-call"))
              .sending(Call.Body.form(Map.of("user", USER_DATA.reveal())))
              .hiding(List.of(USER_DATA));

      var answer = http.send(call);

      assertThat(answer).isInstanceOf(Refusal.class);
      assertThat(answer + fault(answer).sentence() + call).doesNotContainIgnoringCase("canary");
      assertThat(fault(answer).sentence())
          .doesNotContain(Base64.getEncoder().encodeToString(TOKEN.reveal().getBytes(UTF_8)))
          .contains("[redacted]");
    }
  }

  @Test
  void aFileIsSentAsBrowsersDo() throws IOException {
    var body = new AtomicReference<String>("");
    var type = new AtomicReference<String>("");
    try (var server =
            TestServer.plain(
                exchange -> {
                  type.set(exchange.getRequestHeaders().getFirst("Content-Type"));
                  body.set(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
                  TestServer.answer(exchange, 200, "");
                });
        var http = http(server.uri(), new Trust.OfTheSystem())) {
      http.send(
          Call.of("upload", "POST", "/")
              .sending(
                  new Call.Body.Upload(
                      Map.of("content", "iso"), "filename", "a.iso", UTF_8.encode("bytes"))));

      var boundary = type.get().replace("multipart/form-data; boundary=", "--");
      assertThat(body.get())
          .isEqualTo(
              boundary
                  + "\r\nContent-Disposition: form-data; name=\"content\"\r\n\r\niso\r\n"
                  + boundary
                  + "\r\nContent-Disposition: form-data; name=\"filename\"; filename=\"a.iso\"\r\n"
                  + "Content-Type: application/octet-stream\r\n\r\nbytes\r\n"
                  + boundary
                  + "--\r\n");
    }
  }

  private static PlatformHttp http(URI base, Trust trust) {
    return new PlatformHttp(HttpSettings.of(base, trust), List.of(TOKEN), NOON);
  }

  private static Fault fault(Answer answer) {
    return answer.findFault().orElseThrow();
  }

  private static void fine(HttpExchange exchange) throws IOException {
    TestServer.answer(exchange, 200, "{}");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
