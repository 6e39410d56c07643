package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.StatusCause;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.local.infrastructure.LocalInfrastructure;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Gap;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder.Endpoint;
import dev.butlerlabs.butler.tenants.cause.plan.Found;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import dev.butlerlabs.butler.tenants.order.plan.Reading;
import dev.butlerlabs.butler.tenants.schedule.plan.Rest;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LifeReportTest {

  private static final Before NEVER = new Before(null, null, null, false, 0);
  private static final Before USED = new Before(Phase.READY, null, Scenes.NOW, false, 2);

  @Test
  void orderThatWaitsIsPendingWithTheCauseOfTheWait() {
    var seen =
        seen(new Reading.NotYet(new Cause("QuotaExceeded", "none are left", "", "")), Live.NOTHING);

    var report = report(seen, NEVER);

    assertThat(report.fields()).containsEntry("phase", Phase.PENDING);
    assertThat(verdict(report, "Ready").reason()).isEqualTo("QuotaExceeded");
  }

  @Test
  @DisplayName("H37: an order that cannot be carried out is Failed; one that only waits is not")
  void failedIsOnlyWhatAPersonMustMend() {
    var order = Scenes.order("v1.36.3", "workers");
    var nowhere = seen(let(order), Live.NOTHING);

    var failed =
        LifeReport.of(
            nowhere, LifePlan.of(nowhere, Map.of()), null, Optional::empty, NEVER, Scenes.NOW);
    var pending =
        report(
            new Observation(
                let(order),
                true,
                new Account.Missing(order.provider()),
                nowhere.place(),
                Live.NOTHING,
                Conditions.none(),
                null,
                Rest.awake()),
            NEVER);

    assertThat(failed.fields()).containsEntry("phase", Phase.FAILED);
    assertThat(pending.fields()).containsEntry("phase", Phase.PENDING);
  }

  @Test
  @DisplayName(
      "H37: an API call that failed makes nothing Failed, and a running cluster stays Ready")
  void troubleOfTheMomentChangesNoPhase() {
    var order = Scenes.order("v1.36.3", "workers");
    var trouble = new Cause("Unreachable", "no answer", "Butler tries again", "");

    var seen = seen(let(order), whole(Truth.TRUE));
    var plan = LifePlan.of(seen, Map.of(ProviderType.LOCAL, new LocalInfrastructure()));
    var report = LifeReport.of(seen, plan, trouble, Optional::empty, USED, Scenes.NOW);

    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.TRUE);
    assertThat(verdict(report, "Degraded").reason()).isEqualTo("Unreachable");
  }

  @Test
  @DisplayName("H5: every worker lost is told, however healthy it was told to be before")
  void lostWorkersAreTold() {
    var seen = seen(let("v1.36.3"), whole(Truth.FALSE));

    var report = report(seen, USED);

    assertThat(verdict(report, "WorkersReady").status()).isEqualTo(Truth.FALSE);
    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.FALSE);
    assertThat(verdict(report, "Degraded").status()).isEqualTo(Truth.TRUE);
    assertThat(report.fields()).containsEntry("workerNodesReady", 0);
  }

  @Test
  @DisplayName("H5: what nobody can tell is Unknown and not Ready")
  void unknownIsNotReady() {
    var report = report(seen(let("v1.36.3"), whole(Truth.UNKNOWN)), USED);

    assertThat(verdict(report, "WorkersReady").status()).isEqualTo(Truth.UNKNOWN);
    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.FALSE);
  }

  @Test
  @DisplayName("H17: one ready worker of two is not Ready")
  void oneOfTwoIsNotReady() {
    var half =
        new Live(
            Scenes.cluster(),
            Scenes.plane("v1.36.3", "v1.36.3"),
            List.of(Scenes.deployment("workers", "v1.36.3", 2)),
            List.of(Scenes.machine("workers", 0, Truth.TRUE)));

    var report = report(seen(let("v1.36.3"), half), NEVER);

    assertThat(verdict(report, "WorkersReady").message()).isEqualTo("1 of 2 workers are ready");
    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.FALSE);
  }

  @Test
  @DisplayName("H17: addons that are told not to be ready keep the cluster from Ready")
  void addonsCount() {
    var seen = seen(let("v1.36.3"), whole(Truth.TRUE));
    var lacking =
        new Observation(
            seen.reading(),
            true,
            seen.account(),
            seen.place(),
            seen.live(),
            new Conditions(List.of(Scenes.condition("AddonsReady", Truth.FALSE))),
            null,
            Rest.awake());

    assertThat(report(lacking, NEVER).fields()).containsEntry("phase", Phase.INSTALLING);
  }

  @Test
  @DisplayName(
      "H17: an addon that fails on a cluster that can be used makes it degraded, not unusable")
  void addonThatFailsLeavesTheClusterUsable() {
    var seen = seen(let("v1.36.3"), whole(Truth.TRUE));
    var failed =
        new Condition(
            "AddonsReady", Truth.FALSE, "AddonFailed", "traefik: no such chart", Scenes.NOW, 1L);
    var amiss =
        new Observation(
            seen.reading(),
            true,
            seen.account(),
            seen.place(),
            seen.live(),
            new Conditions(List.of(failed)),
            null,
            Rest.awake());

    var report = report(amiss, NEVER);

    assertThat(report.fields()).doesNotContainEntry("phase", Phase.INSTALLING);
    assertThat(report.fields()).doesNotContainKey("cause");
    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.TRUE);
    assertThat(verdict(report, "Degraded"))
        .extracting(Verdict::status, Verdict::reason, Verdict::message)
        .containsExactly(Truth.TRUE, "AddonFailed", "traefik: no such chart");
  }

  @Test
  @DisplayName("H2: a cluster that is on its way to another version is Updating")
  void otherVersionIsUpdating() {
    var report = report(seen(let("v1.37.0"), whole(Truth.TRUE)), USED);

    assertThat(report.fields()).containsEntry("phase", Phase.UPDATING);
    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.TRUE);
  }

  @Test
  @DisplayName("H2: a cluster whose ordered version is refused is Ready, and says what is refused")
  void refusedVersionIsNoUpdate() {
    for (var wanted : List.of("v1.38.0", "v1.36.1", "v1.35.9")) {
      var report = report(seen(let(wanted), drawn()), USED);

      assertThat(report.fields()).containsEntry("phase", Phase.READY);
      assertThat(verdict(report, "Ready"))
          .extracting(Verdict::status, Verdict::message)
          .containsExactly(Truth.TRUE, "");
      assertThat(verdict(report, "Degraded").reason()).isEqualTo("UpgradeRefused");
      assertThat(report.fields().get("cause"))
          .isInstanceOfSatisfying(
              StatusCause.class,
              cause -> {
                assertThat(cause.reason()).isEqualTo("UpgradeRefused");
                assertThat(cause.what()).contains("v1.36.3", wanted);
              });
    }
  }

  @Test
  @DisplayName("H16: growth that is refused is told of a cluster that runs on as it was")
  void refusedGrowthIsToldOfAClusterThatRuns() {
    var refused = new Cause("QuotaExceeded", "7 nodes more are wanted", "", "");
    var order = Scenes.order("v1.36.3", "workers");

    var report = report(seen(new Reading.LetIn(order, refused, ""), drawn()), USED);

    assertThat(report.fields()).containsEntry("phase", Phase.READY);
    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.TRUE);
    assertThat(verdict(report, "Degraded"))
        .extracting(Verdict::status, Verdict::reason, Verdict::message)
        .containsExactly(Truth.TRUE, "QuotaExceeded", "7 nodes more are wanted");
    assertThat(report.fields().get("cause"))
        .isInstanceOfSatisfying(
            StatusCause.class,
            cause -> assertThat(cause.what()).isEqualTo("7 nodes more are wanted"));
  }

  @Test
  void whatThePlatformSaysOtherwiseIsToldOfAClusterThatIsAsOrdered() {
    var order = Scenes.order("v1.36.3", "workers");

    var report = report(seen(new Reading.LetIn(order, null, "it stays"), drawn()), USED);

    assertThat(verdict(report, "ControlPlaneReady").message())
        .isEqualTo("Ready was told; it stays");
    assertThat(verdict(report, "Degraded").status()).isEqualTo(Truth.FALSE);
    assertThat(report.fields()).doesNotContainKey("cause");
  }

  @Test
  void workersOrderedInAdditionAreNoLoss() {
    var one = new Before(Phase.READY, null, Scenes.NOW, false, 1);
    var two = List.of(Scenes.machine("workers", 0, Truth.TRUE));
    var growing =
        new Live(
            Scenes.cluster(),
            Scenes.plane("v1.36.3", "v1.36.3"),
            List.of(Scenes.deployment("workers", "v1.36.3", 2)),
            two);

    var report = report(seen(let("v1.36.3"), growing), one);
    var lost = report(seen(let("v1.36.3"), growing), USED);

    assertThat(verdict(report, "Degraded").status()).isEqualTo(Truth.FALSE);
    assertThat(report.fields()).containsEntry("phase", Phase.UPDATING);
    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.FALSE);
    assertThat(verdict(lost, "Degraded").status()).isEqualTo(Truth.TRUE);
  }

  @Test
  void sleepingClusterIsNotDegraded() {
    var rest = new Rest(true, "somebody said so", Optional.empty(), Optional.empty());

    var report = report(seen(let("v1.36.3"), whole(Truth.TRUE), rest), USED);

    assertThat(report.fields()).containsEntry("phase", Phase.SLEEPING);
    assertThat(verdict(report, "Ready").reason()).isEqualTo("FallingAsleep");
    assertThat(verdict(report, "Degraded").status()).isEqualTo(Truth.FALSE);
  }

  /** Where the image brings the kubelet, another version alone changes none. */
  @Test
  void workersThatCameWithAnotherKubeletAreTold() {
    var image =
        new Live(
            Scenes.cluster(),
            Scenes.plane("v1.36.3", "v1.36.3"),
            drawn().deployments(),
            List.of(
                Scenes.machine("workers", 0, Truth.TRUE, "v1.36.1"),
                Scenes.machine("workers", 1, Truth.TRUE, "v1.35.4")));

    var report = report(seen(let("v1.36.3"), image), USED);

    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.TRUE);
    assertThat(verdict(report, "Degraded").reason()).isEqualTo("KubeletVersion");
    assertThat(verdict(report, "Degraded").message())
        .contains("pool workers brings kubelet v1.35.4", "v1.36.3 is ordered", "os.imageRef");
    assertThat(report.fields()).as("it is not finished").containsEntry("phase", Phase.UPDATING);
  }

  /** A budget that lets no pod go would keep it awake, and nobody would know why. */
  @Test
  void whatKeepsMachinesOfAClusterThatFallsAsleepIsTold() {
    var rest = new Rest(true, "somebody said so", Optional.empty(), Optional.empty());
    var seen = seen(let("v1.36.3"), whole(Truth.TRUE), rest);
    var plan = LifePlan.of(seen, Map.of(ProviderType.LOCAL, new LocalInfrastructure()));
    var why = new Found(new Cause("DrainingNode", "a budget forbids it", "", ""), Instant.EPOCH);

    var report = LifeReport.of(seen, plan, null, () -> Optional.of(why), USED, Scenes.NOW);

    assertThat(report.fields()).containsEntry("phase", Phase.SLEEPING);
    assertThat(verdict(report, "Ready").reason()).isEqualTo("DrainingNode");
    assertThat(verdict(report, "Ready").message())
        .contains("falls asleep", "machines are still there", "a budget forbids it");
    assertThat(verdict(report, "Degraded").status()).isEqualTo(Truth.FALSE);
  }

  @Test
  void deepestCauseIsToldWithItsOwnTime() {
    var seen = seen(let("v1.36.3"), whole(Truth.FALSE));
    var plan = LifePlan.of(seen, Map.of(ProviderType.LOCAL, new LocalInfrastructure()));
    var deepest = new Found(new Cause("PoolExhausted", "none are left", "", ""), Instant.EPOCH);

    var report = LifeReport.of(seen, plan, null, () -> Optional.of(deepest), USED, Scenes.NOW);

    assertThat(verdict(report, "Ready").message()).isEqualTo("none are left");
    assertThat(report.fields()).containsEntry("cause", deepest.status());
  }

  @Test
  @DisplayName("a change that Steward refuses is told, and is not taken for one under way")
  void changeThatIsNotCarriedOutIsNotUnderWay() {
    var serving = Scenes.plane("v1.37.0", "v1.36.3");
    var refusing =
        new PlaneView(
            serving.ordered(),
            serving.runs(),
            true,
            true,
            serving.endpoint(),
            serving.kubeconfig(),
            new Conditions(
                List.of(
                    Scenes.condition("Available", Truth.TRUE),
                    Scenes.condition("Ready", Truth.TRUE),
                    Scenes.condition("Accepted", Truth.FALSE))));
    var whole = drawn();
    var live = new Live(whole.cluster(), refusing, whole.deployments(), whole.machines());
    var seen = seen(let("v1.37.0"), live);
    var why = new Found(new Cause("ImageUnknown", "no such image", "", ""), Instant.EPOCH);

    var report = LifeReport.of(seen, plan(seen), null, () -> Optional.of(why), USED, Scenes.NOW);

    assertThat(report.fields())
        .containsEntry("phase", Phase.READY)
        .containsEntry("cause", why.status());
    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.TRUE);
    assertThat(verdict(report, "Degraded").reason()).isEqualTo("ImageUnknown");

    // The reason is looked for only when it will be told.
    var unsearched = LifeReport.of(seen, plan(seen), null, Optional::empty, USED, Scenes.NOW);
    assertThat(verdict(unsearched, "Degraded").status()).isEqualTo(Truth.TRUE);
  }

  /** All that is needed serves, so only what was found deeper down can say why nothing goes on. */
  @Test
  void rollOutThatIsStuckIsToldAndDegradedWhenItLasts() {
    var whole = drawn();
    var made = whole.deployments().getFirst();
    var surging =
        new DeploymentView("web-workers", false, true, 2, 3, 1, made.template(), made.note());
    var machines = new ArrayList<>(whole.machines());
    machines.add(Scenes.machine("workers", 2, Truth.FALSE));
    var live = new Live(whole.cluster(), whole.plane(), List.of(surging), machines);
    var seen = seen(let("v1.36.3"), live);
    var cause = new Cause("DrainingNode", "a budget forbids it", "", "");

    var fresh = stuck(seen, new Found(cause, Scenes.NOW.minusSeconds(60), true));
    var lasting = stuck(seen, new Found(cause, Scenes.NOW.minusSeconds(300), true));
    var onItsWay = stuck(seen, new Found(cause, Instant.EPOCH, false));

    assertThat(fresh.fields()).containsEntry("phase", Phase.UPDATING).containsKey("cause");
    assertThat(verdict(fresh, "Ready").status()).isEqualTo(Truth.TRUE);
    assertThat(verdict(fresh, "Degraded").status()).as("it may pass").isEqualTo(Truth.FALSE);
    assertThat(fresh.again()).isEqualTo(Duration.ofMinutes(4));
    assertThat(verdict(lasting, "Degraded").reason()).isEqualTo("DrainingNode");
    assertThat(lasting.again()).isZero();
    assertThat(onItsWay.fields()).doesNotContainKey("cause");
    assertThat(verdict(onItsWay, "Degraded").status()).isEqualTo(Truth.FALSE);
  }

  @Test
  void whatIsAmissBesideIsNoCauseOfAClusterThatIsAsOrdered() {
    var seen = seen(let("v1.36.3"), drawn());

    var report = stuck(seen, new Found(new Cause("Any", "any", "", ""), Instant.EPOCH, true));

    assertThat(report.fields()).containsEntry("phase", Phase.READY).doesNotContainKey("cause");
  }

  private static LifeReport stuck(Observation seen, Found found) {
    return LifeReport.of(seen, plan(seen), null, () -> Optional.of(found), USED, Scenes.NOW);
  }

  /** Their template is older than what was just ordered, and nobody has told them yet. */
  @Test
  void workersOfTheVersionBeforeAreNotTakenForABadImage() {
    var older = Scenes.machine("workers", 0, Truth.TRUE, "v1.35.4");
    var machine =
        new MachineView(
            older.name(), older.deployment(), "v1.35.4", false, "n", "v1.35.4", older.conditions());
    var whole = drawn();
    var live = new Live(whole.cluster(), whole.plane(), whole.deployments(), List.of(machine));

    assertThat(Kubelets.other(Scenes.order("v1.36.3", "workers"), live)).isEmpty();
  }

  private static Reading let(Order order) {
    return new Reading.LetIn(order, null, "");
  }

  private static Reading let(String version) {
    return let(Scenes.order(version, "workers"));
  }

  @Test
  @DisplayName("H24: a control plane that serves no more is told so, whatever was told before")
  void controlPlaneThatServesNoMoreIsTold() {
    var order = Scenes.order("v1.36.3", "workers");
    var serving = Scenes.plane("v1.36.3", "v1.36.3");
    var silent =
        new PlaneView(
            serving.ordered(),
            serving.runs(),
            serving.initialized(),
            serving.current(),
            serving.endpoint(),
            serving.kubeconfig(),
            Scenes.said("Available", Truth.FALSE, "Ready", Truth.FALSE));

    var report = report(seen(let(order), with(silent)), USED);

    assertThat(verdict(report, "ControlPlaneReady").status()).isEqualTo(Truth.FALSE);
    assertThat(verdict(report, "Ready").status()).isEqualTo(Truth.FALSE);
    assertThat(verdict(report, "Degraded").status()).isEqualTo(Truth.TRUE);
  }

  @Test
  @DisplayName("H42: workers that could never join are refused, with what to order instead")
  void talosWorkersAreRefusedWithASentence() {
    var order =
        Scenes.with(Scenes.order("v1.36.3", "workers"), Scenes.pool("workers", 2, OsType.TALOS));

    var report = report(seen(let(order), Live.NOTHING), NEVER);

    assertThat(report.fields()).containsEntry("phase", Phase.FAILED);
    assertThat(report.readyMessage()).contains("pool workers", "name rocky or kairos");
  }

  @Test
  @DisplayName("H42: Flatcar is refused where Ignition cannot bring a worker into the cluster")
  void flatcarIsRefusedWhereOnlyCloudInitIsRead() {
    var order =
        Scenes.with(Scenes.order("v1.36.3", "workers"), Scenes.pool("workers", 2, OsType.FLATCAR));

    var report = report(seen(let(order), Live.NOTHING), NEVER);

    assertThat(report.fields()).containsEntry("phase", Phase.FAILED);
    assertThat(report.readyMessage())
        .contains("pool workers", "flatcar starts with Ignition", "name rocky or kairos");
  }

  @Test
  void gapsOfThePlatformAreToldInOneWordBeforeAnythingStands() {
    var seen = seen(let("v1.36.3"), Live.NOTHING);
    var lacking = LifePlan.of(seen, Map.of(ProviderType.LOCAL, new Lacking()));

    var report = LifeReport.of(seen, lacking, null, Optional::empty, NEVER, Scenes.NOW);

    assertThat(verdict(report, "PlatformGaps"))
        .isEqualTo(
            Verdict.yes(
                "PlatformGaps",
                "StorageNotChosen",
                "StorageNotChosen: storage fast: it is not used (leave it out); OneZonePerPool:"
                    + " pools: each is in one zone (make more pools)"));
    assertThat(verdict(report, "InfrastructureReady").status()).isEqualTo(Truth.FALSE);
    assertThat(report(seen, NEVER).verdicts())
        .extracting(Verdict::type)
        .doesNotContain("PlatformGaps");
  }

  /** Machines as on {@code local}, on a platform that does not do all of it. */
  private static final class Lacking implements Infrastructure {

    @Override
    public ProviderType provider() {
      return ProviderType.LOCAL;
    }

    @Override
    public Drawing draw(WorkerOrder order) {
      var drawn = (Drawing.Drawn) new LocalInfrastructure().draw(order);
      return new Drawing.Drawn(
          drawn.objects(),
          drawn.cluster(),
          drawn.templates(),
          drawn.nodes(),
          drawn.cloud(),
          List.of(
              Gap.of(
                  Gap.Reason.STORAGE_NOT_CHOSEN, "storage fast", "it is not used", "leave it out"),
              Gap.of(
                  Gap.Reason.ONE_ZONE_PER_POOL,
                  "pools",
                  "each is in one zone",
                  "make more pools")));
    }
  }

  @Test
  @DisplayName("H38: addresses of both families and host names are endpoints")
  void endpointIsToldWhateverItIs() {
    assertThat(endpoint("192.0.2.10")).isEqualTo("192.0.2.10:6443");
    assertThat(endpoint("2001:db8::1")).isEqualTo("[2001:db8::1]:6443");
    assertThat(endpoint("web.example.com")).isEqualTo("web.example.com:6443");
  }

  private static Object endpoint(String host) {
    var order = Scenes.order("v1.36.3", "workers");
    var serving = Scenes.plane("v1.36.3", "v1.36.3");
    var there =
        new PlaneView(
            serving.ordered(),
            serving.runs(),
            serving.initialized(),
            serving.current(),
            new Endpoint(host, 6443),
            serving.kubeconfig(),
            serving.conditions());
    return report(seen(let(order), with(there)), USED)
        .fields()
        .getOrDefault("controlPlaneEndpoint", "");
  }

  private static Live with(PlaneView plane) {
    var whole = whole(Truth.TRUE);
    return new Live(whole.cluster(), plane, whole.deployments(), whole.machines());
  }

  /** As {@link #whole}, with workers that are made from what is ordered. */
  private static Live drawn() {
    var whole = whole(Truth.TRUE);
    var made = (LifePlan.Make) plan(seen(let("v1.36.3"), whole));
    var template = Objects.requireNonNull(made.objects().templates().get("web-workers"));
    return new Live(
        whole.cluster(),
        whole.plane(),
        List.of(new DeploymentView("web-workers", false, true, 2, 2, 2, template, null)),
        whole.machines());
  }

  private static Live whole(Truth workers) {
    return new Live(
        Scenes.cluster(),
        Scenes.plane("v1.36.3", "v1.36.3"),
        List.of(Scenes.deployment("workers", "v1.36.3", 2)),
        List.of(Scenes.machine("workers", 0, workers), Scenes.machine("workers", 1, workers)));
  }

  private static Observation seen(Reading reading, Live live) {
    return seen(reading, live, Rest.awake());
  }

  private static Observation seen(Reading reading, Live live, Rest rest) {
    var spec =
        WireFormat.mapper().convertValue(Map.of("provider", "local"), ProviderConfigSpec.class);
    var place =
        new Place(
            "web-0b6e2c1a",
            new NamespaceBuilder()
                .withNewMetadata()
                .withName("web-0b6e2c1a")
                .endMetadata()
                .build());
    return new Observation(
        reading,
        true,
        new Account.Known(spec, new CredentialsSecret("", "", null, Credentials.none())),
        place,
        live,
        Conditions.none(),
        null,
        rest);
  }

  private static LifePlan plan(Observation seen) {
    return LifePlan.of(seen, Map.of(ProviderType.LOCAL, new LocalInfrastructure()));
  }

  private static LifeReport report(Observation seen, Before before) {
    return LifeReport.of(seen, plan(seen), null, Optional::empty, before, Scenes.NOW);
  }

  private static Verdict verdict(LifeReport report, String type) {
    return report.verdicts().stream()
        .filter(one -> one.type().equals(type))
        .findFirst()
        .orElseThrow();
  }
}
