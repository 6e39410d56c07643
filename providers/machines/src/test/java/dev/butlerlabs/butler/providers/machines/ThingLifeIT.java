package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.ImageSyncStatus;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.network.LoadBalancerRequestStatus;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.providers.machines.InMemoryThings.Thing;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.testkit.Edit;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The life of load balancers and images, with the time and the platform in the test's hand. */
@OnRealApiServer
class ThingLifeIT {

  private static final Duration A_WHILE = Duration.ofMinutes(1);

  private final InMemoryPlatform platform = new InMemoryPlatform();
  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();

  ThingLifeIT() {
    platform.machinesOnly = false;
  }

  @Test
  void balancerServesFollowsItsTargetsAndLeavesNothing(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.balancer("shop", "a", "10.0.0.1", "10.0.0.2");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      var status = balancer(lab);
      assertThat(lab.toldOf(LoadBalancerRequest.class, "shop"))
          .isEqualTo("Ready True/Ready False/Ready False/Ready");
      assertThat(status.endpoint()).isEqualTo("lb-500.example.com");
      assertThat(status.resourceID()).isEqualTo("lb/500");
      assertThat(status.registeredTargets()).isEqualTo(2);
      assertThat(new Conditions(status.conditions()).holds("TargetsSynced")).isTrue();
      assertThat(new Conditions(status.conditions()).holds("Provisioned")).isTrue();

      lab.object(LoadBalancerRequest.class, "shop")
          .edit(Edit.atAnyVersion(one -> withTarget(lab, one, "10.0.0.3")));
      engine.settle();
      assertThat(balancer(lab).registeredTargets()).isEqualTo(3);
      assertThat(platform.balancers.all().getFirst().behind())
          .containsExactlyInAnyOrder("10.0.0.1", "10.0.0.2", "10.0.0.3");

      // Somebody takes a machine out by hand.
      platform.balancers.put(
          new Thing(500, "shop", platform.balancers.all().getFirst().owner(), List.of("10.0.0.1")));
      engine.pass(Duration.ofMinutes(2));
      assertThat(platform.balancers.all().getFirst().behind()).hasSize(3);

      lab.object(LoadBalancerRequest.class, "shop").delete();
      engine.pass(A_WHILE);
    }
    assertThat(lab.object(LoadBalancerRequest.class, "shop").get()).isNull();
    assertThat(platform.balancers.all()).isEmpty();
    assertThat(lab.events("LoadBalancerRequest", "shop"))
        .contains("Creating", "Ready", "Changed", "Deleting", "Deleted");
  }

  @Test
  void imageIsBroughtAndBroughtAgainWhenItIsLost(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    lab.image("talos", "a");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.settle();
      assertThat(lab.toldOf(ImageSync.class, "talos"))
          .startsWith("Downloading False/ImageDownloading True/ImageDownloading");
      engine.pass(A_WHILE);
      var status = image(lab);
      assertThat(lab.toldOf(ImageSync.class, "talos"))
          .isEqualTo("Ready True/ImageReady False/ImageReady False/ImageReady");
      assertThat(status.providerImageRef()).isEqualTo("image-500");
      assertThat(status.artifactURL())
          .isEqualTo(
              "https://factory.example.com/image/0123456789abcdef/v1.9.3/nocloud-amd64.qcow2");
      assertThat(platform.images.all().getFirst().behind()).containsExactly(status.artifactURL());

      platform.images.drop(500);
      engine.pass(Duration.ofMinutes(13));
      assertThat(lab.toldOf(ImageSync.class, "talos")).startsWith("Ready True/ImageReady");
      assertThat(lab.events("ImageSync", "talos")).contains("Lost");

      lab.object(ImageSync.class, "talos").delete();
      engine.pass(A_WHILE);
    }
    assertThat(lab.object(ImageSync.class, "talos").get()).isNull();
    assertThat(platform.images.all()).isEmpty();
  }

  @Test
  void imageTellsTheTaskWhileItRunsAndTheChecksumAtTheEnd(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    lab.image("talos", "a", "ab".repeat(32));
    var tasks = new ArrayList<String>();
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.settle();
      for (var i = 0; i < 12; i++) {
        tasks.add(String.valueOf(image(lab).providerTaskID()));
        engine.pass(Duration.ofSeconds(5));
      }
    }
    assertThat(tasks).contains("task-500").last().isEqualTo("null");
    assertThat(image(lab).artifactSHA256()).isEqualTo("ab".repeat(32));
    assertThat(lab.events("ImageSync", "talos")).doesNotContain("Changed");
  }

  @Test
  void whatRunsIsStillToldWhileThePlatformIsSilent(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    lab.image("talos", "a");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.settle();
      for (var i = 0; i < 12 && image(lab).providerTaskID() == null; i++) {
        engine.pass(Duration.ofSeconds(5));
      }
      platform.trouble = () -> new Fault.Unavailable("look", "no answer");
      engine.pass(A_WHILE);

      assertThat(image(lab).providerTaskID()).isEqualTo("task-500");
      assertThat(image(lab).artifactSHA256()).isNull();
    }
  }

  @Test
  void balancerThatWasRemovedByHandIsToldAndNotReplaced(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.balancer("shop", "a", "10.0.0.1");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      platform.balancers.drop(500);
      engine.pass(Duration.ofMinutes(2));
    }
    assertThat(lab.toldOf(LoadBalancerRequest.class, "shop"))
        .startsWith("Failed False/BalancerDeleted")
        .contains("delete this LoadBalancerRequest and create it again");
    assertThat(lab.events("LoadBalancerRequest", "shop")).contains("Lost");
    assertThat(platform.balancers.all()).isEmpty();
  }

  /** As Azure has it: what failed stays as it is until it is ordered once more. */
  @Test
  void balancerThePlatformFailedAtIsToldAndOrderedOnceMore(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.balancer("shop", "a", "10.0.0.1");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      platform.unwell = new Fault.Failed("look at the address", "Azure says: Failed");
      lab.object(LoadBalancerRequest.class, "shop")
          .edit(Edit.atAnyVersion(one -> withTarget(lab, one, "10.0.0.3")));
      engine.settle();
      assertThat(new Conditions(balancer(lab).conditions()).holds("Degraded")).isTrue();
      assertThat(platform.balancers.all().getFirst().behind()).containsExactly("10.0.0.1");

      engine.pass(A_WHILE);
      assertThat(platform.balancers.all().getFirst().behind())
          .containsExactlyInAnyOrder("10.0.0.1", "10.0.0.3");
    }
  }

  @Test
  void imageWhoseSourceIsNoAddressIsToldAsSuch(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    lab.imageOf("v1.9.3 beta", "talos", "a");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.settle();
      assertThat(lab.toldOf(ImageSync.class, "talos"))
          .startsWith("Failed False/InvalidConfiguration")
          .contains("v1.9.3 beta", "spec.factoryRef");

      lab.object(ImageSync.class, "talos").delete();
      engine.pass(A_WHILE);
      assertThat(lab.object(ImageSync.class, "talos").get()).isNull();
    }
  }

  @Test
  void imageWaitsForAFactoryAndGoesOnWhenOneIsNamed(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(false);
    lab.image("talos", "a");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.settle();
      assertThat(lab.toldOf(ImageSync.class, "talos"))
          .startsWith("Failed False/ImageFactoryNotConfigured")
          .contains("spec.imageFactory.url");

      lab.factory(true);
      engine.pass(A_WHILE);
      assertThat(lab.toldOf(ImageSync.class, "talos")).startsWith("Ready True/ImageReady");
    }
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void settledOrderIsNotWrittenAgain(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(Duration.ofMinutes(2));
      var version = ware.object(lab).require().getMetadata().getResourceVersion();
      var changes = platform.changes().size();

      engine.pass(Duration.ofMinutes(12));

      assertThat(ware.object(lab).require().getMetadata().getResourceVersion()).isEqualTo(version);
      assertThat(platform.changes()).hasSize(changes);
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Ware.class,
      names = {"BALANCER", "IMAGE"})
  void platformWithoutThemSaysSoAndLetsTheOrderGo(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    platform.machinesOnly = true;
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      assertThat(ware.told(lab))
          .startsWith("Failed False/InvalidConfiguration")
          .contains("this platform");

      ware.object(lab).delete();
      engine.settle();
    }
    assertThat(ware.object(lab).get()).isNull();
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void orderOfAnotherPlatformIsNeverTouched(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).factory(true);
    lab.create(
        ProviderConfig.class,
        "ProviderConfig",
        "a",
        "{provider: harvester, credentialsRef: {name: x}, harvester: {networkName: a/b}}");
    ware.order(lab);
    var version = ware.object(lab).require().getMetadata().getResourceVersion();
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
    }
    assertThat(ware.object(lab).require().getMetadata().getResourceVersion()).isEqualTo(version);
    assertThat(platform.calls).hasValue(0);
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void namesakeOfSomebodyElseIsLeftAlone(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    platform.put(new InMemoryPlatform.Vm(300, "m", "somebody-else", true, true, 7));
    platform.balancers.put(new Thing(300, "m", "somebody-else", List.of()));
    platform.images.put(new Thing(300, "m", "somebody-else", List.of()));
    var before = ware.onPlatform(platform);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      assertThat(ware.told(lab)).startsWith("Failed False/InvalidConfiguration").contains("300");

      ware.object(lab).delete();
      engine.pass(A_WHILE);
    }
    assertThat(ware.object(lab).get()).isNull();
    assertThat(ware.onPlatform(platform)).isEqualTo(before);
    assertThat(platform.changes()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void outageIsToldAndIsNoFailureOfWhatIsThere(Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      platform.trouble = () -> new Fault.Unavailable("list", "503 with right-password");
      engine.pass(Duration.ofMinutes(13));
      assertThat(ware.told(lab)).contains(" True/").contains(" True/ProviderError");
      assertThat(lab.everythingTold()).doesNotContain("right-password");

      platform.trouble = null;
      engine.pass(Duration.ofMinutes(3));
      assertThat(ware.told(lab)).doesNotContain("ProviderError");
      assertThat(lab.events(ware.kind(), "m")).contains("ProviderError", "Recovered");
    }
  }

  @ParameterizedTest
  @EnumSource(Ware.class)
  void deletionWithoutSecretWaitsAndIsAbandonedOnlyWhenAPersonSaysSo(
      Ware ware, TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").factory(true);
    ware.order(lab);
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      lab.client().secrets().inNamespace(lab.namespace()).withName("a").delete();
      ware.object(lab).delete();
      engine.pass(Duration.ofMinutes(10));
      assertThat(ware.told(lab)).contains("False/Deleting True/Deleting True/CredentialsInvalid");
      assertThat(lab.everythingTold()).contains("abandon-machine=true");
      assertThat(ware.onPlatform(platform)).hasSize(1);

      Lab.annotate(ware.object(lab), Annotations.ABANDON_MACHINE, "true");
      engine.settle();
    }
    assertThat(ware.object(lab).get()).isNull();
    assertThat(ware.onPlatform(platform)).hasSize(1);
    assertThat(lab.events(ware.kind(), "m")).contains("DeleteBlocked", "Abandoned");
  }

  @Test
  void finalizerOfOlderVersionsIsTakenOffToo(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    var older = Finalizers.olderLoadBalancerRequest("proxmox");
    lab.balancer("shop", "a", "10.0.0.1");
    lab.object(LoadBalancerRequest.class, "shop")
        .edit(
            Edit.atAnyVersion(
                one -> {
                  one.addFinalizer(older);
                  return one;
                }));
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      lab.object(LoadBalancerRequest.class, "shop").delete();
      engine.pass(A_WHILE);
    }
    assertThat(lab.object(LoadBalancerRequest.class, "shop").get()).isNull();
    assertThat(platform.balancers.all()).isEmpty();
  }

  private static LoadBalancerRequest withTarget(Lab lab, LoadBalancerRequest one, String address) {
    var format = lab.client().getKubernetesSerialization();
    return format.unmarshal(
        format
            .asJson(one)
            .replace("\"targets\":[", "\"targets\":[{\"ip\":\"%s\"},".formatted(address)),
        LoadBalancerRequest.class);
  }

  private static LoadBalancerRequestStatus balancer(Lab lab) {
    return Objects.requireNonNull(
        lab.object(LoadBalancerRequest.class, "shop").require().getStatus());
  }

  private static ImageSyncStatus image(Lab lab) {
    return Objects.requireNonNull(lab.object(ImageSync.class, "talos").require().getStatus());
  }
}
