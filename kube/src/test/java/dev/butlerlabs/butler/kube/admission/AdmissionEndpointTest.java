package dev.butlerlabs.butler.kube.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.testkit.Await;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdmissionEndpointTest {

  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final CountDownLatch never = new CountDownLatch(1);
  private final ServingKeys keys =
      ServingKeys.fresh(
          SubjectAltName.all("127.0.0.1"), Duration.ofDays(1), Instant.now(), new SecureRandom());
  private final ServingIdentity identity = new ServingIdentity();
  private final AdmissionEndpoint endpoint =
      new AdmissionEndpoint(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
          identity,
          List.of(
              Admission.onWrite("gadgets", Gadget.class, new GadgetRule()),
              Admission.onWrite("slow", Gadget.class, this::wait)),
          new ReviewDesk(meters, PATIENCE));
  private final HttpClient http =
      HttpClient.newBuilder().sslContext(TlsContext.trusting(keys.authorities())).build();

  @BeforeEach
  void serve() {
    identity.serve(keys.serving());
    endpoint.serve();
  }

  @AfterEach
  void stop() {
    endpoint.close();
    http.close();
  }

  private Ruling wait(Request<Gadget> request) {
    try {
      never.await();
      return Ruling.allowed();
    } catch (InterruptedException cutOff) {
      meters.counter("interrupted").increment();
      throw new IllegalStateException(cutOff);
    }
  }

  @Test
  void aReviewIsAnswered() {
    var answer = post("/admit/gadgets", BodyPublishers.ofString(review(60)));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.body())
        .contains(
            "\"uid\":\"u-1\"", "\"allowed\":false", "\"code\":422", "\"field\":\"spec.size\"");
  }

  @Test
  void anObjectThatCannotBeReadIsRefusedInWords() {
    var wrong = review(5).replace("{\"size\":5}", "\"text\"");

    assertThat(post("/admit/gadgets", BodyPublishers.ofString(wrong)).body())
        .contains("\"allowed\":false", "Butler cannot read this Gadget")
        .doesNotContain("Exception");
  }

  @Test
  void garbageIsNoReview() {
    for (var body : List.of("", "{", "\u0000\u0001", "[]", "{\"kind\":\"AdmissionReview\"}")) {
      var answer = post("/admit/gadgets", BodyPublishers.ofString(body));
      assertThat(answer.statusCode()).as(body).isEqualTo(400);
      assertThat(answer.body()).isEqualTo("this is no AdmissionReview of admission.k8s.io/v1\n");
    }
    var older = review(5).replace("admission.k8s.io/v1", "admission.k8s.io/v1beta1");
    assertThat(post("/admit/gadgets", BodyPublishers.ofString(older)).statusCode()).isEqualTo(400);
  }

  @Test
  void aBodyThatIsTooLargeIsNotRead() {
    var large = new byte[AdmissionEndpoint.LONGEST_BODY + 1];

    assertThat(
            post(
                    "/admit/gadgets",
                    BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(large)))
                .statusCode())
        .isEqualTo(413);
    assertThat(post("/admit/gadgets", BodyPublishers.ofString(review(5))).statusCode())
        .isEqualTo(200);
  }

  @Test
  void otherPathsAndMethodsAreRefused() {
    assertThat(post("/admit/others", BodyPublishers.ofString(review(5))).statusCode())
        .isEqualTo(404);
    assertThat(send(HttpRequest.newBuilder(at("/admit/gadgets")).GET().build()).statusCode())
        .isEqualTo(405);
  }

  @Test
  void aRuleThatDoesNotAnswerIsCutOffInTime() {
    var answer = post("/admit/slow", BodyPublishers.ofString(review(5)));

    assertThat(answer.body()).contains("\"allowed\":false", "could not check this within PT3S");
    Await.untilTrue("the rule was interrupted", () -> meters.counter("interrupted").count() == 1);
  }

  @Test
  void aCertificateIsChangedBetweenTwoConnections() {
    var next =
        ServingKeys.fresh(
            SubjectAltName.all("127.0.0.1"), Duration.ofDays(1), Instant.now(), new SecureRandom());
    assertThat(post("/admit/gadgets", BodyPublishers.ofString(review(5))).statusCode())
        .isEqualTo(200);

    identity.serve(next.serving());

    try (var other =
        HttpClient.newBuilder().sslContext(TlsContext.trusting(next.authorities())).build()) {
      var request =
          HttpRequest.newBuilder(at("/admit/gadgets"))
              .POST(BodyPublishers.ofString(review(5)))
              .build();
      assertThat(send(other, request).statusCode()).isEqualTo(200);
    }
    assertThat(post("/admit/gadgets", BodyPublishers.ofString(review(5))).statusCode())
        .as("the connection from before")
        .isEqualTo(200);
  }

  @Test
  void whatHappenedIsCounted() {
    post("/admit/gadgets", BodyPublishers.ofString(review(60)));

    assertThat(
            meters
                .get("butler.admission.review")
                .tag("admission", "gadgets")
                .tag("outcome", "denied")
                .timer()
                .count())
        .isEqualTo(1);
  }

  private URI at(String path) {
    return URI.create("https://127.0.0.1:" + endpoint.address().getPort() + path);
  }

  private HttpResponse<String> post(String path, BodyPublisher body) {
    return send(HttpRequest.newBuilder(at(path)).POST(body).build());
  }

  private HttpResponse<String> send(HttpRequest request) {
    return send(http, request);
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static String review(int size) {
    return """
        {"apiVersion":"admission.k8s.io/v1","kind":"AdmissionReview","request":{"uid":"u-1",
        "operation":"CREATE","namespace":"ns","name":"g","userInfo":{"username":"ada"},
        "object":{"apiVersion":"admission.test.butlerlabs.dev/v1","kind":"Gadget",
        "metadata":{"name":"g","namespace":"ns"},"spec":{"size":%d}},"oldObject":null}}
        """
        .formatted(size);
  }
}
