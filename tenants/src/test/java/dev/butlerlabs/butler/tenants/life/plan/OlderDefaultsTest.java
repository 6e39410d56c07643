package dev.butlerlabs.butler.tenants.life.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Quantity;
import dev.butlerlabs.butler.providers.spi.infrastructure.MachineSize;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.objects.plan.PoolNote;
import dev.butlerlabs.butler.tenants.objects.plan.Rollout;
import dev.butlerlabs.butler.tenants.objects.plan.Template;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the platform says by now rolls no pool that is in use. */
class OlderDefaultsTest {

  private static final String VERSION = "v1.36.3";
  private static final Rollout ROLLOUT = new Rollout(VERSION, VERSION, Map.of());
  private static final Template MADE = Scenes.template("workers", VERSION);

  @Test
  @DisplayName("H6: a key of the platform that changes replaces no machine")
  void whatThePlatformSaysSinceReplacesNothing() {
    var note = noted(order("old", "", "")).using(true);

    assertThat(kept(order("new", "", ""), there(MADE, note))).isEqualTo(Map.of("workers", MADE));
    assertThat(kept(Scenes.order(VERSION, "workers"), there(MADE, note)))
        .as("nor one that is taken away")
        .isEqualTo(Map.of("workers", MADE));
  }

  @Test
  void whatTheClusterItselfAsksForTakesWhatThePlatformSays() {
    var note = noted(order("old", "", "")).using(true);
    var pool = order("new", "", "").pools().getFirst();
    var bigger = new MachineSize(8, pool.size().memoryBytes(), pool.size().diskBytes(), true, true);

    assertThat(kept(order("new", "own", ""), there(MADE, note))).as("a key of its own").isEmpty();
    assertThat(kept(with(order("new", "", ""), bigger, Map.of()), there(MADE, note))).isEmpty();
    assertThat(kept(with(order("new", "", ""), pool.size(), Map.of("a", "b")), there(MADE, note)))
        .isEmpty();
    assertThat(
            kept(
                with(order("new", "", ""), pool.size(), Map.of("node-role.kubernetes.io/a", "")),
                there(MADE, note)))
        .as("a label that running Nodes get")
        .containsOnlyKeys("workers");
  }

  @Test
  void upgradeTakesWhatThePlatformSays() {
    var older = Scenes.template("workers", "v1.35.4");

    assertThat(kept(order("new", "", ""), there(older, noted(order("old", "", "")).using(true))))
        .isEmpty();
  }

  @Test
  void annotationTakesItOnceForEachValue() {
    var first = noted(order("old", "", "")).using(true);
    var asked = order("new", "", "monday");
    var after = notes(asked, there(MADE, first));

    assertThat(kept(asked, there(MADE, first))).isEmpty();
    assertThat(kept(asked, there(MADE, after))).containsOnlyKeys("workers");
    assertThat(kept(order("newer", "", ""), there(MADE, after)))
        .as("the annotation is taken away")
        .containsOnlyKeys("workers");
    assertThat(notes(order("newer", "", ""), there(MADE, after))).isEqualTo(after.using(true));
    assertThat(kept(order("newer", "", "friday"), there(MADE, after))).isEmpty();
  }

  @Test
  void poolThatNoMachineHasJoinedIsPutRightByThePlatform() {
    var note = noted(order("old", "", ""));
    var machine =
        new MachineView(
            "web-workers-0",
            "web-workers",
            "v1.36.3",
            false,
            "",
            "",
            Scenes.machine("workers", 0, Truth.FALSE).conditions());

    assertThat(kept(order("new", "", ""), live(there(MADE, note), List.of(machine)))).isEmpty();
    assertThat(notes(order("new", "", ""), live(there(MADE, note), List.of(machine))).used())
        .isFalse();
    assertThat(kept(order("new", "", ""), live(there(MADE, note), List.of()))).isEmpty();
  }

  @Test
  @DisplayName("an update of Butler itself, which finds no note, replaces nothing")
  void poolFromBeforeNotesStaysAsItIs() {
    var there = there(MADE, null);

    assertThat(kept(order("new", "", ""), there)).containsOnlyKeys("workers");
    assertThat(kept(order("new", "", ""), live(there, List.of()))).as("it sleeps").isNotEmpty();
    assertThat(notes(order("new", "", ""), live(there, List.of())).used()).isTrue();
    assertThat(kept(order("new", "", "monday"), there)).isEmpty();
    var busy = new DeploymentView("web-workers", false, false, 3, 2, 2, MADE, null);
    assertThat(kept(order("new", "", ""), live(busy)))
        .as("Cluster API has not looked yet")
        .isNotEmpty();
  }

  @Test
  void whatIsWrongInANewTemplateIsPutRightByThePlatform() {
    var older = Scenes.template("workers", "v1.35.4");
    var used = noted(order("old", "", "")).using(true);
    var before = Scenes.machine("workers", 0, Truth.TRUE, "v1.35.4");
    var joined = Scenes.machine("workers", 1, Truth.TRUE, VERSION);

    var note = notes(order("old", "", ""), live(there(older, used), List.of(before)));
    assertThat(note.used()).as("no machine is made from it yet").isFalse();
    assertThat(kept(order("new", "", ""), live(there(MADE, note), List.of(before)))).isEmpty();
    assertThat(kept(order("new", "", ""), live(there(MADE, note), List.of(before, joined))))
        .containsOnlyKeys("workers");
  }

  @Test
  void correctionOfWhatCouldNotBeMadeIsTakenWithoutANoteToo() {
    var live = live(there(MADE, null));
    var bigger = with(order("new", "", ""), MachineSize.of(8, mem(), mem()), Map.of());

    assertThat(Pools.of(bigger, ROLLOUT, live, true).rollout().kept()).isEmpty();
    assertThat(Pools.of(bigger, ROLLOUT, live, false).rollout().kept()).isNotEmpty();
  }

  @Test
  void poolThatWasHeldForAnImageWithoutANoteTakesIt() {
    var awaited = Scenes.order(VERSION, "workers");
    var held = Pools.of(PoolsTest.awaiting("workers"), ROLLOUT, live(there(MADE, null)), false);

    var note = Objects.requireNonNull(held.rollout().notes().get("workers"));
    assertThat(kept(awaited, there(MADE, note))).isEmpty();
  }

  @Test
  void poolThatIsHeldKeepsItsNote() {
    var note = noted(order("old", "", "")).using(true);
    var rollout = new Rollout(VERSION, VERSION, Map.of("workers", MADE));
    var bigger = with(order("new", "own", ""), MachineSize.of(8, mem(), mem()), Map.of());

    var pools = Pools.of(bigger, rollout, live(there(MADE, note)), false);

    assertThat(pools.rollout().notes()).containsEntry("workers", note);
    assertThat(pools.rollout().kept()).isEmpty();
  }

  /**
   * Another text would be another order to every pool there is, and take what the platform says.
   */
  @Test
  void noteIsWrittenAsEver() {
    var order = order("platform", "own", "monday");

    assertThat(PoolNote.of(order, order.pools().getFirst()).using(true).toString())
        .isEqualTo("PoolNote[asked=aaf5cdfa27, taken=f94ce0bec2, used=true]");
    assertThat(PoolNote.read("2/0123456789//used")).isEmpty();
    assertThat(PoolNote.read("1/0123456789//used")).contains(new PoolNote("0123456789", "", true));
  }

  private static Quantity mem() {
    return new Quantity("16Gi");
  }

  /** With a key that the platform lets in, one the pool names, and a value that asks anew. */
  private static Order order(String platformKey, String ownKey, String take) {
    var order = Scenes.order(VERSION, "workers");
    var pool = order.pools().getFirst();
    var keyed = changed(pool, pool.size(), ownKey.isEmpty() ? platformKey : ownKey, Map.of());
    var own = ownKey.isEmpty() ? Map.<String, String>of() : Map.of("workers", ownKey);
    return Scenes.saying(Scenes.with(order, keyed), new Order.Own(List.of(), own, take));
  }

  private static Order with(Order order, MachineSize size, Map<String, String> labels) {
    var pool = order.pools().getFirst();
    return Scenes.with(order, changed(pool, size, Objects.requireNonNull(pool.sshKey()), labels));
  }

  private static Pool changed(Pool pool, MachineSize size, String key, Map<String, String> labels) {
    return new Pool(
        pool.name(),
        pool.replicas(),
        pool.autoscaling(),
        size,
        pool.os(),
        pool.image(),
        key,
        labels,
        pool.taints());
  }

  private static PoolNote noted(Order order) {
    return PoolNote.of(order, order.pools().getFirst());
  }

  private static DeploymentView there(Template template, @Nullable PoolNote note) {
    return new DeploymentView("web-workers", false, true, 2, 2, 2, template, note);
  }

  private static Live live(DeploymentView there) {
    return live(there, List.of(Scenes.machine("workers", 0, Truth.TRUE)));
  }

  private static Live live(DeploymentView there, List<MachineView> machines) {
    return new Live(Scenes.cluster(), Scenes.plane(VERSION, VERSION), List.of(there), machines);
  }

  private static Map<String, Template> kept(Order order, DeploymentView there) {
    return kept(order, live(there));
  }

  private static Map<String, Template> kept(Order order, Live live) {
    return Pools.of(order, ROLLOUT, live, false).rollout().kept();
  }

  private static PoolNote notes(Order order, DeploymentView there) {
    return notes(order, live(there));
  }

  private static PoolNote notes(Order order, Live live) {
    return Objects.requireNonNull(
        Pools.of(order, ROLLOUT, live, false).rollout().notes().get("workers"));
  }
}
