package dev.butlerlabs.butler.steward.plane;

import static dev.butlerlabs.butler.steward.plane.PlanTest.told;
import static dev.butlerlabs.butler.steward.plane.PlanTest.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.plane.plan.Given;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.PlanePlanner;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a plan does when something changes later: addresses, keys, pods, sleep. */
class PlanChangesTest {

  @Test
  void flagThatIsTakenAwayAgainIsGone() {
    var flagged =
        Planes.USUAL.replace("service:", "deployment: {extraArgs: {apiServer: [--v=4]}}, service:");
    var world = new World(Planes.of("shop", flagged));
    world.settle();

    world.plane.setSpec(Planes.spec(Planes.USUAL));
    world.settle();

    assertThat(world.container("kube-apiserver").getArgs()).doesNotContain("--v=4");
  }

  @Test
  void flagTheVersionDoesNotKnowIsToldBeforeAnythingBreaks() {
    var world = new World(Planes.usual());
    world.settle();
    var before = world.deployment();

    world.plane.setSpec(
        Planes.spec(
            Planes.USUAL.replace(
                "service:",
                "deployment: {extraArgs: {apiServer: [--insecure-port=1]}}, service:")));
    var plan = world.run();

    assertThat(verdict(plan, "Accepted").message()).contains("--insecure-port of apiServer");
    assertThat(world.deployment()).isEqualTo(before);
    assertThat(verdict(plan, "Ready").status()).isEqualTo(Truth.TRUE);
  }

  @Test
  void brokenFragmentIsToldAndChangesNothing() {
    var world =
        new World(
            Planes.of(
                "shop",
                Planes.USUAL.replace("service:", "deployment: {tolerations: [17]}, service:")));

    var plan = world.run();

    assertThat(plan.deployment()).isEmpty();
    assertThat(verdict(plan, "Ready").reason()).isEqualTo("InvalidConfiguration");
  }

  @Test
  void newAddressReachesCertificateAndAllFourKubeconfigs() {
    var world = new World(Planes.usual());
    world.settle();

    world.balancer = "192.0.2.99";
    world.settle();

    assertThat(names(world)).contains("192.0.2.99");
    for (var key : List.of("admin.conf", "super-admin.conf")) {
      assertThat(config(world, key).address()).isEqualTo("https://192.0.2.99:6443");
    }
    assertThat(config(world, "super-admin.svc").address())
        .isEqualTo("https://shop.control-planes.svc:6443");
  }

  @Test
  void nameThatIsWantedNoLongerRestartsNothing() {
    var world =
        new World(
            Planes.of("shop", Planes.USUAL + "networkProfile: {certSANs: [a.example.com]}\n"));
    world.settle();
    var made = world.minted;

    world.plane.setSpec(Planes.spec(Planes.USUAL));
    world.settle();

    assertThat(world.minted).isEqualTo(made);
    assertThat(world.rollouts).isZero();
  }

  @Test
  void askedRenewalReplacesBothAdminsTogetherAndIsTold() {
    var world = new World(Planes.usual());
    world.settle();
    var before = keys(world, Part.ADMIN);

    world.ask(Part.ADMIN);
    world.settle();

    var after = keys(world, Part.ADMIN);
    assertThat(after.rotate()).isEqualTo("2026-03-01T10:00:00Z");
    for (var key : before.data().keySet()) {
      assertThat(after.text(key)).isNotEqualTo(before.text(key));
    }
    assertThat(world.rollouts).isZero();
  }

  @Test
  void deletedSecretComesBackAndOnlyMountedOnesReplacePods() {
    for (var part : Part.always()) {
      var world = new World(Planes.usual());
      world.settle();

      world.keys.remove(part);
      var plan = world.settle();

      assertThat(world.keys).containsKey(part);
      assertThat(world.rollouts).as("%s", part).isEqualTo(part == Part.ADMIN ? 0 : 1);
      assertThat(verdict(plan, "Ready").status()).isEqualTo(Truth.TRUE);
    }
  }

  @Test
  void leafIsRenewedAfterTwoThirdsOfItsYearAndNotBefore() {
    var world = new World(Planes.usual());
    var plan = world.settle();
    assertThat(plan.report().lookAgain().toString()).contains("PT5839H");

    world.now = world.now.plus(Duration.ofDays(243));
    assertThat(world.plan().orders()).isEmpty();
    world.now = world.now.plus(Duration.ofDays(1));
    world.settle();

    assertThat(Pem.certificate(keys(world, Part.API_SERVER).text("apiserver.crt")).getNotAfter())
        .isAfter(Date.from(world.now.plus(Duration.ofDays(364))));
  }

  @Test
  void planeIsNotCalledReadyBeforeAdministratorsGetIn() {
    var world = new World(Planes.of("shop", Planes.USUAL));
    world.run();
    world.rollOut();

    assertThat(told(world.run(), "/kubernetesResources/version/status")).isEqualTo("Provisioning");
  }

  @Test
  void podsOnTheirWayToSleepAreCounted() {
    var world = new World(Planes.of("shop", Planes.USUAL));
    world.settle();
    world.plane.setSpec(
        Planes.spec(Planes.USUAL.replace("service:", "deployment: {replicas: 0}, service:")));

    assertThat(verdict(world.run(), "RolledOut").message()).isEqualTo("2 pod(s) are being stopped");
  }

  @Test
  void changedFileOfTheUserReplacesPodsOnceAndTheSameOneDoesNot() {
    var world = new World(Planes.usual());
    world.given = new Given(Map.of(Given.AUDIT_POLICY, "one"));
    world.settle();
    world.settle();
    assertThat(world.rollouts).isZero();

    world.given = new Given(Map.of(Given.AUDIT_POLICY, "other"));
    world.settle();

    assertThat(world.rollouts).isEqualTo(1);
  }

  @Test
  void whatAPodComplainsAboutIsTold() {
    var world = new World(Planes.of("shop", Planes.USUAL));
    world.run();
    var plan = PlanePlanner.plan(world.look().troubled("pod x: it is sad"), World.RELEASES);

    assertThat(verdict(plan, "Ready").message())
        .startsWith("0 of 2 pods are ready: pod x: it is sad; the rest is being started");
  }

  @Test
  void silenceInsideATenantIsNotTakenForTroubleWithItsPods() {
    var world = new World(Planes.of("shop", Planes.USUAL));
    world.run();
    world.rollOut();

    var told = world.run().unanswered(new Cause("WaitingForApi", "no answer", "", ""));

    assertThat(verdict(told, "RolledOut").status()).isEqualTo(Truth.TRUE);
    assertThat(verdict(told, "Joinable").message()).isEqualTo("no answer");
    assertThat(verdict(told, "Ready").message()).isEqualTo("no answer");
  }

  @Test
  void sleepKeepsEverythingButThePodsAndRecordsNoVersion() {
    var world = new World(Planes.usual());
    world.settle();

    world.plane.setSpec(
        Planes.spec(Planes.USUAL.replace("service:", "deployment: {replicas: 0}, service:")));
    var plan = world.settle();

    assertThat(world.deployment().getSpec().getReplicas()).isZero();
    assertThat(verdict(plan, "Ready").reason()).isEqualTo("Sleeping");
    assertThat(told(plan, "/kubernetesResources/version/version")).isEqualTo("v1.36.3");
    assertThat(world.minted).isEqualTo(Part.always().size());
  }

  private static List<String> names(World world) {
    var leaf = Pem.certificate(keys(world, Part.API_SERVER).text("apiserver.crt"));
    return SubjectAltName.in(leaf).stream().map(SubjectAltName::toString).toList();
  }

  private static Kubeconfig config(World world, String key) {
    return Kubeconfig.parse(keys(world, Part.ADMIN).text(key));
  }

  private static Keys keys(World world, Part part) {
    return Objects.requireNonNull(world.keys.get(part));
  }
}
