package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.aws.machines.ImportApi.Image;
import dev.butlerlabs.butler.providers.aws.machines.ImportApi.Import;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Stage;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** The steps from an image, or what there is of one, to nothing. */
final class ImageRemoval {

  private final ImportApi api;
  private final InstantSource clock;

  ImageRemoval(ImportApi api, InstantSource clock) {
    this.api = api;
    this.clock = clock;
  }

  ImageState step(ImageId id, Memo memo) throws Trouble {
    var note = ImportNote.read(memo);
    var image = api.find(id).filter(found -> found.of(id));
    if (image.isPresent()) {
      return deregister(id, image.get(), note);
    }
    var tasks = api.imports(id);
    for (var task : tasks) {
      if (task.active()) {
        api.cancel(id, task.id());
      }
      if (task.active() || task.leaving()) {
        return new Underway(Stage.REMOVING, "cancelling the import", memo, task.id());
      }
    }
    if (clear(id, tasks, note)) {
      return new Underway(Stage.REMOVING, "deleting the snapshot", memo);
    }
    return awaited(tasks, note)
        ? new Underway(Stage.REMOVING, "waiting whether EC2 shows an import after all", memo)
        : new Absent();
  }

  /** Once the image is gone nobody tells which snapshot it lay on, so that is noted first. */
  private ImageState deregister(ImageId id, Image image, Optional<ImportNote> note) throws Trouble {
    var known = note.orElseGet(() -> ImportNote.of(0, Instant.EPOCH));
    if (!known.snapshot().equals(image.snapshot())) {
      return new Underway(
          Stage.REMOVING, "about to deregister it", known.made(image.snapshot()).memo());
    }
    api.deregister(id, image.id());
    return new Underway(Stage.REMOVING, "deregistering it", known.memo());
  }

  /** True when there was a snapshot. */
  private boolean clear(ImageId id, List<Import> tasks, Optional<ImportNote> note) throws Trouble {
    var snapshots = new LinkedHashSet<String>();
    tasks.forEach(task -> snapshots.add(task.snapshot()));
    note.ifPresent(noted -> snapshots.add(noted.snapshot()));
    snapshots.remove("");
    var found = false;
    for (var snapshot : snapshots) {
      if (!api.snapshotState(id, snapshot).isEmpty()) {
        api.delete(id, snapshot);
        found = true;
      }
    }
    return found;
  }

  private boolean awaited(List<Import> tasks, Optional<ImportNote> note) {
    return note.filter(noted -> noted.mayStillShow(clock.instant()))
        .filter(noted -> tasks.stream().noneMatch(task -> task.attempt() == noted.attempt()))
        .isPresent();
  }
}
