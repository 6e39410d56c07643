package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Report;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import io.fabric8.kubernetes.api.model.Container;
import java.time.Duration;
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
