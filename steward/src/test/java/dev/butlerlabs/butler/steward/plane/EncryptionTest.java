package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class EncryptionTest {

  private static final String SECRETS = "security: {encryption: {resources: [secrets]}}\n";

  @Test
  void newTenantWritesEncryptedFromTheStart() {
    var world = new World(Planes.of("shop", Planes.USUAL + SECRETS));

    var plan = world.settle();

    assertThat(rows(world)).isEqualTo(Map.of("secrets", List.of("key-1", "identity")));
    assertThat(world.rollouts).isZero();
    assertThat(verdict(plan).status()).isEqualTo(Truth.TRUE);
    assertThat(world.apiServerArguments())
        .contains("--encryption-provider-config=/etc/kubernetes/encryption/config.yaml");
  }

  @Test
  void tenantWithPlainDataReadsBeforeItWritesAndRewritesAfter() {
    var world = new World(Planes.usual());
    world.settle();

    order(world, Planes.USUAL + SECRETS);
    var first = world.run();
    assertThat(rows(world)).isEqualTo(Map.of("secrets", List.of("identity", "key-1")));
    assertThat(verdict(first).reason()).isEqualTo("KeysRollingOut");
    world.rollOut();
    world.run();
    assertThat(rows(world)).isEqualTo(Map.of("secrets", List.of("key-1", "identity")));
    assertThat(world.plan().rewriting()).as("old pods write plain text still").isEmpty();
    world.rollOut();
    var third = world.run();

    assertThat(third.rewriting().orElseThrow().resources()).containsExactly("secrets");
    assertThat(verdict(third).reason()).isEqualTo("Rewriting");
    assertThat(verdict(world.settle()).status()).isEqualTo(Truth.TRUE);
  }

  @Test
  void keyIsReplacedWhenAskedForAndTheOldOneGoesWhenNothingIsWrittenWithIt() {
    var world = new World(Planes.of("shop", Planes.USUAL + SECRETS));
    world.settle();
    var old = secrets(world);

    world.ask(Part.ENCRYPTION);
    world.run();
    assertThat(rows(world)).isEqualTo(Map.of("secrets", List.of("key-1", "identity", "key-2")));
    world.settle();

    assertThat(rows(world)).isEqualTo(Map.of("secrets", List.of("key-2", "identity")));
    assertThat(secrets(world)).doesNotContainAnyElementsOf(old);
    assertThat(world.rollouts).isEqualTo(3);
  }

  @Test
  void switchedOffLeavesNothingBehind() {
    var world = new World(Planes.of("shop", Planes.USUAL + SECRETS));
    world.settle();

    order(world, Planes.USUAL);
    var plan = world.settle();

    assertThat(world.keys).doesNotContainKey(Part.ENCRYPTION);
    assertThat(world.apiServerArguments()).noneMatch(flag -> flag.startsWith("--encryption"));
    assertThat(plan.report().verdicts()).noneMatch(one -> one.type().equals("Encrypted"));
  }

  @Test
  void lostKeysStopEverythingInsteadOfBeingMadeAnew() {
    var world = new World(Planes.of("shop", Planes.USUAL + SECRETS));
    world.settle();
    world.keys.remove(Part.ENCRYPTION);

    var plan = world.run();

    assertThat(plan.orders()).isEmpty();
    assertThat(plan.deployment()).isEmpty();
    assertThat(plan.report().cause().orElseThrow().sentence())
        .contains("shop-encryption-keys", "Restore it from a backup");
  }

  @Test
  void wildcardsAndASecondConfigurationAreRefused() {
    var all = new World(Planes.of("shop", Planes.USUAL + SECRETS.replace("secrets]", "'*.*']")));
    var both =
        new World(
            Planes.of(
                "shop",
                Planes.USUAL.replace(
                        "LoadBalancer}",
                        "LoadBalancer}, deployment: {extraArgs: {apiServer:"
                            + " [--encryption-provider-config=/mine]}}")
                    + SECRETS));

    assertThat(all.run().report().cause().orElseThrow().sentence()).contains("no resource");
    assertThat(both.run().report().cause().orElseThrow().sentence()).contains("Keep one of them");
  }

  @Test
  void whoWritesAgainWhatAnotherWroteMeanwhileHasToRewriteIt() {
    var world = new World(Planes.of("shop", Planes.USUAL + SECRETS));
    world.settle();

    order(world, Planes.USUAL);
    world.run();
    assertThat(rows(world)).isEqualTo(Map.of("secrets", List.of("identity", "key-1")));
    world.rollOut();
    order(world, Planes.USUAL + SECRETS);
    world.run();
    world.rollOut();

    assertThat(rows(world)).isEqualTo(Map.of("secrets", List.of("key-1", "identity")));
    assertThat(world.run().rewriting()).as("plain text was written meanwhile").isPresent();
  }

  /** Old and new pods serve side by side, and what was ever written must be readable by both. */
  @Test
  void whateverIsAskedForEveryPodReadsWhatEveryPodWrote() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    for (var story = 0; story < 8; story++) {
      var world = new World(Planes.of("shop", spec(random)));
      var stored = new HashMap<String, Set<String>>();
      world.run();
      var old = mounted(world);
      for (var step = 0; step < 30; step++) {
        if (random.nextInt(6) == 0) {
          order(world, spec(random));
        } else if (random.nextInt(6) == 0 && world.keys.containsKey(Part.ENCRYPTION)) {
          world.ask(Part.ENCRYPTION);
        }
        var plan = world.run();
        var now = mounted(world);
        for (var pods : List.of(old, now)) {
          for (var resource : List.of("configmaps", "secrets")) {
            var row = pods.getOrDefault(resource, List.of("identity"));
            stored.computeIfAbsent(resource, _ -> new HashSet<>()).add(row.getFirst());
          }
        }
        for (var pods : List.of(old, now)) {
          stored.forEach(
              (resource, writers) ->
                  assertThat(pods.getOrDefault(resource, List.of("identity")))
                      .as("seed %d, %s of %s", seed, resource, stored)
                      .containsAll(writers));
        }
        if (random.nextInt(3) > 0) {
          world.rollOut();
          old = now;
        }
        if (plan.rewriting().isPresent() && world.plan().rewriting().isPresent()) {
          rows(world)
              .forEach(
                  (resource, row) -> stored.put(resource, new HashSet<>(Set.of(row.getFirst()))));
          world.keys.put(Part.ENCRYPTION, world.plan().rewriting().get().done());
        }
        if (!world.plan().removals().isEmpty()) {
          world.keys.remove(Part.ENCRYPTION);
        }
      }
    }
  }

  private static String spec(Random random) {
    if (random.nextInt(3) == 0) {
      return Planes.USUAL;
    }
    var resources = List.of("secrets", "configmaps", "secrets, configmaps").get(random.nextInt(3));
    var cipher = random.nextBoolean() ? "secretbox" : "aescbc";
    return Planes.USUAL
        + "security: {encryption: {resources: [%s], cipher: %s}}\n".formatted(resources, cipher);
  }

  private static void order(World world, String spec) {
    var next = Planes.of("shop", spec);
    next.setStatus(world.plane.getStatus());
    world.plane = next;
  }

  /** As the newest pods have them: nothing when they mount no keys. */
  private static Map<String, List<String>> mounted(World world) {
    return world.apiServerArguments().stream().anyMatch(flag -> flag.startsWith("--encryption"))
        ? rows(world)
        : Map.of();
  }

  private static Map<String, List<String>> rows(World world) {
    var rows = new TreeMap<String, List<String>>();
    for (var entry : config(world).path("resources")) {
      var names = new ArrayList<String>();
      entry
          .path("providers")
          .forEach(
              provider ->
                  names.add(
                      provider.has("identity")
                          ? "identity"
                          : provider.iterator().next().at("/keys/0/name").asText()));
      rows.put(entry.at("/resources/0").asText(), names);
    }
    return rows;
  }

  private static List<String> secrets(World world) {
    return config(world).findValuesAsText("secret");
  }

  private static JsonNode config(World world) {
    var keys = Objects.requireNonNullElse(world.keys.get(Part.ENCRYPTION), Keys.fresh(Map.of()));
    try {
      return new YAMLMapper().readTree(keys.text("config.yaml"));
    } catch (JsonProcessingException broken) {
      throw new UncheckedIOException(broken);
    }
  }

  private static Verdict verdict(Plan plan) {
    return plan.report().verdicts().stream()
        .filter(one -> one.type().equals("Encrypted"))
        .findFirst()
        .orElseThrow();
  }
}
