package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.Workshop;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.addons.ManagementAddonStatus;
import dev.butlerlabs.butler.api.addons.ManagementAddonStatus.Phase;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.Faults;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An addon is installed, upgraded, upgraded in vain and rolled back, repaired and taken away, and
 * the process is killed once in each of these, at one of its own calls: all ends as it does
 * without.
 *
 * <p>It is an addon of the management cluster, so that what is asked of the cluster it is on goes
 * over the same counted client as what is asked about the addon. Usually two lives are drawn, by a
 * seed that is told; {@code -Dbutler.faults=all} plays every call. Kills around Helm's calls are
 * {@code EveryFaultIT}'s and {@code RollbackFaultIT}'s.
 */
@OnRealApiServer
class OwnCallsFaultIT {

  private static final boolean ALL = "all".equals(System.getProperty("butler.faults"));
  private static final String MAP = configMap("{{ .Release.Name }}", "{{ .Values.shown | quote }}");
  private static final String REFUSED =
      """
      apiVersion: v1
      kind: Service
      metadata: {name: wrong}
      spec: {clusterIP: 192.0.2.1, ports: [{port: 80}]}
      """;

  /** What happens to an addon in its life, in this order. */
  private enum Operation {
    INSTALL,
    UPGRADE,
    ROLL_BACK,
    REPAIR,
    UNINSTALL
  }

  @TempDir Path folder;
  private Site site;
  private String definition = "";
  private String name = "";
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    var kinds = "/crds/things.yaml";
    var kind = kind(group(cluster));
    site.publish("web", "1.0.0", Map.of("map.yaml", MAP, kinds, kind));
    site.publish("web", "2.0.0", Map.of("map.yaml", MAP, kinds, kind));
    site.publish("web", "2.5.0", Map.of("map.yaml", MAP, kinds, kind, "zzz.yaml", REFUSED));
    site.publish("web", "3.0.0", Map.of("map.yaml", MAP, kinds, kind));
  }

  private static String kind(String group) {
    return """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata: {name: things.%s}
        spec:
          group: %s
          scope: Namespaced
          names: {kind: Thing, plural: things}
          versions: [{name: v1, served: true, storage: true, schema: {openAPIV3Schema: {type: object}}}]
        """
        .formatted(group, group);
  }

  @AfterEach
  void close() {
    site.close();
    site.cluster
        .kubectl("delete", "crd", "things." + group(site.cluster), "--ignore-not-found")
        .requireSuccess();
    site.cluster
        .kubectl("delete", "addondefinition", definition, "--ignore-not-found")
        .requireSuccess();
  }

  private static String group(TestCluster cluster) {
    return "g%s.example.com".formatted(cluster.namespace().replace("-", ""));
  }

  @Test
  void point18_everyOperationEndsTheSameAtWhicheverCallOfOursTheProcessIsKilled() {
    var seed = new Random().nextLong();
    System.out.println("kills at our own calls: seed " + seed);
    var calm = live("calm", _ -> Integer.MAX_VALUE, Fault.KILL_BEFORE);
    System.out.println("calls of ours: " + calm.calls());
    assertThat(calm.deaths()).isZero();
    assertThat(calm.calls().values()).allMatch(calls -> calls > 2);

    var most = calm.calls().values().stream().mapToInt(Integer::intValue).max().orElseThrow();
    var chance = new Random(seed);
    var deaths = 0;
    var lives = ALL ? most : 1;
    for (var life = 1; life <= lives; life++) {
      var at = life;
      for (var fault : new Fault[] {Fault.KILL_BEFORE, Fault.KILL_AFTER}) {
        ToIntFunction<Operation> call =
            operation ->
                ALL ? at : 1 + chance.nextInt(Objects.requireNonNull(calm.calls().get(operation)));
        deaths += live("life %d".formatted(life), call, fault).deaths();
      }
    }

    System.out.println("killed %d times".formatted(deaths));
    assertThat(deaths).as("calls may be fewer than in the calm life").isGreaterThan(2 * lives);
  }

  /**
   * What a life was like.
   *
   * @param calls of ours in each operation
   */
  private record Lived(Map<Operation, Integer> calls, int deaths) {}

  /** Lives once, and is killed in each operation at that call. */
  private Lived live(String life, ToIntFunction<Operation> at, Fault fault) {
    there = site.cluster.freshNamespace();
    name = "ma-" + there;
    definition = site.definition("1.0.0", "defaults: {namespace: %s}".formatted(there));
    var calls = new EnumMap<Operation, Integer>(Operation.class);
    var deaths = 0;
    for (var operation : Operation.values()) {
      prepare(operation);
      var armed = new AtomicBoolean();
      var call = at.applyAsInt(operation);
      var faults = Faults.none().atNth(call, "call", _ -> armed.get(), fault);
      site.stop();
      try (var recording = site.cluster.recording(WireFormat.serialization(), faults)) {
        site.open(site.workshop.helm(), recording.client());
        var before = recording.calls().requests().size();
        armed.set(true);
        var what = "%s of %s, %s %d".formatted(operation, life, fault, call);
        new Heir(site, recording.death()).unlessKilled(() -> carryOut(operation, what));
        armed.set(false);
        calls.put(operation, recording.calls().requests().size() - before);
        deaths += recording.isDead() ? 1 : 0;
        site.stop();
      }
      site.open();
    }
    return new Lived(calls, deaths);
  }

  private void prepare(Operation operation) {
    if (operation == Operation.REPAIR) {
      order("3.0.0", "three");
      awaitServing("3.0.0", "three", "before the repair");
      awaitSynced();
    }
  }

  private void carryOut(Operation operation, String what) {
    switch (operation) {
      case INSTALL -> {
        order("1.0.0", "one");
        awaitServing("1.0.0", "one", what);
      }
      case UPGRADE -> {
        order("2.0.0", "two");
        awaitServing("2.0.0", "two", what);
      }
      case ROLL_BACK -> {
        order("2.5.0", "bad");
        var failed = awaitTold("it has failed", status -> status.phase() == Phase.FAILED);
        assertThat(failed.message())
            .as(what)
            .contains("clusterIP", "version 2.0.0 still serves")
            .doesNotContain("going back failed");
        assertThat(shown()).as(what).isEqualTo("two");
        assertUnlocked(what);
      }
      case REPAIR -> {
        site.admin.configMaps().inNamespace(there).withName(name).delete();
        Await.untilTrue(what, Site.PATIENCE, () -> "three".equals(shown()));
        awaitSynced();
        assertUnlocked(what);
      }
      case UNINSTALL -> {
        addon().delete();
        site.cluster.await().within(Site.PATIENCE).untilGone(addon());
        assertThat(helm("list", "--output", "json")).as(what).isEqualToIgnoringWhitespace("[]");
        assertThat(site.cluster.kubectl("get", "crd", "things." + group(site.cluster)).exit())
            .as("what it leaves behind is purged, " + what)
            .isNotZero();
      }
    }
  }

  private void awaitServing(String version, String shown, String what) {
    awaitTold(
        what,
        status -> status.phase() == Phase.INSTALLED && version.equals(status.installedVersion()));
    assertThat(shown()).as(what).isEqualTo(shown);
    assertUnlocked(what);
  }

  private void awaitSynced() {
    awaitTold(
        "it is as released",
        status ->
            new Conditions(status.conditions())
                .find("Synced")
                .filter(one -> one.reason().equals("AsReleased"))
                .isPresent());
  }

  private void assertUnlocked(String what) {
    try {
      var revisions = Workshop.yaml(helm("history", name, "--output", "json"));
      assertThat(revisions.path(revisions.size() - 1).path("status").asText())
          .as(what)
          .isEqualTo("deployed");
      assertThat(revisions.toString()).as(what).doesNotContain("pending");
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }

  private String helm(String... arguments) {
    try {
      return site.helm(there, arguments);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  private String shown() {
    var map = site.admin.configMaps().inNamespace(there).withName(name).get();
    return map == null ? "" : map.getData().getOrDefault("shown", "");
  }

  private Resource<ManagementAddon> addon() {
    return site.admin.resources(ManagementAddon.class).withName(name);
  }

  private void order(String version, String shown) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ManagementAddon
        metadata: {name: %s}
        spec:
          addon: %s
          version: %s
          values: {shown: %s}
          driftPolicy: Repair
          leftovers: Empty
        """
            .formatted(name, definition, version, shown));
  }

  private ManagementAddonStatus awaitTold(String what, Predicate<ManagementAddonStatus> wanted) {
    var found =
        new Await(site.admin)
            .within(Site.PATIENCE)
            .until(what, addon(), one -> one.getStatus() != null && wanted.test(one.getStatus()));
    return Objects.requireNonNull(found.getStatus());
  }
}
