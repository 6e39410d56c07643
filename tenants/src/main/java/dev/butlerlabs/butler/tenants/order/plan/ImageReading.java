package dev.butlerlabs.butler.tenants.order.plan;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.ProviderRef;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.clusters.MachineTemplate;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OperatingSystem;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.api.clusters.WorkerPool;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec;
import dev.butlerlabs.butler.api.infra.ImageSyncStatus;
import dev.butlerlabs.butler.api.infra.ImageSyncStatus.Phase;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.ImageFactory;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.ObjectName;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds the images that pools of workers are to be made from, among what brings images to
 * platforms. Whoever made such an order, it is used; it belongs to no cluster, since others may use
 * it too.
 */
final class ImageReading {

  private static final String VERSION = "9.5";
  private static final String TALOS = "v1.9.3";
  private static final int LONGEST_LABEL = 63;
  private static final OperatingSystem NOTHING_SAID =
      new OperatingSystem(null, null, null, null, null, null);

  private final ObjectKey cluster;
  private final ObjectKey provider;
  private final @Nullable ProviderType platform;
  private final @Nullable ImageFactory factory;
  private final List<ImageSync> syncs;

  /**
   * For one cluster.
   *
   * @param platform of the provider; null while it is not known
   * @param factory where images come from; null for none
   * @param syncs all that brings images to platforms
   */
  ImageReading(
      ObjectKey cluster,
      ObjectKey provider,
      @Nullable ProviderType platform,
      @Nullable ImageFactory factory,
      List<ImageSync> syncs) {
    this.cluster = cluster;
    this.provider = provider;
    this.platform = platform;
    this.factory = factory;
    this.syncs = List.copyOf(syncs);
  }

  /** What a pool asks the factory for. */
  private record Wish(String pool, String schematic, String version) {

    private static Stream<Wish> of(Effective effective) {
      return effective.pools().stream().flatMap(pool -> of(pool, effective.schematicID()).stream());
    }

    /** A pool that names no image itself is made from the usual schematic, if there is one. */
    private static Optional<Wish> of(WorkerPool pool, @Nullable String usual) {
      var os =
          Optional.ofNullable(pool.machineTemplate()).map(MachineTemplate::os).orElse(NOTHING_SAID);
      return Stream.of(Optional.ofNullable(os.schematicID()), Optional.ofNullable(usual))
          .flatMap(Optional::stream)
          .filter(schematic -> blank(os.imageRef()) && !blank(schematic))
          .findFirst()
          .map(schematic -> new Wish(pool.name(), schematic, version(os)));
    }

    private static String version(OperatingSystem os) {
      if (os.type() == OsType.TALOS) {
        return os.talos() == null || os.talos().version() == null ? TALOS : os.talos().version();
      }
      return Objects.requireNonNullElse(os.version(), VERSION);
    }

    private static boolean blank(@Nullable String text) {
      return text == null || text.isBlank();
    }

    private boolean is(ImageSyncSpec spec) {
      return spec.factoryRef().schematicID().equals(schematic)
          && spec.factoryRef().version().equals(version)
          && (spec.factoryRef().arch() == null
              || spec.factoryRef().arch() == ImageSyncSpec.Architecture.AMD64);
    }

    private String words() {
      return "pool %s is made from schematic %s, version %s".formatted(pool, schematic, version);
    }
  }

  /** The images of all pools that ask for one. */
  List<PoolImage> read(Effective effective) {
    return Wish.of(effective).map(this::find).toList();
  }

  /** The images that are there, by pool, in the platform's own terms. */
  Map<String, String> there(Effective effective) {
    var there = new HashMap<String, String>();
    Wish.of(effective)
        .forEach(
            wish ->
                sync(wish)
                    .flatMap(ImageReading::image)
                    .ifPresent(image -> there.put(wish.pool(), image)));
    return there;
  }

  private PoolImage find(Wish wish) {
    return sync(wish)
        .map(
            sync ->
                new PoolImage(
                    wish.pool(),
                    image(sync).isPresent() ? null : awaited(wish, sync),
                    null,
                    new ObjectKey(sync.getMetadata().getNamespace(), sync.getMetadata().getName())))
        .orElseGet(() -> absent(wish));
  }

  private Optional<ImageSync> sync(Wish wish) {
    return syncs.stream()
        .filter(sync -> sync.getMetadata().getDeletionTimestamp() == null)
        .filter(sync -> sync.getSpec() != null && wish.is(sync.getSpec()))
        .filter(sync -> provider.equals(provider(sync)))
        .min(
            Comparator.<ImageSync>comparingInt(sync -> image(sync).isPresent() ? 0 : 1)
                .thenComparing(sync -> sync.getMetadata().getNamespace())
                .thenComparing(sync -> sync.getMetadata().getName()));
  }

  private static ObjectKey provider(ImageSync sync) {
    var ref = sync.getSpec().providerConfigRef();
    return new ObjectKey(
        Objects.requireNonNullElse(ref.namespace(), sync.getMetadata().getNamespace()), ref.name());
  }

  private static Optional<String> image(ImageSync sync) {
    return Optional.ofNullable(sync.getStatus())
        .filter(status -> status.phase() == Phase.READY)
        .flatMap(status -> Optional.ofNullable(status.providerImageRef()))
        .filter(ref -> !ref.isBlank());
  }

  /** In the words of whoever brings it. */
  private static Cause awaited(Wish wish, ImageSync sync) {
    var status = Optional.ofNullable(sync.getStatus());
    var said = status.flatMap(told -> new Conditions(told.conditions()).find("Ready"));
    var reason =
        status
            .map(ImageSyncStatus::failureReason)
            .or(() -> said.map(Condition::reason))
            .orElse("ImageSyncPending");
    var message =
        status
            .map(ImageSyncStatus::failureMessage)
            .or(() -> said.map(Condition::message))
            .filter(text -> !text.isBlank())
            .map(text -> ": " + text)
            .orElse("");
    return new Cause(
        reason,
        "%s, which ImageSync %s/%s has not brought yet%s"
            .formatted(
                wish.words(),
                sync.getMetadata().getNamespace(),
                sync.getMetadata().getName(),
                message),
        "Butler makes machines from it as soon as it is there",
        "");
  }

  private PoolImage absent(Wish wish) {
    if (platform != null && platform.cloud()) {
      return new PoolImage(
          wish.pool(),
          new Cause(
              "FactoryImageNotTaken",
              wish.words()
                  + ", and clouds take images from their own storage only, not from a factory",
              "Butler goes on as soon as an image of the platform is named",
              "Bring the image there yourself and name it in os.imageRef, without schematicID"),
          null,
          null);
    }
    if (factory == null) {
      return new PoolImage(
          wish.pool(),
          new Cause(
              "NoImageFactory",
              wish.words() + ", and no image factory is known",
              "Butler goes on as soon as one is",
              "Set spec.imageFactory of ButlerConfig butler, or name an image of the platform in"
                  + " os.imageRef"),
          null,
          null);
    }
    if (!factory.syncsByItself()) {
      return new PoolImage(
          wish.pool(),
          new Cause(
              "NoImageSync",
              wish.words()
                  + ", which no ImageSync brings, and autoSync of the image factory is off",
              "Butler goes on as soon as one does",
              "Create an ImageSync for it, or switch autoSync on"),
          null,
          null);
    }
    return new PoolImage(
        wish.pool(),
        new Cause(
            "ImageSyncPending",
            wish.words() + ", which is not on the platform yet",
            "Butler orders it with an ImageSync",
            ""),
        // Of what platform it is, is not known before its ProviderConfig is seen.
        platform == null ? null : order(wish),
        null);
  }

  /** Named by what it brings and where to, so that clusters of a namespace share it. */
  private ImageSync order(Wish wish) {
    var sync = new ImageSync();
    sync.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(cluster.namespace())
            .withName(
                ObjectName.derivedFrom(
                        "image", wish.schematic(), wish.version(), provider.toString())
                    .text())
            .addToLabels(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER)
            .addToLabels(
                Labels.SCHEMATIC_ID,
                wish.schematic().substring(0, Math.min(LONGEST_LABEL, wish.schematic().length())))
            .build());
    sync.setSpec(
        new ImageSyncSpec(
            new ImageSyncSpec.FactoryRef(wish.schematic(), wish.version(), null, null),
            new ProviderRef(provider.name(), provider.namespace()),
            null,
            null,
            null,
            null));
    return sync;
  }
}
