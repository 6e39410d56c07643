package dev.butlerlabs.butler.providers.infratests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing.Drawn;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The name of a template says what machines are made of: no more, and no less. */
class StableNamesTest {

  private static final int ROUNDS = 200;

  @ParameterizedTest
  @EnumSource
  void sameOrderGivesSameBytes(Platform platform) {
    for (var order : Orders.matrix(platform, "team-a-demo")) {
      assertThat(bytes(draw(platform, order))).isEqualTo(bytes(draw(platform, order)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatMachinesAreMadeOfChangesTheirTemplateAndNoOther(Platform platform) {
    var random = seeded(platform);
    for (var round = 0; round < ROUNDS; round++) {
      var order = plain(platform, random);
      var changes = List.copyOf(Changes.replacing(platform).entrySet());
      var change = changes.get(random.nextInt(changes.size()));
      var before = draw(platform, order).templates();

      var after = draw(platform, change.getValue().apply(order)).templates();

      var first = order.pools().getFirst().name();
      assertThat(after.get(first)).as(change.getKey()).isNotEqualTo(before.get(first));
      order.pools().stream()
          .map(Pool::name)
          .filter(name -> !name.equals(first))
          .forEach(name -> assertThat(after.get(name)).isEqualTo(before.get(name)));
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatMachinesAreNotMadeOfKeepsEveryTemplate(Platform platform) {
    var random = seeded(platform);
    var orders = Orders.matrix(platform, "team-a-demo");
    for (var round = 0; round < ROUNDS; round++) {
      var order = orders.get(random.nextInt(orders.size()));
      var changes = List.copyOf(Changes.harmless(platform).entrySet());
      var change = changes.get(random.nextInt(changes.size()));
      var before = templates(draw(platform, order));

      var after = templates(draw(platform, change.getValue().apply(order)));

      assertThat(after).as(change.getKey()).isEqualTo(before);
    }
  }

  /** An order without fixed image and type, of a random size. */
  private static WorkerOrder plain(Platform platform, Random random) {
    var base = Orders.matrix(platform, "team-a-demo").getFirst();
    var pools = new ArrayList<Pool>();
    for (var name : List.of("workers", "other")) {
      var size =
          Orders.size(
              1 + random.nextInt(32),
              (2 + random.nextInt(100)) + "Gi",
              (40 + random.nextInt(500)) + "Gi");
      var systems = OsType.values();
      pools.add(Orders.pool(name, systems[random.nextInt(systems.length)], null, size));
    }
    return new WorkerOrder(
        base.name(),
        base.namespace(),
        base.owner(),
        base.version(),
        pools,
        base.endpoint(),
        base.platform(),
        base.credentials(),
        null,
        base.addressing());
  }

  /** Name and content of every template; labels of the object may change. */
  private static List<String> templates(Drawn drawn) {
    return drawn.objects().stream()
        .filter(object -> object.kind().endsWith("Template"))
        .map(object -> object.name() + " " + object.content())
        .toList();
  }

  private static List<String> bytes(Drawn drawn) {
    return drawn.objects().stream().map(object -> object.tree().toString()).toList();
  }

  private static Drawn draw(Platform platform, WorkerOrder order) {
    return Drawings.drawn(platform.infrastructure("capa-system"), order);
  }

  private static Random seeded(Platform platform) {
    var seed = Long.getLong("butler.seed", new Random().nextLong());
    System.out.printf("%s: seed %d (again with -Dbutler.seed=%d)%n", platform, seed, seed);
    return new Random(seed);
  }
}
