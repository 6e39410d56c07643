package dev.butlerlabs.butler.providers.machines.image.plan;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.Architecture;
import dev.butlerlabs.butler.api.infra.ImageSyncStatus;
import dev.butlerlabs.butler.api.infra.ImageSyncStatus.Phase;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import dev.butlerlabs.butler.providers.machines.order.plan.Look;
import dev.butlerlabs.butler.providers.machines.order.plan.Manners;
import dev.butlerlabs.butler.providers.machines.order.plan.Observation.Told;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan;
import dev.butlerlabs.butler.providers.machines.order.plan.Stage;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Images in the words of their kind. */
public final class Images {

  /** Gigabytes over a slow line take their time. */
  private static final Duration DEADLINE = Duration.ofHours(2);

  public static final Manners MANNERS =
      new Manners(
          "image",
          "ImageSync",
          Reason.IMAGE_READY.wire(),
          "ImageDeleted",
          true,
          DEADLINE,
          Duration.ofMinutes(10));

  private static final int LONGEST_NAME = 63;
  private static final int SHORT_SCHEMATIC = 8;

  private Images() {}

  /** Its name on the platform: what its user chose, or what it is made of. */
  public static String name(ImageSyncSpec spec) {
    if (spec.displayName() != null && !spec.displayName().isEmpty()) {
      return spec.displayName();
    }
    var factory = spec.factoryRef();
    var whole =
        "%s-%s-%s-%s-butler"
            .formatted(
                platform(spec),
                factory.version().replace('.', '-'),
                architecture(spec),
                factory.schematicID().substring(0, SHORT_SCHEMATIC));
    var plain = whole.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9.-]", "-");
    return plain.substring(0, Math.min(plain.length(), LONGEST_NAME));
  }

  /** Where the factory offers the file. */
  public static String source(String factory, ImageSyncSpec spec) {
    return "%s/image/%s/%s/%s-%s.%s"
        .formatted(
            factory.replaceAll("/+$", ""),
            spec.factoryRef().schematicID(),
            spec.factoryRef().version(),
            platform(spec),
            architecture(spec),
            format(spec));
  }

  public static String format(ImageSyncSpec spec) {
    return spec.format() == null || spec.format().isEmpty() ? "qcow2" : spec.format();
  }

  public static Architecture architectureOf(ImageSyncSpec spec) {
    return Objects.requireNonNullElse(spec.factoryRef().arch(), Architecture.AMD64);
  }

  private static String architecture(ImageSyncSpec spec) {
    return architectureOf(spec).name().toLowerCase(Locale.ROOT);
  }

  private static String platform(ImageSyncSpec spec) {
    var platform = spec.factoryRef().platform();
    return platform == null || platform.isEmpty() ? "nocloud" : platform;
  }

  public static Told<ImageFacts> told(@Nullable ImageSyncStatus status) {
    if (status == null) {
      return new Told<>(Optional.empty(), null, null, Conditions.none());
    }
    var conditions = new Conditions(status.conditions());
    return new Told<>(
        Optional.ofNullable(status.phase()).map(phase -> stage(phase, conditions)),
        status.providerImageRef() == null
            ? null
            : new ImageFacts(
                status.providerImageRef(),
                Objects.requireNonNullElse(status.artifactURL(), ""),
                status.artifactSHA256()),
        status.failureReason() == null
            ? null
            : new Failure(
                status.failureReason(), Objects.requireNonNullElse(status.failureMessage(), "")),
        conditions);
  }

  /** The kind has no phase for what is being removed; its conditions say so. */
  private static Stage stage(Phase phase, Conditions conditions) {
    var leaving =
        conditions
            .find(ConditionType.READY.wire())
            .filter(one -> one.reason().equals(Reason.DELETING.wire()))
            .isPresent();
    if (leaving) {
      return Stage.LEAVING;
    }
    return switch (phase) {
      case PENDING -> Stage.PENDING;
      case BUILDING, DOWNLOADING, UPLOADING -> Stage.UNDERWAY;
      case READY -> Stage.READY;
      case FAILED -> Stage.FAILED;
    };
  }

  /** A failure of the platform's own work is told first, and the turn after that tried again. */
  public static boolean again(ImageState state, ImageSync order) {
    var status = order.getStatus();
    return state instanceof ImageState.Unclear(var fault)
        && fault.healing() == Healing.SLOWLY
        && status != null
        && new Conditions(status.conditions()).holds(ConditionType.DEGRADED.wire());
  }

  /** What the platform does, as a reason. */
  public static String reason(ImageState.Stage stage) {
    return switch (stage) {
      case DOWNLOADING -> Reason.IMAGE_DOWNLOADING.wire();
      case UPLOADING -> Reason.IMAGE_UPLOADING.wire();
      case REMOVING -> Reason.DELETING.wire();
    };
  }

  /** The platform's task that runs; what was told of it holds while we cannot see. */
  public static @Nullable String task(
      Look<ImageFacts> look, Plan<ImageFacts> plan, @Nullable ImageSyncStatus status) {
    return switch (look) {
      case Look.Underway<ImageFacts>(_, _, var task) -> task;
      case Look.Unclear<ImageFacts> _ when status != null && plan.stage() == Stage.UNDERWAY ->
          status.providerTaskID();
      default -> null;
    };
  }

  /**
   * The phase of a plan.
   *
   * @param before what was told, for what has no phase of its own
   */
  public static Phase phase(Plan<ImageFacts> plan, @Nullable Phase before) {
    return switch (plan.stage()) {
      case PENDING -> Phase.PENDING;
      case UNDERWAY ->
          plan.progressing().reason().equals(Reason.IMAGE_UPLOADING.wire())
              ? Phase.UPLOADING
              : Phase.DOWNLOADING;
      case READY -> Phase.READY;
      case FAILED -> Phase.FAILED;
      case LEAVING, LEFT -> before == null ? Phase.PENDING : before;
    };
  }
}
