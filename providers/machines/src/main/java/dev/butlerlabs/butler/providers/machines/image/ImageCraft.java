package dev.butlerlabs.butler.providers.machines.image;

import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.Reason;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec.TransferMode;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.image.plan.ImageFacts;
import dev.butlerlabs.butler.providers.machines.image.plan.Images;
import dev.butlerlabs.butler.providers.machines.order.Finding;
import dev.butlerlabs.butler.providers.machines.order.Ledger;
import dev.butlerlabs.butler.providers.machines.order.Marks;
import dev.butlerlabs.butler.providers.machines.order.Teller;
import dev.butlerlabs.butler.providers.machines.order.Teller.Said;
import dev.butlerlabs.butler.providers.machines.order.ThingCraft;
import dev.butlerlabs.butler.providers.machines.order.Whereabouts;
import dev.butlerlabs.butler.providers.machines.order.plan.Failure;
import dev.butlerlabs.butler.providers.machines.order.plan.Look;
import dev.butlerlabs.butler.providers.machines.order.plan.Manners;
import dev.butlerlabs.butler.providers.machines.order.plan.Observation;
import dev.butlerlabs.butler.providers.machines.order.plan.Obstacle;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan;
import dev.butlerlabs.butler.providers.machines.order.plan.Planner;
import dev.butlerlabs.butler.providers.spi.fault.Healing;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How ImageSyncs are carried out, judged and told. */
public final class ImageCraft extends ThingCraft<ImageSync, ImageFacts> {

  /** Where the platform's settings name the factory. */
  public static final Kind<ButlerConfig> SETTINGS = Kind.of(ButlerConfig.class);

  private static final Set<String> FIELDS =
      Set.of(
          "phase",
          "providerImageRef",
          "providerTaskID",
          "artifactURL",
          "artifactSHA256",
          "failureReason",
          "failureMessage");

  private static final Obstacle NO_FACTORY =
      new Obstacle(
          "ImageFactoryNotConfigured",
          Healing.WHEN_CHANGED,
          "nobody says where images come from (set spec.imageFactory.url of ButlerConfig butler)",
          Duration.ZERO);

  private final Ledger<ImageSync> ledger;

  public ImageCraft(Teller.Parts parts) {
    super(new Teller(parts, FIELDS, Planner.CONDITIONS));
    this.ledger = new Ledger<>(parts.client());
  }

  @Override
  public List<String> finalizers(ProviderType type) {
    return List.of(Finalizers.IMAGE_SYNC);
  }

  /** The factory's address, or nothing when none is named. */
  @Override
  public String surroundings(Cache cache) {
    return cache
        .find(SETTINGS, ObjectKey.cluster(ButlerConfig.NAME))
        .map(ButlerConfig::getSpec)
        .map(ButlerConfigSpec::imageFactory)
        .map(ButlerConfigSpec.ImageFactory::url)
        .orElse("");
  }

  @Override
  public Finding<ImageSync, Look<ImageFacts>> step(
      ImageSync seen, Standing.Open account, String factory) {
    var images = account.driver().images();
    if (images.isEmpty()) {
      return ledger.seen(seen, seen.isMarkedForDeletion() ? new Look.Absent<>() : without());
    }
    return ledger.current(
        seen,
        live -> {
          var turn = new Turn(live, account, images.get(), factory);
          return Whereabouts.moved(live, account) ? moved(turn) : noted(turn);
        });
  }

  /** What may be on the platform is looked for where that is noted, at the latest now. */
  private Finding<ImageSync, Look<ImageFacts>> noted(Turn turn) {
    var live = turn.live();
    return live.isMarkedForDeletion() || told(live).facts() != null
        ? ledger.placed(live, turn.account(), placed -> act(turn.with(placed)))
        : act(turn);
  }

  /**
   * What is seen from elsewhere too is ours by its mark; what is not may be where it was. One that
   * is on its way goes on, and proves nothing before it has come. A fault of the thing itself keeps
   * nobody from removing it.
   */
  private Finding<ImageSync, Look<ImageFacts>> moved(Turn turn) {
    var live = turn.live();
    var memo = Marks.memo(live);
    var state = turn.images().observe(turn.id(), memo);
    return switch (state) {
      case ImageState.Ready _ ->
          ledger.placed(live, turn.account(), placed -> act(turn.with(placed)));
      case ImageState.Underway _ when live.isMarkedForDeletion() ->
          settle(turn, turn.images().remove(turn.id(), memo));
      case ImageState.Underway _ when turn.obstacle().isPresent() ->
          ledger.seen(live, new Look.Unclear<>(turn.obstacle().get()));
      case ImageState.Underway _ ->
          settle(turn, turn.images().ensure(turn.id(), turn.order(), memo));
      case ImageState.Unclear(var fault)
          when live.isMarkedForDeletion() && fault.healing() == Healing.SLOWLY -> {
        var left = turn.images().remove(turn.id(), memo);
        yield switch (left) {
          case ImageState.Absent _ -> missing(turn);
          case ImageState.Underway _ ->
              ledger.placed(live, turn.account(), placed -> settle(turn.with(placed), left));
          case ImageState.Ready _, ImageState.Unclear _ -> settle(turn, left);
        };
      }
      case ImageState.Unclear _ -> settle(turn, state);
      case ImageState.Absent _ -> missing(turn);
    };
  }

  private Finding<ImageSync, Look<ImageFacts>> missing(Turn turn) {
    var image = "image " + turn.id().name();
    var account = turn.account();
    var obstacle = Whereabouts.elsewhere(turn.live(), account, image, account.redaction()::apply);
    return ledger.seen(turn.live(), new Look.Unclear<>(obstacle));
  }

  private static Look<ImageFacts> without() {
    return new Look.Unclear<>(
        Obstacle.untilChanged(
            Reason.INVALID_CONFIGURATION,
            "Butler brings no images to this platform (put the image there by hand, name it in the ProviderConfig, and delete this order)"));
  }

  /** One step for one order as it is stored. */
  private record Turn(ImageSync live, Standing.Open account, ImageDriver images, String factory) {

    Turn with(ImageSync placed) {
      return new Turn(placed, account, images, factory);
    }

    ImageSyncSpec spec() {
      return ImageCraft.spec(live);
    }

    ImageId id() {
      return new ImageId(Images.name(spec()), Marks.uid(live));
    }

    /** Where it came from, or where it would come from. */
    String source() {
      var told = live.getStatus() == null ? null : live.getStatus().artifactURL();
      return told == null ? Images.source(factory, spec()) : told;
    }

    /** Why nothing can be ordered. */
    Optional<Obstacle> obstacle() {
      if (factory.isEmpty()) {
        return Optional.of(NO_FACTORY);
      }
      return address().isPresent()
          ? Optional.empty()
          : Optional.of(
              Obstacle.untilChanged(
                  Reason.INVALID_CONFIGURATION,
                  account
                      .redaction()
                      .apply(
                          "%s is no address to fetch an image from (correct spec.factoryRef and spec.format in a new ImageSync, or spec.imageFactory.url of ButlerConfig butler)"
                              .formatted(Images.source(factory, spec())))));
    }

    /** Where it would come from; nothing where what is named makes no address. */
    private Optional<URI> address() {
      try {
        return Optional.of(new URI(Images.source(factory, spec())));
      } catch (URISyntaxException unreadable) {
        return Optional.empty();
      }
    }

    ImageOrder order() {
      return new ImageOrder(
          address().orElseThrow(),
          Images.format(spec()),
          spec().sha256(),
          Images.architectureOf(spec()),
          Objects.requireNonNullElse(spec().transferMode(), TransferMode.DIRECT));
    }
  }

  private Finding<ImageSync, Look<ImageFacts>> act(Turn turn) {
    var memo = Marks.memo(turn.live());
    if (turn.live().isMarkedForDeletion()) {
      return settle(turn, turn.images().remove(turn.id(), memo));
    }
    var before = turn.images().observe(turn.id(), memo);
    var blind = before instanceof ImageState.Unclear && !Images.again(before, turn.live());
    if (before instanceof ImageState.Ready || blind) {
      return settle(turn, before);
    }
    var obstacle = turn.obstacle();
    if (obstacle.isPresent()) {
      return ledger.seen(turn.live(), new Look.Unclear<>(obstacle.get()));
    }
    if (before instanceof ImageState.Absent && memo.isEmpty()) {
      var faults = turn.images().validate(turn.order());
      if (!faults.isEmpty()) {
        var wrong = Obstacle.ofAll(faults, turn.account().redaction()::apply);
        return ledger.seen(turn.live(), new Look.Unclear<>(wrong));
      }
    }
    return ledger.placed(
        turn.live(),
        turn.account(),
        placed -> settle(turn.with(placed), turn.images().ensure(turn.id(), turn.order(), memo)));
  }

  private Finding<ImageSync, Look<ImageFacts>> settle(Turn turn, ImageState state) {
    var live = turn.live();
    var redaction = turn.account().redaction();
    return switch (state) {
      case ImageState.Absent() -> ledger.seen(live, new Look.Absent<>());
      case ImageState.Underway(var stage, var doing, var memo, var task) ->
          ledger.noted(
              live, memo, new Look.Underway<>(Images.reason(stage), redaction.apply(doing), task));
      case ImageState.Ready(var reference, var sha256) ->
          // One that was brought before places were noted has none yet.
          ledger.noted(
              live,
              Whereabouts.of(turn.account()),
              new Look.There<>(new ImageFacts(reference, turn.source(), sha256)));
      case ImageState.Unclear(var fault) ->
          ledger.seen(live, new Look.Unclear<>(Obstacle.of(fault, redaction::apply)));
    };
  }

  private static ImageSyncSpec spec(ImageSync order) {
    return Objects.requireNonNull(order.getSpec(), "an ImageSync has a spec");
  }

  @Override
  protected Manners manners() {
    return Images.MANNERS;
  }

  @Override
  protected String name(ImageSync order) {
    return Images.name(spec(order));
  }

  @Override
  protected Observation.Told<ImageFacts> told(ImageSync order) {
    return Images.told(order.getStatus());
  }

  @Override
  protected Written written(ImageSync order, Look<ImageFacts> look, Plan<ImageFacts> plan) {
    var status = order.getStatus();
    var fields =
        fields(
            Images.phase(plan, status == null ? null : status.phase()),
            plan.facts(),
            plan.failure());
    Teller.put(fields, "providerTaskID", Images.task(look, plan, status));
    return new Written(plan.verdicts(), fields);
  }

  @Override
  protected Said said(ImageSync order) {
    var status = order.getStatus();
    if (status == null) {
      return Said.NOTHING;
    }
    var told = told(order);
    var fields =
        fields(Objects.requireNonNullElse(status.phase(), ""), told.facts(), told.failure());
    Teller.put(fields, "providerTaskID", status.providerTaskID());
    return new Said(fields, status.conditions(), status.lastUpdated());
  }

  private static Map<String, Object> fields(
      Object phase, @Nullable ImageFacts facts, @Nullable Failure failure) {
    var fields = new LinkedHashMap<String, Object>();
    fields.put("phase", phase);
    if (facts != null) {
      fields.put("providerImageRef", facts.reference());
      fields.put("artifactURL", facts.source());
      Teller.put(fields, "artifactSHA256", facts.sha256());
    }
    put(fields, failure);
    return fields;
  }
}
