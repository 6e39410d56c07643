package dev.butlerlabs.butler.providers.contracttests.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.contracttests.ImageContract;
import dev.butlerlabs.butler.providers.contracttests.ImageScene;
import dev.butlerlabs.butler.providers.contracttests.StagedImages;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Images that Harvester downloads: the contract, and what is Harvester's. */
@OnRealApiServer
class HarvesterImagesContract extends ImageContract {

  private static final ImageId ID = new ImageId(NAME, UID);

  private final TestCluster cluster;

  HarvesterImagesContract(TestCluster cluster) {
    this.cluster = cluster;
  }

  /** The namespace of the stage. */
  private static final class Scene extends StagedImages<HarvesterStage> {

    Scene(TestCluster cluster) {
      super(new HarvesterStage(cluster), "qcow2", Scene::images);
    }

    private static List<String> images(HarvesterStage platform) {
      return platform.harvester().images().stream()
          .map(image -> image.at("/metadata/name").asText())
          .toList();
    }

    @Override
    protected String source() {
      return "https://factory.example/talos.qcow2";
    }

    @Override
    protected String nowhere() {
      return "https://factory.example/missing.qcow2";
    }

    /** Kubernetes keeps Secrets of its own there; those of accounts come and go with them. */
    @Override
    public Set<String> things() {
      return super.things().stream()
          .filter(thing -> !thing.startsWith("image ") && !thing.startsWith("secret "))
          .collect(Collectors.toSet());
    }

    @Override
    public void foreign(String name) {
      stage().harvester().image(name);
    }
  }

  @Override
  protected ImageScene build() {
    return new Scene(cluster);
  }

  @Test
  void howFarTheDownloadIsIsTold() {
    var told = new ArrayList<ImageState>();
    try (var driver = open()) {
      for (var i = 0; i < 10; i++) {
        told.add(images(driver).ensure(ID, scene.order(null), Memo.NONE));
        scene.time().advance(Duration.ofSeconds(5));
      }
    }
    assertThat(told)
        .anyMatch(state -> state instanceof Underway(_, var doing, _, _) && doing.contains("%"));
  }

  @Test
  void whatHarvesterCannotDoIsToldBefore() {
    var order =
        new ImageOrder(
            URI.create("https://x.example/y"),
            "qcow2",
            "00ff",
            Architecture.AMD64,
            TransferMode.PROXY);
    try (var driver = open()) {
      assertThat(images(driver).validate(order))
          .hasSize(2)
          .allSatisfy(fault -> assertThat(fault).isInstanceOf(Fault.Invalid.class));
    }
  }
}
