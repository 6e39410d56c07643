package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.catalog.plan.Turn;
import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A canary and two hundred that come after it, two at a time. */
class FollowersTest {

  private static final int REST = 200;
  private static final String OLD = "1.0.0";

  // Newer than what the catalog has, so that nothing is left to take.
  private static final String NEW = "2.0.1";

  private final InstantSource clock = InstantSource.fixed(Instant.parse("2026-03-04T12:00:00Z"));
  private final Followers followers = new Followers(clock);
  private final AtomicInteger versions = new AtomicInteger();
  private final Map<ObjectKey, HasMetadata> stored = new LinkedHashMap<>();
  private final Cache cache = new Stored();

  FollowersTest() {
    put(
        read(
            AddonDefinition.class,
            """
            metadata: {name: web}
            spec:
              displayName: Web
              chart: {repository: "https://charts.example.com", name: web, defaultVersion: 2.0.0}
              rollout:
                waves:
                - {name: canary, clusterLabels: {stage: canary}}
                - {name: rest, clusterLabels: {}, maxParallel: 2}
            """));
    cluster("c", "stage: canary");
    addon("c", "Upgrading", OLD, "");
    for (var name : rest()) {
      cluster(name, "");
      addon(name, "Installed", OLD, "");
    }
    rest().forEach(this::tellTurn);
  }

  @Test
  void point9_onlyThoseLookAgainForWhomAChangeMakesADifference() {
    addon("c", "Installed", NEW, "");

    assertThat(after("c")).as("what they wait for is something else now").hasSize(REST);
    rest().forEach(this::tellTurn);
    addon("n000", "Upgrading", OLD, "");
    assertThat(after("n000")).as("whose turn it is anyway").containsExactly(key("n001"));
    addon("n001", "Upgrading", OLD, "");
    assertThat(after("n001")).isEmpty();
    addon("n000", "Installed", NEW, "");
    assertThat(after("n000")).as("one place is free").containsExactly(key("n002"));
  }

  @Test
  void point9_whoFailsIsNewsForAllThatWait() {
    addon("c", "Installed", NEW, "");
    rest().forEach(this::tellTurn);
    addon("n000", "Failed", OLD, "");

    assertThat(after("n000")).hasSize(REST - 1);
    assertThat(turn("n001").toString()).contains("halted: shop/n000 does not serve");
  }

  @Test
  void point9_whoWillTellWhyItWaitsIsNotMissed() {
    addon("n005", "Installed", OLD, "version 1.0.0; the catalog offers 2.0.0");

    assertThat(after("n007")).containsExactly(key("n005"));
  }

  /** What is kept of each says the same as a look at all of them from the start. */
  @Test
  void point9_whatIsKeptIsNeverOld() {
    var seed = new Random().nextLong();
    System.out.println("followers: seed " + seed);
    var random = new Random(seed);
    var phases = List.of("Installed", "Upgrading", "Failed", "Degraded");
    var all = rest();
    for (var round = 0; round < 60; round++) {
      var one = all.get(random.nextInt(all.size()));
      if (random.nextInt(4) == 0) {
        cluster(one, random.nextBoolean() ? "stage: canary" : "");
      } else {
        var phase = phases.get(random.nextInt(phases.size()));
        addon(one, phase, random.nextBoolean() ? OLD : NEW, "");
      }
      var asked = all.get(random.nextInt(all.size()));
      assertThat(turn(asked))
          .as("seed " + seed)
          .isEqualTo(new Followers(clock).turn(addon(asked), cache));
    }
  }

  private static List<String> rest() {
    return IntStream.range(0, REST).mapToObj("n%03d"::formatted).toList();
  }

  private Collection<ObjectKey> after(String name) {
    return followers.after(addon(name), cache);
  }

  private Turn turn(String name) {
    return followers.turn(addon(name), cache);
  }

  private TenantAddon addon(String name) {
    return cache.find(AddonKinds.ADDONS, key(name)).orElseThrow();
  }

  /** As its own look would. */
  private void tellTurn(String name) {
    var message = turn(name) instanceof Turn.Later(var why, _) ? AddonReport.waiting(why) : "";
    addon(name, "Installed", OLD, message);
  }

  private void addon(String name, String phase, String version, String message) {
    put(
        read(
            TenantAddon.class,
            """
            metadata: {namespace: shop, name: %1$s}
            spec: {clusterRef: {name: %1$s}, addon: web, upgradePolicy: {mode: Waves}}
            status:
              phase: %2$s
              installedVersion: %3$s
              message: '%4$s'
              lastTransitionTime: "2026-03-01T00:00:00Z"
              helmRelease: {name: web, namespace: web, revision: 1, status: deployed}
              %5$s
              conditions:
              - {type: ClusterReady, status: "True", reason: Ready, message: "", lastTransitionTime: "2026-03-01T00:00:00Z"}
            """
                .formatted(
                    name,
                    phase,
                    version,
                    message,
                    phase.equals("Installed") && version.equals(OLD)
                        ? "pendingUpgrade: {version: 2.0.0, summary: something}"
                        : "")));
  }

  private void cluster(String name, String labels) {
    put(
        read(
            TenantCluster.class,
            """
            metadata: {namespace: shop, name: %s, labels: {%s}}
            status: {phase: Ready}
            """
                .formatted(name, labels)));
  }

  private <T extends HasMetadata> T read(Class<T> type, String yaml) {
    var object = WireFormat.serialization().unmarshal(yaml, type);
    object.getMetadata().setResourceVersion(String.valueOf(versions.incrementAndGet()));
    return object;
  }

  /** A cluster and its addon have the same name, so the kind is part of where it is. */
  private void put(HasMetadata object) {
    stored.put(place(object.getClass(), AddonKinds.keyOf(object)), object);
  }

  private static ObjectKey place(Class<?> type, ObjectKey key) {
    return type == TenantAddon.class
        ? key
        : new ObjectKey(type.getSimpleName() + ":" + key.namespace(), key.name());
  }

  private static ObjectKey key(String name) {
    return new ObjectKey("shop", name);
  }

  /** What was put, found at once. */
  private final class Stored implements Cache {

    @Override
    public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
      return Optional.ofNullable(kind.type().cast(stored.get(place(kind.type(), key))));
    }

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind) {
      return stored.values().stream()
          .filter(kind.type()::isInstance)
          .map(kind.type()::cast)
          .toList();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
      return list(kind).stream()
          .filter(one -> Objects.equals(one.getMetadata().getNamespace(), namespace))
          .toList();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
      return list(index.kind()).stream()
          .filter(one -> index.values().apply(one).contains(value))
          .toList();
    }
  }
}
