package dev.butlerlabs.butler.tenants.order.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.ImageFactory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImageReadingTest {

  private static final ImageFactory FACTORY = new ImageFactory("https://x", null, null, null);
  private static final String READY = "{phase: Ready, providerImageRef: n/i}";
  private static final Effective ORDER = pools("schematicID: abcdef0123, version: \"4\"");

  @Test
  void imageThatIsThereIsUsedWhoeverOrderedIt() {
    var reading =
        reading(
            FACTORY,
            sync("a", "abcdef0123", "4", "butler-system", "{phase: Building}"),
            sync("b", "abcdef0123", "4", "butler-system", "{phase: Ready, providerImageRef: n/i}"));

    assertThat(reading.there(ORDER)).containsEntry("workers", "n/i");
    assertThat(reading.read(ORDER))
        .containsExactly(new PoolImage("workers", null, null, new ObjectKey("shop", "b")));
  }

  @Test
  void imageOfAnotherPlatformVersionOrSchematicIsAnother() {
    var reading =
        reading(
            FACTORY,
            sync("a", "abcdef0123", "4", "elsewhere", READY),
            sync("b", "abcdef0123", "5", "butler-system", READY),
            sync("c", "abcdef9999", "4", "butler-system", READY));

    assertThat(reading.there(ORDER)).isEmpty();
    assertThat(reading.read(ORDER).getFirst().order()).isPresent();
  }

  @Test
  @DisplayName("H25: what brings an image belongs to no cluster, and clusters share it")
  void orderIsNobodysAndTheSameForAll() {
    var one = order(new ObjectKey("shop", "web"));
    var other = order(new ObjectKey("shop", "api"));

    assertThat(one.getMetadata().getOwnerReferences()).isEmpty();
    assertThat(one.getMetadata().getName()).isEqualTo(other.getMetadata().getName());
    assertThat(one.getSpec().providerConfigRef().namespace()).isEqualTo("butler-system");
  }

  @Test
  void whoNamesAnImageOrNoSchematicAsksTheFactoryForNothing() {
    assertThat(reading(FACTORY).read(pools("schematicID: abcdef0123, imageRef: n/other")))
        .isEmpty();
    assertThat(reading(FACTORY).read(pools("type: rocky"))).isEmpty();
  }

  @Test
  void schematicOfTheClusterIsForPoolsThatNameNoImage() {
    var there = sync("a", "abcdef0123", "9.5", "butler-system", READY);

    assertThat(reading(FACTORY, there).there(pools("type: rocky").madeFrom("abcdef0123")))
        .containsEntry("workers", "n/i");
    assertThat(reading(FACTORY, there).read(pools("imageRef: n/x").madeFrom("abcdef0123")))
        .isEmpty();
    assertThat(reading(FACTORY).read(ORDER.madeFrom("other")).getFirst().awaited())
        .as("what the pool says itself counts")
        .asString()
        .contains("abcdef0123");
  }

  @Test
  void whatIsMissingIsToldWithWhatToDo() {
    var manual = new ImageFactory("https://x", null, null, false);

    assertThat(why(reading(null))).isEqualTo("NoImageFactory");
    assertThat(why(reading(manual))).isEqualTo("NoImageSync");
    assertThat(reading(manual).read(ORDER).getFirst().order()).isEmpty();
    assertThat(why(reading(FACTORY))).isEqualTo("ImageSyncPending");
    assertThat(
            why(
                reading(
                    FACTORY,
                    sync(
                        "a",
                        "abcdef0123",
                        "4",
                        "butler-system",
                        "{phase: Failed, failureReason: ImageSyncFailed}"))))
        .isEqualTo("ImageSyncFailed");
  }

  private static String why(ImageReading reading) {
    return reading.read(ORDER).getFirst().obstacle().orElseThrow().reason();
  }

  private static ImageSync order(ObjectKey cluster) {
    return new ImageReading(
            cluster,
            new ObjectKey("butler-system", "lab"),
            ProviderType.PROXMOX,
            FACTORY,
            List.of())
        .read(ORDER)
        .getFirst()
        .order()
        .orElseThrow();
  }

  @ParameterizedTest
  @EnumSource(names = {"AWS", "GCP", "AZURE"})
  void cloudsAreAskedForNoImageOfAFactory(ProviderType cloud) {
    var image = reading(cloud, FACTORY).read(ORDER).getFirst();

    assertThat(image.order()).isEmpty();
    assertThat(image.obstacle().orElseThrow().reason()).isEqualTo("FactoryImageNotTaken");
    assertThat(image.obstacle().orElseThrow().sentence()).contains("os.imageRef");
  }

  @Test
  void imageThatSomebodyBroughtToACloudIsUsed() {
    var there = sync("a", "abcdef0123", "4", "butler-system", READY);

    assertThat(reading(ProviderType.AWS, FACTORY, there).there(ORDER))
        .containsEntry("workers", "n/i");
  }

  @Test
  void nothingIsOrderedBeforeThePlatformIsKnown() {
    var image = reading((ProviderType) null, FACTORY).read(ORDER).getFirst();

    assertThat(image.order()).isEmpty();
    assertThat(image.obstacle().orElseThrow().reason()).isEqualTo("ImageSyncPending");
  }

  private static ImageReading reading(@Nullable ImageFactory factory, ImageSync... syncs) {
    return reading(ProviderType.PROXMOX, factory, syncs);
  }

  private static ImageReading reading(
      @Nullable ProviderType platform, @Nullable ImageFactory factory, ImageSync... syncs) {
    return new ImageReading(
        new ObjectKey("shop", "web"),
        new ObjectKey("butler-system", "lab"),
        platform,
        factory,
        Arrays.asList(syncs));
  }

  private static Effective pools(String os) {
    return WireFormat.serialization()
        .unmarshal(
            "workers: {replicas: 1, machineTemplate: {os: {%s}}}".formatted(os), Effective.class);
  }

  private static ImageSync sync(
      String name, String schematic, String version, String provider, String status) {
    return WireFormat.serialization()
        .unmarshal(
            """
            apiVersion: butler.butlerlabs.dev/v1alpha1
            kind: ImageSync
            metadata: {name: %s, namespace: shop}
            spec:
              factoryRef: {schematicID: %s, version: "%s"}
              providerConfigRef: {name: lab, namespace: %s}
            status: %s
            """
                .formatted(name, schematic, version, provider, status),
            ImageSync.class);
  }
}
