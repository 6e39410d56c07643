package dev.butlerlabs.butler.teams.orders;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ControlPlaneExposure;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.teams.rules.Option;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OrderReadingTest {

  private static final ObjectKey LAB = new ObjectKey("butler-system", "lab");

  private final Directory directory =
      new Directory(
          read("{defaultProviderConfigRef: {name: lab}}", ButlerConfigSpec.class),
          Map.of(
              "shop",
              new Directory.TeamEntry(
                  read("{clusterDefaults: {workerCount: 3}}", TeamSpec.class), "shop", true)),
          Map.of(
              LAB,
              read(
                  "{provider: nutanix, nutanix: {endpoint: e, clusterUUID: c, subnetUUID: s,"
                      + " imageUUID: i}}",
                  ProviderConfigSpec.class)));

  /** H3: an order that says nothing is still the team's, on a provider, with workers. */
  @Test
  void whatIsLeftOutIsFound() {
    var order = new OrderReading(directory).read(cluster("{}", "spec: {}"));

    assertThat(order.team()).isEqualTo("shop");
    assertThat(order.provider()).isEqualTo(LAB);
    assertThat(order.amounts().nodes()).isEqualTo(3);
    assertThat(new OrderReading(directory).granted(cluster("{}", "spec: {}"))).isEmpty();
  }

  /** Growth that is refused keeps the order as it was, and not what its team protects since. */
  @Test
  void protectionOfToday() {
    var cluster = cluster("{}", "spec: {}");
    var told = new OrderReading(directory).effective(cluster);
    var team = "{clusterDefaults: {deletionProtection: true, deletionGracePeriod: 72h}}";
    var keeping =
        new Directory(
            null,
            Map.of("shop", new Directory.TeamEntry(read(team, TeamSpec.class), "shop", true)),
            Map.of());

    var kept = new OrderReading(keeping).kept(cluster, told);

    assertThat(kept.deletionProtection()).isTrue();
    assertThat(kept.deletionGracePeriod()).isEqualTo("72h");
    assertThat(kept.workers()).isEqualTo(told.workers());
  }

  /** H8: nobody else's provider is chosen because it comes first in some list. */
  @Test
  void providerIsTheManifestsThenTheTeamsThenThePlatforms() {
    assertThat(provider("{}", "spec: {}")).isEqualTo("usual");
    assertThat(provider("{providerConfigRef: {name: teams}}", "spec: {}")).isEqualTo("teams");
    assertThat(
            provider(
                "{providerConfigRef: {name: teams}}", "spec: {providerConfigRef: {name: named}}"))
        .isEqualTo("named");
  }

  /** H8: what a cluster runs on it stays on, whatever is said later. */
  @Test
  void providerInForceStays() {
    assertThat(
            provider(
                "{providerConfigRef: {name: teams}}",
                "spec: {providerConfigRef: {name: named}}\nstatus: {effective:"
                    + " {providerConfigRef: {name: first, namespace: butler-system}}}"))
        .isEqualTo("first");
  }

  /** A deleted cluster that is had back has no status, and its machines' platform all the same. */
  @Test
  void providerThatIsNotedWhereThePartsAreStays() {
    var moved =
        new Directory(
            read("{defaultProviderConfigRef: {name: usual}}", ButlerConfigSpec.class),
            Map.of(),
            Map.of(),
            Map.of(
                new ObjectKey("shop", "web"),
                read(
                    "{providerConfigRef: {name: first, namespace: butler-system}}",
                    TenantClusterStatus.Effective.class)));

    assertThat(moved.provider(cluster("{}", "spec: {}")).orElseThrow().name()).isEqualTo("first");
    assertThat(new OrderReading(moved).granted(cluster("{}", "spec: {}")))
        .as("it is not let in yet")
        .isEmpty();
  }

  private static String provider(String team, String rest) {
    var directory =
        new Directory(
            read("{defaultProviderConfigRef: {name: usual}}", ButlerConfigSpec.class),
            Map.of("shop", new Directory.TeamEntry(read(team, TeamSpec.class), "shop", true)),
            Map.of());
    return Objects.requireNonNull(
            new OrderReading(directory).effective(cluster("{}", rest)).providerConfigRef())
        .name();
  }

  /** Naming another team avoids none of the limits of the team whose namespace it is. */
  @Test
  void namespaceSaysWhoseAClusterIs() {
    var order = new OrderReading(directory).read(cluster("{}", "spec: {teamRef: {name: bank}}"));

    assertThat(order.team()).isEqualTo("shop");
  }

  /** H18: a policy judges what would be used, also when the order leaves it to the provider. */
  @Test
  void choicesAreThoseInForce() {
    var usual = new OrderReading(directory).read(cluster("{}", "spec: {}"));
    var own =
        new OrderReading(directory)
            .read(
                cluster(
                    "{}",
                    "spec: {infrastructureOverride: {nutanix: {subnetUUID: t}}, workers: {replicas:"
                        + " 1, machineTemplate: {os: {imageRef: j}}}}"));

    assertThat(usual.choices())
        .isEqualTo(
            Map.of(
                Option.IMAGE, Set.of("i"),
                Option.NETWORK, Set.of("s"),
                Option.CLUSTER, Set.of("c")));
    assertThat(own.choices())
        .containsEntry(Option.IMAGE, Set.of("j"))
        .containsEntry(Option.NETWORK, Set.of("t"));
  }

  @Test
  void typeOfMachineIsTheOneOfItsOwnPlatform() {
    var amazon =
        new Directory(
            read("{defaultProviderConfigRef: {name: lab}}", ButlerConfigSpec.class),
            Map.of(),
            Map.of(
                LAB, read("{provider: aws, aws: {instanceType: t3}}", ProviderConfigSpec.class)));
    var own = "spec: {infrastructureOverride: {aws: {instanceType: m7}, azure: {vmSize: D4}}}";

    assertThat(new OrderReading(amazon).read(cluster("{}", own)).machine()).isEqualTo("m7");
    assertThat(new OrderReading(amazon).read(cluster("{}", "spec: {}")).machine()).isEmpty();
    assertThat(new OrderReading(directory).read(cluster("{}", own)).machine()).isEmpty();
  }

  @Test
  void labelsAnnotationsAndStatusAreRead() {
    var order =
        new OrderReading(directory)
            .read(
                cluster(
                    "{butler.butlerlabs.dev/environment: prod}",
                    "spec: {kubernetesVersion: v1.34.1, addons: {storage: {}, gitops: {provider:"
                        + " argocd}}}\nstatus: {phase: Ready, effective: {providerConfigRef: {name:"
                        + " old, namespace: x}, workers: {replicas: 7}}}"));

    assertThat(order.environment()).isEqualTo("prod");
    assertThat(order.owner()).isEqualTo("ada@x.org");
    assertThat(order.version()).isEqualTo("v1.34.1");
    assertThat(order.addons()).containsExactlyInAnyOrder("longhorn", "argocd");
    assertThat(order.provider()).isEqualTo(new ObjectKey("x", "old"));
    assertThat(order.amounts().nodes()).isEqualTo(7);
  }

  /** The list of what a team may install names entries of the catalog. */
  @Test
  void engineForGitIsReadAsTheCatalogCallsIt() {
    var reading = new OrderReading(directory);

    assertThat(reading.read(cluster("{}", "spec: {addons: {gitops: {}}}")).addons())
        .containsExactly("flux");
    assertThat(reading.read(cluster("{}", "spec: {managementPolicy: {mode: GitOps}}")).addons())
        .containsExactly("flux");
    assertThat(reading.read(cluster("{}", "spec: {managementPolicy: {mode: Observe}}")).addons())
        .isEmpty();
  }

  /** H10: what a cluster got when it was let in, it keeps when defaults change. */
  @Test
  void whatWasLetInIsReadFromTheStatus() {
    var reading = new OrderReading(directory);
    var grown =
        cluster(
            "{}",
            "spec: {workers: {replicas: 9}}\nstatus: {effective: {providerConfigRef: {name: lab,"
                + " namespace: butler-system}, workers: {replicas: 2}}}");

    assertThat(reading.granted(grown).orElseThrow().amounts().nodes()).isEqualTo(2);
    assertThat(reading.read(grown).amounts().nodes()).isEqualTo(9);
    assertThat(reading.granted(cluster("{}", "spec: {}\nstatus: {phase: Pending}"))).isEmpty();
    assertThat(reading.granted(cluster("{}", "spec: {}\nstatus: {phase: Failed}"))).isEmpty();
    assertThat(reading.granted(cluster("{}", "spec: {}\nstatus: {tenantNamespace: web-1}")))
        .isPresent();
  }

  @Test
  void usualSchematicIsChosenOnceForNewClusters() {
    assertThat(schematic("{provider: harvester}", "spec: {}")).isEqualTo("abc");
    assertThat(schematic("{provider: harvester}", "spec: {}\nstatus: {effective: {}}"))
        .as("a running cluster's machines are not replaced")
        .isNull();
    assertThat(
            schematic(
                "{provider: harvester}", "spec: {}\nstatus: {effective: {schematicID: before}}"))
        .isEqualTo("before");
  }

  @Test
  void usualSchematicIsNotForClustersWhoseImageIsChosen() {
    assertThat(schematic("{provider: local}", "spec: {}")).as("there are no images").isNull();
    assertThat(
            schematic("{provider: harvester, harvester: {imageName: default/rocky}}", "spec: {}"))
        .as("the provider says")
        .isNull();
    assertThat(
            schematic(
                "{provider: harvester}",
                "spec: {infrastructureOverride: {harvester: {imageName: default/rocky}}}"))
        .as("the order says")
        .isNull();
  }

  /** A running cluster's endpoint does not move when the platform says another way in. */
  @Test
  void wayInIsChosenOnce() {
    var noted =
        "spec: {}\nstatus: {effective: {controlPlaneExposure: {mode: Ingress, hostname: i.x.org}}}";

    assertThat(wayIn("{mode: Gateway, hostname: g.x.org}", "spec: {}").hostname())
        .isEqualTo("g.x.org");
    assertThat(wayIn("{mode: Gateway, hostname: g.x.org}", noted).hostname()).isEqualTo("i.x.org");
    assertThat(wayIn("{mode: Gateway, hostname: g.x.org}", "spec: {}\nstatus: {effective: {}}"))
        .as("one from before this was noted keeps what it has now")
        .isEqualTo(wayIn("{mode: Gateway, hostname: g.x.org}", "spec: {}"));
    assertThat(wayIn("{}", "spec: {}").mode()).isEqualTo(ControlPlaneExposure.Mode.LOAD_BALANCER);
  }

  private static ControlPlaneExposure wayIn(String exposure, String rest) {
    var platform =
        new Directory(
            read("{controlPlaneExposure: %s}".formatted(exposure), ButlerConfigSpec.class),
            Map.of(),
            Map.of());
    return Objects.requireNonNull(
        new OrderReading(platform).effective(cluster("{}", rest)).controlPlaneExposure());
  }

  private static @Nullable String schematic(String provider, String rest) {
    var platform =
        new Directory(
            read(
                "{defaultProviderConfigRef: {name: lab}, imageFactory: {url: https://f,"
                    + " defaultSchematicID: abc}}",
                ButlerConfigSpec.class),
            Map.of(),
            Map.of(LAB, read(provider, ProviderConfigSpec.class)));
    return new OrderReading(platform).effective(cluster("{}", rest)).schematicID();
  }

  private static TenantCluster cluster(String labels, String rest) {
    return read(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantCluster
        metadata:
          name: web
          namespace: shop
          labels: %s
          annotations: {butler.butlerlabs.dev/creator-email: Ada@x.org}
        %s
        """
            .formatted(labels, rest),
        TenantCluster.class);
  }

  private static <T> T read(String yaml, Class<T> type) {
    // Text that begins with a brace would be taken for JSON.
    return WireFormat.serialization().unmarshal("---\n" + yaml, type);
  }
}
