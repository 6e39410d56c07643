package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.aws.machines.ImportApi.Image;
import dev.butlerlabs.butler.providers.aws.machines.ImportApi.Import;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageDriver;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageOrder;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Ready;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Stage;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Unclear;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Images on AWS: a file of S3 is imported as a snapshot, and an image is registered on it. What is
 * ordered is noted first, so that it is found again and removed, however late EC2 shows it.
 */
final class AwsImages implements ImageDriver {

  private final ImportApi api;
  private final String region;
  private final InstantSource clock;
  private final ImageRemoval removal;

  AwsImages(ImportApi api, String region, InstantSource clock) {
    this.api = api;
    this.region = region;
    this.clock = clock;
    this.removal = new ImageRemoval(api, clock);
  }

  @Override
  public List<Fault> validate(ImageOrder order) {
    var faults = new ArrayList<>(ImageDemands.problems(order, region));
    if (faults.isEmpty()) {
      try {
        api.requireChecksum(order);
      } catch (Trouble trouble) {
        // A wrong one is told when the image is made, as on every platform.
        if (!(trouble.fault() instanceof Fault.Failed)) {
          faults.add(trouble.fault());
        }
      }
    }
    return faults;
  }

  @Override
  public ImageState observe(ImageId id, Memo memo) {
    return answer(
        () -> {
          var image = api.find(id).filter(found -> found.of(id));
          if (image.isPresent()) {
            return state(id, image.get(), memo);
          }
          var note = ImportNote.read(memo);
          if (note.isEmpty()) {
            return new Absent();
          }
          var task = task(id, note.get());
          return task.isEmpty() || removed(id, task.get())
              ? new Absent()
              : seen(id, task.get(), note.get());
        });
  }

  /** EC2 shows an import long after its snapshot was deleted. */
  private boolean removed(ImageId id, Import task) throws Trouble {
    return task.completed() && api.snapshotState(id, task.snapshot()).isEmpty();
  }

  private static ImageState state(ImageId id, Image image, Memo memo) {
    return switch (image.state()) {
      case "available" -> new Ready(image.id(), image.tags().get(ImageDemands.SHA256));
      case "failed", "invalid", "error" ->
          new Unclear(
              new Fault.Failed(
                  "register image %s, %s".formatted(id.name(), image.id()),
                  image.reason().isEmpty() ? "EC2 says: " + image.state() : image.reason()));
      default -> new Underway(Stage.UPLOADING, "EC2 says: " + image.state(), memo);
    };
  }

  private Optional<Import> task(ImageId id, ImportNote note) throws Trouble {
    return api.imports(id).stream().filter(task -> task.attempt() == note.attempt()).findFirst();
  }

  /** How an import stands, to somebody who only looks. */
  private ImageState seen(ImageId id, Import task, ImportNote note) {
    if (task.active()) {
      var far = task.progress().isEmpty() ? "" : ": " + task.progress() + " %";
      return new Underway(Stage.DOWNLOADING, "EC2 imports it" + far, note.memo(), task.id());
    }
    if (task.completed()) {
      return new Underway(Stage.UPLOADING, "imported, not yet registered", note.memo());
    }
    return note.pauses(clock.instant())
        ? new Unclear(failure(id, task))
        : new Underway(Stage.DOWNLOADING, "the import failed", note.memo());
  }

  private static Fault failure(ImageId id, Import task) {
    var why = task.message().isEmpty() ? "EC2 says: " + task.status() : task.message();
    return new Fault.Failed("import image %s, %s".formatted(id.name(), task.id()), why);
  }

  @Override
  public ImageState ensure(ImageId id, ImageOrder order, Memo memo) {
    var problems = new ArrayList<>(ImageDemands.problems(id));
    problems.addAll(ImageDemands.problems(order, region));
    if (!problems.isEmpty()) {
      return new Unclear(problems.getFirst());
    }
    return answer(
        () -> {
          var image = api.find(id);
          if (image.isPresent()) {
            return image.get().of(id)
                ? keep(id, image.get(), memo)
                : new Unclear(new Fault.Conflict("register image " + id.name(), image.get().id()));
          }
          var note = ImportNote.read(memo);
          return note.isEmpty() ? choose(id) : proceed(id, order, note.get());
        });
  }

  /** One that failed goes, so that the next call registers another. */
  private ImageState keep(ImageId id, Image image, Memo memo) throws Trouble {
    var state = state(id, image, memo);
    if (state instanceof Unclear) {
      api.deregister(id, image.id());
    }
    return state;
  }

  /** A token that was used for this owner before is never used again. */
  private ImageState choose(ImageId id) throws Trouble {
    var last = api.imports(id).stream().mapToInt(Import::attempt).max().orElse(0);
    var note = ImportNote.of(last + 1, clock.instant());
    return new Underway(Stage.DOWNLOADING, "about to import it", note.memo());
  }

  private ImageState proceed(ImageId id, ImageOrder order, ImportNote note) throws Trouble {
    var now = clock.instant();
    var task = task(id, note);
    if (task.isEmpty()) {
      api.requireChecksum(order);
      var file = ImageFile.of(order.source()).orElseThrow();
      var name =
          api.begin(
              "import image %s from %s".formatted(id.name(), file),
              ImageDemands.importing(id, order, file, note.attempt()));
      return new Underway(Stage.DOWNLOADING, "EC2 imports it", note.memo(), name);
    }
    if (task.get().completed()) {
      return register(id, order, note, task.get());
    }
    if (task.get().active() || note.pauses(now)) {
      return seen(id, task.get(), note);
    }
    return note.hasFailed()
        ? new Underway(Stage.DOWNLOADING, "about to import it anew", note.next(now).memo())
        : new Underway(Stage.DOWNLOADING, "the import failed", note.failed(now).memo());
  }

  private ImageState register(ImageId id, ImageOrder order, ImportNote note, Import task)
      throws Trouble {
    if (!note.snapshot().equals(task.snapshot())) {
      return new Underway(
          Stage.UPLOADING, "imported as " + task.snapshot(), note.made(task.snapshot()).memo());
    }
    return switch (api.snapshotState(id, note.snapshot())) {
      case "completed" -> registered(id, order, note);
      case "pending" -> new Underway(Stage.UPLOADING, "the snapshot is pending", note.memo());
      default ->
          new Underway(
              Stage.DOWNLOADING,
              "snapshot " + note.snapshot() + " is gone; about to import it anew",
              note.next(clock.instant()).memo());
    };
  }

  private ImageState registered(ImageId id, ImageOrder order, ImportNote note) throws Trouble {
    // Somebody may have changed the file while it was imported.
    api.requireChecksum(order);
    api.tag(id, note.snapshot());
    var done =
        api.register(
            "register image %s on %s".formatted(id.name(), note.snapshot()),
            ImageDemands.registering(id, order, note.snapshot()));
    return new Underway(
        Stage.UPLOADING,
        done ? "registering it" : "EC2 has the name already and does not show it yet",
        note.memo());
  }

  @Override
  public ImageState remove(ImageId id, Memo memo) {
    return answer(() -> removal.step(id, memo));
  }

  /** One step, with its trouble turned into an answer. */
  private interface Step {
    ImageState take() throws Trouble;
  }

  private static ImageState answer(Step step) {
    try {
      return step.take();
    } catch (Trouble trouble) {
      return new Unclear(trouble.fault());
    }
  }
}
