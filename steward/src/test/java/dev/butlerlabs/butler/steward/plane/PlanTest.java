package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Report;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.PlanePlanner;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import io.fabric8.kubernetes.api.model.Container;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class PlanTest {

  @Test
  void onePassGoesFromNothingToADeployment() {
    var world = new World(Planes.usual());

    var plan = world.run();

    assertThat(plan.deployment()).isPresent();
    assertThat(plan.secrets()).hasSize(Part.always().size());
    assertThat(plan.status().controlPlaneEndpoint()).isEqualTo("192.0.2.7:6443");
    assertThat(verdict(plan, "Ready").reason()).isEqualTo("PodsPending");
  }

  @Test
  void withoutAnAddressAllThatNeedsNoneIsMadeAndTheRestIsAwaited() {
    var world = new World(Planes.usual());
    world.balancer = "";

    var plan = world.run();

    assertThat(world.keys).doesNotContainKeys(Part.API_SERVER, Part.ADMIN).containsKey(Part.CA);
    assertThat(plan.deployment()).isEmpty();
    assertThat(verdict(plan, "EndpointReady").reason()).isEqualTo("LoadBalancerPending");
    assertThat(plan.report().cause().orElseThrow().sentence())
        .contains("no load balancer address", "load balancer controller");
  }

  @Test
  void balancerWithANameIsUsedByThatName() {
    var world = new World(Planes.usual());
    world.balancer = "lb.example.com";

    var plan = world.run();

    assertThat(plan.status().controlPlaneEndpoint()).isEqualTo("lb.example.com:6443");
    assertThat(arguments(world)).contains("--advertise-address=10.43.0.9");
    assertThat(names(world)).contains("lb.example.com", "10.43.0.9");
  }

  @Test
  void storageThatIsAwaitedIsTheCause() {
    var world = new World(Planes.usual());
    world.room =
        new Room.Awaited(
            new Cause("DataStoreMissing", "there is no DataStore x", "", ""),
            Duration.ofSeconds(5));

    var plan = world.run();

    assertThat(plan.deployment()).isEmpty();
    assertThat(verdict(plan, "Ready").message()).isEqualTo("there is no DataStore x");
    assertThat(plan.report().lookAgain()).isEqualTo(Report.after(Duration.ofSeconds(5)));
    assertThat(told(plan, "/storage/setup/schema"))
        .isEqualTo("tcp_6e1f6a0e6d0f4a539d670a4a5d6f8f11");
  }

  @Test
  void settledPlaneIsReadyAndWantsNothing() {
    var world = new World(Planes.usual());

    var plan = world.settle();

    assertThat(verdict(plan, "Ready").status()).isEqualTo(Truth.TRUE);
    assertThat(told(plan, "/kubernetesResources/version/status")).isEqualTo("Ready");
    assertThat(told(plan, "/kubernetesResources/version/version")).isEqualTo("v1.36.3");
    assertThat(plan.report().cause()).isEmpty();
    assertThat(world.rollouts).isZero();
  }

  @Test
  void podsAreConfinedAndCarryNoTokenOfTheManagementCluster() {
    var world = new World(Planes.usual());
    world.run();

    var pod = world.deployment().getSpec().getTemplate().getSpec();

    assertThat(pod.getAutomountServiceAccountToken()).isFalse();
    assertThat(pod.getSecurityContext().getRunAsNonRoot()).isTrue();
    assertThat(pod.getTopologySpreadConstraints()).hasSize(2);
    assertThat(world.containers())
        .hasSize(3)
        .allSatisfy(
            container -> {
              assertThat(container.getImagePullPolicy()).isEqualTo("IfNotPresent");
              assertThat(container.getSecurityContext().getCapabilities().getDrop())
                  .containsExactly("ALL");
              assertThat(container.getResources().getRequests()).containsKeys("cpu", "memory");
            });
    assertThat(arguments(world))
        .anyMatch(
            flag ->
                flag.startsWith("--enable-admission-plugins=") && flag.contains("NodeRestriction"));
  }

  /** So that a controller manager never gives up because its API server is not there yet. */
  @Test
  void apiServerIsUpBeforeTheOthersStartAndAPodIsReadyWithIt() {
    var world = new World(Planes.usual());
    world.run();

    var pod = world.deployment().getSpec().getTemplate().getSpec();

    assertThat(pod.getInitContainers())
        .singleElement()
        .satisfies(
            apiServer -> {
              assertThat(apiServer.getName()).isEqualTo("kube-apiserver");
              assertThat(apiServer.getRestartPolicy()).isEqualTo("Always");
              assertThat(apiServer.getStartupProbe().getPeriodSeconds()).isEqualTo(1);
              assertThat(apiServer.getStartupProbe().getFailureThreshold()).isEqualTo(600);
              assertThat(apiServer.getReadinessProbe()).isNotNull();
            });
    assertThat(pod.getContainers())
        .extracting(Container::getName)
        .containsExactly("kube-controller-manager", "kube-scheduler");
    assertThat(pod.getContainers())
        .allSatisfy(
            follower -> {
              assertThat(follower.getStartupProbe()).isNull();
              assertThat(follower.getReadinessProbe()).isNull();
              assertThat(follower.getLivenessProbe().getInitialDelaySeconds())
                  .as("patient: a busy machine must not end them while they start")
                  .isGreaterThanOrEqualTo(120);
            });
  }

  @Test
  void keyThatSignsForNodesIsNotInTheApiServersFiles() {
    var world = new World(Planes.usual());
    world.run();

    var volume =
        world.deployment().getSpec().getTemplate().getSpec().getVolumes().stream()
            .filter(one -> one.getName().equals("etc-kubernetes-pki"))
            .findFirst()
            .orElseThrow();

    assertThat(volume.getProjected().getSources().toString()).doesNotContain("ca.key", "tls.key");
  }

  @Test
  void userFlagsWinExceptWithTheScheduler() {
    var world =
        new World(
            Planes.of(
                "shop",
                """
                kubernetes: {version: v1.36.3, kubelet: {}}
                controlPlane:
                  service: {serviceType: ClusterIP}
                  deployment:
                    extraArgs:
                      apiServer: [--profiling=true, --v=4, --service-account-issuer=a, --service-account-issuer=b]
                      controllerManager: [--cluster-name=other]
                      scheduler: [--leader-elect=false, --v=2]
                """));
    world.run();

    assertThat(arguments(world))
        .contains(
            "--profiling=true", "--v=4", "--service-account-issuer=a", "--service-account-issuer=b")
        .doesNotContain("--profiling=false")
        .isSorted();
    assertThat(container(world, "kube-controller-manager").getArgs())
        .contains("--cluster-name=other");
    assertThat(container(world, "kube-scheduler").getArgs())
        .contains("--leader-elect=true", "--v=2");
  }

  @Test
  void flagThatIsTakenAwayAgainIsGone() {
    var flagged =
        Planes.USUAL.replace("service:", "deployment: {extraArgs: {apiServer: [--v=4]}}, service:");
    var world = new World(Planes.of("shop", flagged));
    world.settle();

    world.plane.setSpec(Planes.spec(Planes.USUAL));
    world.settle();

    assertThat(arguments(world)).doesNotContain("--v=4");
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
  void limitOnMemoryIsToldToTheCollector() {
    var world =
        new World(
            Planes.of(
                "shop",
                Planes.USUAL.replace(
                    "service:",
                    "deployment: {resources: {apiServer: {limits: {memory: 1Gi}}}}, service:")));
    world.run();

    assertThat(container(world, "kube-apiserver").getEnv())
        .anyMatch(one -> one.getName().equals("GOMEMLIMIT") && one.getValue().equals("966367641"));
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

  static Verdict verdict(Plan plan, String type) {
    return plan.report().verdicts().stream()
        .filter(one -> one.type().equals(type))
        .findFirst()
        .orElseThrow();
  }

  /** What the status says at that place. */
  static String told(Plan plan, String pointer) {
    return WireFormat.mapper().valueToTree(plan.status()).at(pointer).asText();
  }

  private static Keys keys(World world, Part part) {
    return Objects.requireNonNull(world.keys.get(part));
  }

  private static Kubeconfig config(World world, String key) {
    return Kubeconfig.parse(keys(world, Part.ADMIN).text(key));
  }

  private static List<String> names(World world) {
    var leaf = Pem.certificate(keys(world, Part.API_SERVER).text("apiserver.crt"));
    return SubjectAltName.in(leaf).stream().map(SubjectAltName::toString).toList();
  }

  private static Container container(World world, String name) {
    return world.container(name);
  }

  private static List<String> arguments(World world) {
    return container(world, "kube-apiserver").getArgs();
  }
}
