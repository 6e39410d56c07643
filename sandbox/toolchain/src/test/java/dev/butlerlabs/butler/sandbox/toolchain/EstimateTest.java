package dev.butlerlabs.butler.sandbox.toolchain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.sandbox.toolchain.Plan.Disk;
import dev.butlerlabs.butler.sandbox.toolchain.Plan.Item;
import dev.butlerlabs.butler.sandbox.toolchain.Plan.Way;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class EstimateTest {

  @Test
  void whatIsThereCostsNothing() {
    var items = items(Way.READY, Tool.values());

    assertThat(Estimate.buildTime(items, 2)).isZero();
    assertThat(Estimate.programBytes(items)).isZero();
    assertThat(Estimate.goBytes(items)).isZero();
    assertThat(new Plan(items, Duration.ZERO, 2, List.of(), List.of()).lines())
        .containsExactly("all %d programs are there".formatted(Tool.values().length));
  }

  @Test
  void sharedPackagesAreBuiltOnce() {
    var one = Estimate.buildTime(items(Way.BUILD, Tool.KUBE_APISERVER), 2);
    var two = Estimate.buildTime(items(Way.BUILD, Tool.KUBE_APISERVER, Tool.KUBE_SCHEDULER), 2);

    assertThat(one).isEqualTo(Duration.ofSeconds(250));
    assertThat(two.minus(one)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void moreCoresHelpWithAllButLinking() {
    assertThat(Estimate.buildTime(items(Way.BUILD, Tool.KUBE_APISERVER), 8))
        .isEqualTo(Duration.ofSeconds(245 / 4 + 5));
  }

  @Test
  void pulledProgramsNeedRoomButNoBuild() {
    var items = items(Way.PULL, Tool.ETCD, Tool.KUBECTL);

    assertThat(Estimate.buildTime(items, 2)).isZero();
    assertThat(Estimate.programBytes(items)).isEqualTo(87_000_000);
    assertThat(Estimate.goBytes(items)).isZero();
  }

  @Test
  void smallDiskIsOneSentence() {
    var disks =
        List.of(
            new Disk(Path.of("/tools"), 500_000_000, 2_000_000_000),
            new Disk(Path.of("/gocache"), 5_300_000_000L, 2_100_000_000));

    assertThat(Estimate.shortages(disks))
        .containsExactly(
            "the programs need up to 5.3 GB under /gocache, where 2.1 GB are free; make room, or"
                + " choose other folders with --tools DIR and GOCACHE");
  }

  @Test
  void planReadsLikeASentenceForEachWay() {
    var items =
        List.of(
            new Item(Tool.ETCD, Way.READY, "PATH"),
            new Item(Tool.KUBECTL, Way.PULL, "image"),
            new Item(Tool.KUBE_SCHEDULER, Way.BUILD, "offline"));
    var plan =
        new Plan(
            items,
            Duration.ofSeconds(200),
            2,
            List.of(new Disk(Path.of("/tools"), 133_000_000, 74_000_000_000L)),
            List.of());

    assertThat(plan.ready()).isFalse();
    assertThat(plan.lines())
        .containsExactly(
            "to unpack from official images: kubectl",
            "to build with Go: kube-scheduler (up to 4 min on 2 cores, less if Go has built them"
                + " before)",
            "disk: up to 133 MB under /tools, 74.0 GB free");
  }

  private static List<Item> items(Way way, Tool... tools) {
    return Arrays.stream(tools).map(tool -> new Item(tool, way, "")).toList();
  }
}
