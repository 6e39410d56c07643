package dev.butlerlabs.butler.kube.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.ServingPlan.Seen;
import dev.butlerlabs.butler.kube.admission.ServingPlan.Step;
import dev.butlerlabs.butler.pki.SubjectAltName;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServingPlanTest {

  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");
  private static final Duration LIFE = Duration.ofDays(90);
  private static final Duration OVERLAP = Duration.ofMinutes(2);
  private static final List<SubjectAltName> NAMES = SubjectAltName.all("127.0.0.1");

  private final SecureRandom random = new SecureRandom();
  private final ServingKeys first = ServingKeys.fresh(NAMES, LIFE, START, random);

  @Test
  void aYoungCertificateIsKeptUntilTwoThirdsOfItsLife() {
    var step = decide(first, first.authorities(), START);

    assertThat(step).isInstanceOf(Step.Keep.class);
    assertThat(((Step.Keep) step).until())
        .isBetween(START.plus(Duration.ofDays(59)), START.plus(Duration.ofDays(60)));
  }

  @Test
  void whenItIsDueTheNextIsPreparedAndNotYetShown() {
    var due = START.plus(Duration.ofDays(61));

    assertThat(decide(first, first.authorities(), due)).isInstanceOf(Step.Prepare.class);
    var prepared = first.prepared(NAMES, LIFE, due, due.plus(OVERLAP), random);
    assertThat(prepared.serving()).isEqualTo(first.serving());
    assertThat(prepared.authorities()).hasSize(2).containsAll(first.authorities());
    assertThat(decide(prepared, prepared.authorities(), due))
        .isEqualTo(new Step.Keep(due.plus(OVERLAP)));
  }

  @Test
  void theNextIsShownOnlyAfterTheApiServerWasToldOfItsAuthority() {
    var due = START.plus(Duration.ofDays(61));
    var later = due.plus(OVERLAP);
    var prepared = first.prepared(NAMES, LIFE, due, later, random);

    assertThat(decide(prepared, first.authorities(), later))
        .isInstanceOf(Step.AwaitRegistration.class);
    assertThat(decide(prepared, prepared.authorities(), later)).isInstanceOf(Step.Promote.class);
  }

  @Test
  void theEarlierAuthorityStaysTrustedUntilTheNextRenewal() {
    var due = START.plus(Duration.ofDays(61));
    var promoted = first.prepared(NAMES, LIFE, due, due, random).promoted();

    assertThat(promoted.next()).isNull();
    assertThat(promoted.authorities()).containsAll(first.authorities());
    var again = promoted.prepared(NAMES, LIFE, due, due, random);
    assertThat(again.authorities()).hasSize(2).doesNotContainAnyElementsOf(first.authorities());
  }

  @Test
  void aCertificateThatWouldBeRefusedIsReplacedAtOnce() {
    var ended = START.plus(LIFE).plusSeconds(1);
    var elsewhere = SubjectAltName.all("butler.butler-system.svc");
    var stranger = ServingKeys.fresh(NAMES, LIFE, START, random);
    var foreign = new ServingKeys(first.serving(), null, stranger.authorities());

    assertThat(decide(first, first.authorities(), ended)).isInstanceOf(Step.Replace.class);
    assertThat(ServingPlan.decide(new Seen(first, elsewhere, first.authorities(), START)))
        .isInstanceOf(Step.Replace.class);
    assertThat(decide(foreign, foreign.authorities(), START)).isInstanceOf(Step.Replace.class);
    assertThat(decide(first, first.authorities(), START.minus(Duration.ofDays(1))))
        .isInstanceOf(Step.Replace.class);
  }

  @Test
  void aNextThatWouldBeRefusedIsMadeAnew() {
    var due = START.plus(Duration.ofDays(61));
    var prepared = first.prepared(SubjectAltName.all("else.where"), LIFE, due, due, random);

    assertThat(decide(prepared, prepared.authorities(), due)).isInstanceOf(Step.Prepare.class);
  }

  @Test
  void theSecretHoldsEverythingAndNoAuthoritysKey() {
    var prepared = first.prepared(NAMES, LIFE, START, START.plus(OVERLAP), random);
    var secret = ServingSecret.write(new ObjectKey("ns", "s"), prepared);

    assertThat(ServingSecret.read(secret)).contains(prepared);
    assertThat(secret.getData())
        .containsOnlyKeys("tls.crt", "tls.key", "ca.crt", "next.crt", "next.key", "next.from");
  }

  @Test
  void aSecretThatCannotBeUnderstoodIsNone() {
    var secret = ServingSecret.write(new ObjectKey("ns", "s"), first);
    var stranger = ServingKeys.fresh(NAMES, LIFE, START, random);
    var mixed = ServingSecret.write(new ObjectKey("ns", "s"), stranger).getData().get("tls.key");

    for (var broken : List.of(Map.of("tls.crt", "%"), Map.of("tls.key", mixed))) {
      var copy = new SecretBuilder(secret).addToData(broken).build();
      assertThat(ServingSecret.read(copy)).isEmpty();
    }
    secret.setData(null);
    assertThat(ServingSecret.read(secret)).isEmpty();
  }

  private static Step decide(ServingKeys keys, List<X509Certificate> registered, Instant now) {
    return ServingPlan.decide(new Seen(keys, NAMES, registered, now));
  }
}
