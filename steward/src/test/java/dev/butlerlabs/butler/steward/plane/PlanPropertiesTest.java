package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.StoreNames;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PlanPropertiesTest {

  private static final int SPECS = 100;

  /** Written by another hand than the one that seals. */
  private static final ObjectMapper SORTING =
      new ObjectMapper().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  @Test
  void sameLookGivesTheSameBytes() {
    var carriedOut = 0;
    for (var drawn : drawn()) {
      var world = new World(Planes.of("shop", drawn.spec()));
      var plan = world.run();

      assertThat(bytes(world)).as(drawn.toString()).isEqualTo(bytes(world));
      carriedOut += plan.deployment().isPresent() ? 1 : 0;
      for (var object : objects(plan)) {
        assertThat(object.getMetadata().getAnnotations().get(Marks.CHECKSUM))
            .as("checksum of the %s of %s", object.getKind(), drawn)
            .isEqualTo(Checksum.of(unsealedInOrder(object)).text());
      }
    }
    assertThat(carriedOut).as("specs that are carried out").isGreaterThan(SPECS * 2 / 3);
  }

  @Test
  void planOfWhatAPlanMadeWantsNothing() {
    for (var drawn : drawn()) {
      var world = new World(Planes.of("shop", drawn.spec()));
      world.settle();
      var minted = world.minted;
      var rollouts = world.rollouts;
      var before = bytes(world);

      for (var pass = 0; pass < 3; pass++) {
        world.run();
        world.rollOut();
      }

      assertThat(world.rollouts).as("rollouts, %s", drawn).isEqualTo(rollouts);
      assertThat(world.minted).as("keys made, %s", drawn).isEqualTo(minted);
      assertThat(bytes(world)).as(drawn.toString()).isEqualTo(before);
    }
  }

  @Test
  void noTwoTenantsOfAHundredThousandShareAName() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    var letters = List.of("a", "b", "-", "a-b", "tcp", "_", "ca", "0");
    var taken = new HashSet<String>();
    var spec = Planes.spec(Planes.USUAL);
    for (var i = 0; i < 100_000; i++) {
      var uid = new UUID(random.nextLong(), random.nextLong());
      var plane = Planes.of(word(random, letters), word(random, letters), uid, spec);
      var names = StoreNames.of(plane);

      assertThat(taken.add(names.schema())).as("seed %d, %s", seed, names).isTrue();
      assertThat(names.user()).isEqualTo(names.schema());
      assertThat(names.objection(uid.toString())).isEmpty();
    }
  }

  @Test
  void chosenNameThatCouldBeAnotherTenantsIsRefused() {
    var other = StoreNames.of(Planes.usual());

    assertThat(new StoreNames(other.schema(), "me").objection(UUID.randomUUID().toString()))
        .isPresent();
    assertThat(new StoreNames("me", other.user()).objection(UUID.randomUUID().toString()))
        .isPresent();
    assertThat(other.objection(Planes.UID)).isEmpty();
  }

  @Test
  void noSecretOfOnePlaneIsNamedLikeOneOfAnotherPlane() {
    for (var one : Part.values()) {
      for (var other : Part.values()) {
        assertThat(one.suffix()).as("%s, %s", one, other).doesNotEndWith("-" + other.suffix());
      }
    }
  }

  private static String bytes(World world) {
    var plan = world.plan();
    var format = WireFormat.serialization();
    var objects = new ArrayList<Object>(plan.secrets());
    plan.service().ifPresent(objects::add);
    objects.addAll(plan.others());
    plan.deployment().ifPresent(objects::add);
    objects.add(plan.status());
    return format.asJson(objects) + plan.report() + plan.orders();
  }

  private static String word(Random random, List<String> letters) {
    var text = new StringBuilder();
    for (var i = 0; i <= random.nextInt(6); i++) {
      text.append(letters.get(random.nextInt(letters.size())));
    }
    return text.toString();
  }

  private record Drawn(long seed, String spec) {}

  private static List<Drawn> drawn() {
    var seed = new Random().nextLong();
    System.out.println("specs are drawn with seed " + seed);
    var specs = new DrawnSpec(new Random(seed));
    return Stream.generate(() -> new Drawn(seed, specs.next())).limit(SPECS).toList();
  }

  /** What carries a checksum of all of itself. */
  private static List<HasMetadata> objects(Plan plan) {
    var objects = new ArrayList<HasMetadata>();
    plan.service().ifPresent(objects::add);
    plan.others().stream().filter(one -> !(one instanceof ConfigMap)).forEach(objects::add);
    plan.deployment().ifPresent(objects::add);
    return objects;
  }

  /** The JSON that was sealed, with all its keys in order. */
  private static String unsealedInOrder(HasMetadata object) {
    try {
      var tree = SORTING.readTree(WireFormat.serialization().asJson(object));
      var metadata = (ObjectNode) tree.path("metadata");
      var annotations = (ObjectNode) metadata.path("annotations");
      annotations.remove(Marks.CHECKSUM);
      if (annotations.isEmpty()) {
        metadata.remove("annotations");
      }
      return SORTING.writeValueAsString(SORTING.convertValue(tree, Object.class));
    } catch (JsonProcessingException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }
}
