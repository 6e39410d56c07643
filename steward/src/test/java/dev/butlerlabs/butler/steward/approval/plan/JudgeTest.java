package dev.butlerlabs.butler.steward.approval.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.net.Subnet;
import java.security.SecureRandom;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which serving certificates nodes may have. */
class JudgeTest {

  private static final SecureRandom RANDOM = new SecureRandom();
  private static final SigningKey KEY = SigningKey.generate(KeyKind.EC_P256, RANDOM);
  private static final Set<String> USAGES =
      Set.of("digital signature", "key encipherment", "server auth");
  private static final Set<String> GROUPS = Set.of("system:nodes", "system:authenticated");
  private static final String WORKER = "system:node:worker-a";
  private static final Asked.Node NODE =
      new Asked.Node(
          List.of("worker-a", "Worker-A.example", "kubernetes.default.svc"),
          List.of("192.0.2.11", "2001:db8::11", "10.96.0.1", "127.0.0.1", "192.0.2.7"));
  private static final Judge JUDGE =
      new Judge(List.of(), Subnet.parseAll("10.96.0.0/16"), "cluster.local", "192.0.2.7");

  @Test
  void nodeGetsWhatItIs() {
    assertThat(judge("worker-a", "worker-a.example", "192.0.2.11", "2001:db8::11"))
        .isInstanceOf(Judgement.Approve.class);
    assertThat(judge("192.0.2.11")).isInstanceOf(Judgement.Approve.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"worker-b", "192.0.2.12", "worker-a.other", "2001:db8::12"})
  void namesThatTheNodeDoesNotHaveAreWaitedForAndThenLeft(String name) {
    assertThat(judge("worker-a", name)).isInstanceOf(Judgement.Wait.class);
  }

  @Test
  void nodeThatIsNotThereIsWaitedFor() {
    assertThat(JUDGE.judge(asked(WORKER, GROUPS, USAGES, pem("worker-a")), null))
        .isInstanceOf(Judgement.Wait.class);
  }

  /** The Node above claims all of these for itself, as a node that was broken into could. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "kubernetes.default.svc",
        "kubernetes",
        "localhost",
        "*.example",
        "web.shop.svc",
        "web.shop.svc.cluster.local",
        "anything.cluster.local",
        "10.96.0.1",
        "127.0.0.1",
        "0.0.0.0",
        "::1",
        "192.0.2.7"
      })
  void whatIsSomebodyElsesIsNoNodes(String name) {
    assertThat(judge(name)).isInstanceOf(Judgement.Leave.class);
  }

  @Test
  void somebodyWhoIsNoNodeGetsNothing() {
    var pem = pem("worker-a");
    for (var user : List.of("anna", "system:node:", "system:serviceaccount:a:b", "")) {
      assertThat(JUDGE.judge(asked(user, GROUPS, USAGES, pem), NODE))
          .as(user)
          .isInstanceOf(Judgement.Leave.class);
    }
    var groups = Set.of("system:authenticated");
    assertThat(JUDGE.judge(asked(WORKER, groups, USAGES, pem), NODE))
        .isInstanceOf(Judgement.Leave.class);
  }

  @Test
  void certificateInAnotherNameIsLeft() {
    for (var subject :
        List.of(
            new Subject("system:node:worker-b", List.of("system:nodes")),
            new Subject(WORKER, List.of()),
            new Subject(WORKER, List.of("system:masters")),
            new Subject(WORKER, List.of("system:nodes", "system:masters")))) {
      assertThat(JUDGE.judge(asked(WORKER, GROUPS, USAGES, pem(subject, "worker-a")), NODE))
          .as(subject.toString())
          .isInstanceOf(Judgement.Leave.class);
    }
  }

  @Test
  void certificateForMoreThanServingIsLeft() {
    for (var usages :
        List.of(
            Set.of("digital signature", "server auth", "client auth"),
            Set.of("server auth"),
            Set.of("digital signature"),
            Set.of("digital signature", "server auth", "cert sign"),
            Set.<String>of())) {
      assertThat(JUDGE.judge(asked(WORKER, GROUPS, usages, pem("worker-a")), NODE))
          .as(usages.toString())
          .isInstanceOf(Judgement.Leave.class);
    }
  }

  @Test
  void certificateForNobodyIsLeft() {
    assertThat(JUDGE.judge(asked(WORKER, GROUPS, USAGES, pem()), NODE))
        .isInstanceOf(Judgement.Leave.class);
  }

  @Test
  void requestThatCannotBeReadIsLeft() {
    for (var pem : List.of("", "rubbish", pem("worker-a").replace("M", "N"))) {
      assertThat(JUDGE.judge(asked(WORKER, GROUPS, USAGES, pem), NODE))
          .isInstanceOf(Judgement.Leave.class);
    }
  }

  @Test
  void addressOutsideOfTheAllowedNetworksIsLeft() {
    var judge =
        new Judge(
            Subnet.parseAll("198.51.100.0/24"),
            Subnet.parseAll("10.96.0.0/16"),
            "cluster.local",
            "192.0.2.7");
    assertThat(judge.judge(asked(WORKER, GROUPS, USAGES, pem("192.0.2.11")), NODE))
        .isInstanceOf(Judgement.Leave.class);
    assertThat(judge.judge(asked(WORKER, GROUPS, USAGES, pem("worker-a")), NODE))
        .isInstanceOf(Judgement.Approve.class);
  }

  private static Judgement judge(String... names) {
    return JUDGE.judge(asked(WORKER, GROUPS, USAGES, pem(names)), NODE);
  }

  private static Asked asked(String user, Set<String> groups, Set<String> usages, String pem) {
    return new Asked(user, groups, usages, pem);
  }

  private static String pem(String... names) {
    return pem(new Subject(WORKER, List.of("system:nodes")), names);
  }

  private static String pem(Subject subject, String... names) {
    return SigningRequest.make(subject, SubjectAltName.all(names), KEY, RANDOM).pem();
  }
}
