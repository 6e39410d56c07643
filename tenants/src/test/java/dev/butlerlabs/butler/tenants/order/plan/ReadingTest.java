package dev.butlerlabs.butler.tenants.order.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReadingTest {

  private static final String LET_IN =
      """
      effective:
        kubernetesVersion: v1.36.3
        providerConfigRef: {name: lab, namespace: butler-system}
        workers: {replicas: 2}
        workerPools: [{name: gpu, replicas: 1, machineTemplate: {cpu: 8}}]
      """;

  @Test
  void orderWithoutEffectiveWaitsWithWhatTeamsSay() {
    var reading =
        read(
            "{}",
            """
            conditions:
            - {type: QuotaSatisfied, status: "False", reason: QuotaExceeded, message: none left}
            """,
            null);

    assertThat(((Reading.NotYet) reading).cause().sentence())
        .startsWith("none left; Butler goes on as soon as QuotaSatisfied is True");
  }

  @Test
  void orderNobodyLookedAtWaitsForThat() {
    assertThat(((Reading.NotYet) read("{}", "{}", null)).cause().reason())
        .isEqualTo("WaitingForDependencies");
  }

  @Test
  void orderWithoutAVersionSaysSo() {
    var status =
        "effective: {providerConfigRef: {name: lab, namespace: butler-system}, workers: {replicas:"
            + " 1}}";

    assertThat(((Reading.NotYet) read("{}", status, null)).cause().reason()).isEqualTo("NoVersion");
  }

  @Test
  void kubeProxyRunsOnlyWhereTheNetworkDoesNotReplaceIt() {
    var silent = order("{}", LET_IN, null);
    var named = order("{addons: {cni: {}}}", LET_IN, null);
    var kept = order("{addons: {cni: {values: {kubeProxyReplacement: false}}}}", LET_IN, null);

    assertThat(silent.kubeProxy(false)).isFalse();
    assertThat(silent.kubeProxy(true)).isTrue();
    assertThat(named.kubeProxy(true)).isFalse();
    assertThat(kept.kubeProxy(false)).isTrue();
  }

  @Test
  void whatIsInForceWinsOverTheManifest() {
    var order = order("{kubernetesVersion: v1.37.0, workers: {replicas: 9}}", LET_IN, null);

    assertThat(order.version()).isEqualTo("v1.36.3");
    assertThat(order.pools()).extracting(Pool::name).containsExactly("workers", "gpu");
    assertThat(order.workers()).isEqualTo(3);
    assertThat(order.pools().getLast().size().cpu()).isEqualTo(8);
    assertThat(order.pools().getFirst().size().memoryGi()).isEqualTo(16);
  }

  @Test
  void sizesOfTheManifestAreToldFromDefaults() {
    var silent = order("{workers: {replicas: 2}}", LET_IN, null);
    var asked =
        order(
            "{workers: {machineTemplate: {memory: 16Gi}}, workerPools: [{name: gpu,"
                + " machineTemplate: {cpu: 8}}]}",
            LET_IN,
            null);

    assertThat(silent.pools())
        .noneMatch(pool -> pool.size().cpuAsked() || pool.size().memoryAsked());
    assertThat(asked.pools().getFirst().size().cpuAsked()).isFalse();
    assertThat(asked.pools().getFirst().size().memoryAsked()).isTrue();
    assertThat(asked.pools().getLast().size().cpuAsked()).isTrue();
  }

  @Test
  void sizesOfThePlatformFillWhatTheOrderLeavesOut() {
    var config =
        read(
            """
            defaultControlPlaneResources:
              apiServer: {requests: {cpu: 250m}}
              scheduler: {requests: {cpu: 50m}}
            sshAuthorizedKey: ssh-ed25519 AAAA ops@example.com
            """,
            ButlerConfigSpec.class);

    var order =
        order("{controlPlane: {resources: {apiServer: {limits: {memory: 2Gi}}}}}", LET_IN, config);

    var api = Objects.requireNonNull(order.resources().apiServer());
    assertThat(api.requests()).isNull();
    var scheduler = Objects.requireNonNull(order.resources().scheduler());
    assertThat(Objects.requireNonNull(scheduler.requests()).cpu()).isEqualTo(new Quantity("50m"));
    assertThat(order.pools().getFirst().ownSshKey()).contains("ssh-ed25519 AAAA ops@example.com");
  }

  @Test
  void timeServersAreTheClustersThenTheProvidersThenThePlatforms() {
    var platform = read("defaultTimeServers: [platform.example.com]", ButlerConfigSpec.class);
    var account = read("network: {timeServers: [lab.example.com]}", ProviderConfigSpec.class);
    var silent = read("network: {}", ProviderConfigSpec.class);

    assertThat(timeServers("{timeServers: [own.example.com]}", platform, account))
        .containsExactly("own.example.com");
    assertThat(timeServers("{}", platform, account)).containsExactly("lab.example.com");
    assertThat(timeServers("{}", platform, silent)).containsExactly("platform.example.com");
    assertThat(timeServers("{}", null, silent)).isEmpty();
  }

  private static List<String> timeServers(
      String spec, @Nullable ButlerConfigSpec config, ProviderConfigSpec account) {
    var reading = Reading.of(cluster(spec, LET_IN), Map.of(), config, account, List.of());
    return ((Reading.LetIn) reading).order().timeServers();
  }

  @Test
  void clusterBelongsToTheTeamWhoseNamespaceItLiesIn() {
    var home = Map.of("butler.butlerlabs.dev/team", "shop");

    var reading =
        Reading.of(cluster("{teamRef: {name: other}}", LET_IN), home, null, null, List.of());

    assertThat(((Reading.LetIn) reading).order().team()).isEqualTo("shop");
    assertThat(order("{teamRef: {name: other}}", LET_IN, null).team()).isEqualTo("other");
  }

  @Test
  void wayInIsTheOneThatWasChosenWhateverThePlatformSaysSince() {
    var kept =
        LET_IN + "  controlPlaneExposure: {mode: Ingress, hostname: \"*.old.example.com\"}\n";
    var config =
        read(
            "controlPlaneExposure: {mode: Gateway, hostname: \"*.new.example.com\"}",
            ButlerConfigSpec.class);

    var reading = (Reading.LetIn) read("{}", kept, config);
    var unnoted = (Reading.LetIn) read("{}", LET_IN, config);

    assertThat(ControlPlaneExposure.modeOf(reading.order().exposure()))
        .isEqualTo(ControlPlaneExposure.Mode.INGRESS);
    assertThat(reading.outdated())
        .contains("Ingress, *.old.example.com", "Gateway, *.new.example.com");
    assertThat(ControlPlaneExposure.modeOf(unnoted.order().exposure()))
        .isEqualTo(ControlPlaneExposure.Mode.GATEWAY);
    assertThat(unnoted.outdated()).isEmpty();
    assertThat(((Reading.LetIn) read("{}", LET_IN, null)).outdated()).isEmpty();
  }

  private static final String OVER =
      """
      conditions:
      - {type: PolicyCompliant, status: "False", reason: ValidationFailed, message: names no team}
      - {type: QuotaSatisfied, status: "False", reason: QuotaExceeded, message: none are left}
      """;

  @Test
  void editThatIsRefusedIsNamedWithWhoRefusesIt() {
    var grown = letIn("{workers: {replicas: 9}, workerPools: [{name: gpu, replicas: 1}]}", OVER);
    var newer = letIn("{kubernetesVersion: v1.37.0}", OVER);
    var larger =
        letIn(
            "{workers: {replicas: 2, machineTemplate: {memory: 64Gi}},"
                + " workerPools: [{name: gpu, replicas: 1}]}",
            OVER);

    for (var reading : List.of(grown, newer, larger)) {
      assertThat(Objects.requireNonNull(reading.refused()).sentence())
          .startsWith("none are left; Butler keeps the cluster as it is until QuotaSatisfied");
    }
    assertThat(letIn("{workers: {replicas: 9}}", "{}").refused())
        .as("nobody has looked at it yet")
        .isNull();
  }

  /** Nothing was asked for that it has not: the complaint is a rule's that came later. */
  @Test
  void ruleThatCameLaterRefusesNothing() {
    assertThat(letIn("{}", OVER).refused()).isNull();
    assertThat(
            letIn(
                    "{kubernetesVersion: v1.36.3, workers: {replicas: 2},"
                        + " workerPools: [{name: gpu, replicas: 1, machineTemplate: {cpu: 8}}]}",
                    OVER)
                .refused())
        .isNull();
  }

  private static Reading.LetIn letIn(String spec, String conditions) {
    var more = conditions.equals("{}") ? "" : conditions;
    return (Reading.LetIn) read(spec, LET_IN + more, null);
  }

  private static Order order(String spec, String status, @Nullable ButlerConfigSpec config) {
    return ((Reading.LetIn) read(spec, status, config)).order();
  }

  private static Reading read(String spec, String status, @Nullable ButlerConfigSpec config) {
    return Reading.of(cluster(spec, status), Map.of(), config, null, List.of());
  }

  private static TenantCluster cluster(String spec, String status) {
    return read(
        """
        metadata: {name: web, namespace: shop, uid: 0b6e2c1a-1111-2222-3333-444455556666}
        spec: %s
        status:
        %s
        """
            .formatted(spec, status.indent(2)),
        TenantCluster.class);
  }

  private static <T> T read(String yaml, Class<T> type) {
    return WireFormat.serialization().unmarshal(yaml, type);
  }
}
