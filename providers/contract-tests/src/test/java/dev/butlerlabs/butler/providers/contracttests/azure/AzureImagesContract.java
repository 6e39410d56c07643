package dev.butlerlabs.butler.providers.contracttests.azure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.providers.contracttests.ImageContract;
import dev.butlerlabs.butler.providers.contracttests.ImageScene;
import dev.butlerlabs.butler.providers.contracttests.StagedImages;
import dev.butlerlabs.butler.providers.simulators.azure.AzureStandIn;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Unclear;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Images of Azure, made of page blobs: the contract, and what is Azure's. */
class AzureImagesContract extends ImageContract {

  private static final ImageId ID = new ImageId(NAME, UID);
  private static final String BLOB = "https://lab001.blob.core.windows.net/images/talos.vhd";

  /** The resource group of the stage, with a blob. */
  private static final class Scene extends StagedImages<AzureStage> {

    Scene() {
      super(new AzureStage(), "raw", Scene::images);
    }

    private static List<String> images(AzureStage platform) {
      return platform.things().stream()
          .filter(id -> id.contains("/Microsoft.Compute/images/"))
          .map(id -> id.substring(id.lastIndexOf('/') + 1))
          .toList();
    }

    @Override
    protected String source() {
      return BLOB;
    }

    @Override
    protected String nowhere() {
      return BLOB.replace("talos", "missing");
    }

    @Override
    public void foreign(String name) {
      stage().azure().managedImage(name, 4);
    }
  }

  @Override
  protected ImageScene build() {
    return new Scene();
  }

  @Test
  void theImageIsMadeOfTheBlobForMachinesWithUefi() {
    try (var driver = open()) {
      images(driver).ensure(ID, scene.order(null), Memo.NONE);
    }
    assertThat(scene.names()).containsExactly(NAME + "-" + UID + "-image");
    var image =
        ((Scene) scene)
            .stage()
            .azure()
            .body(AzureStandIn.id("Microsoft.Compute/images", scene.names().getFirst()));
    assertThat(image.at("/properties/storageProfile/osDisk/blobUri").asText()).isEqualTo(BLOB);
    assertThat(image.at("/properties/hyperVGeneration").asText()).isEqualTo("V2");
  }

  @Test
  void whatAzureCannotFetchIsRefused() {
    var order =
        ((Scene) scene).of("https://factory.talos.dev/image/x/v1.12.2/azure-amd64.vhd.xz", null);
    try (var driver = open()) {
      assertThat(images(driver).validate(order)).singleElement().isInstanceOf(Fault.Invalid.class);
      assertThat(images(driver).ensure(ID, order, Memo.NONE)).isInstanceOf(Unclear.class);
    }
    assertThat(scene.names()).isEmpty();
  }

  @Test
  void nobodyElseCarriesTheBlob() {
    var order =
        new ImageOrder(URI.create(BLOB), "raw", null, Architecture.AMD64, TransferMode.PROXY);
    try (var driver = open()) {
      assertThat(images(driver).validate(order))
          .singleElement()
          .asString()
          .contains("spec.transferMode");
    }
  }
}
