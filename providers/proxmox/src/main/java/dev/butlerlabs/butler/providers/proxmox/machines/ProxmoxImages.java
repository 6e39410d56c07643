package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxApi.Task;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Cloning;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Foreign;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Nothing;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Ours;
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
import org.jspecify.annotations.Nullable;

/**
 * Images on Proxmox: a node fetches a file and checks it, a guest is made of it, and the guest
 * becomes a template. The number and the node are chosen first and noted, as for machines.
 */
final class ProxmoxImages implements ImageDriver {

  private final ProxmoxApi api;
  private final ImageApi calls;
  private final ImageSite site;
  private final @Nullable NetworkSettings network;
  private final ImageTasks tasks;
  private final ImageRemoval removal;

  ProxmoxImages(
      ProxmoxApi api,
      ImageApi calls,
      ProxmoxSettings settings,
      @Nullable NetworkSettings network,
      InstantSource clock) {
    this.api = api;
    this.calls = calls;
    this.site = new ImageSite(settings);
    this.network = network;
    this.tasks = new ImageTasks(clock);
    this.removal = new ImageRemoval(api, calls, settings, tasks);
  }

  @Override
  public List<Fault> validate(ImageOrder order) {
    var faults = new ArrayList<>(ImageConfig.problems(order));
    try {
      ProxmoxRole.IMAGES.lacking(api.permissions()).ifPresent(faults::add);
      site.node(api.cluster());
    } catch (Trouble trouble) {
      faults.add(trouble.fault());
    }
    return faults;
  }

  @Override
  public ImageState observe(ImageId id, Memo memo) {
    return answer(
        () ->
            switch (look(id, memo)) {
              case Foreign _ -> new Absent();
              case Nothing _ -> fetching(id, memo).orElseGet(Absent::new);
              case Cloning(_, var note) -> making(id, note);
              case Ours ours -> seen(ours, memo);
            });
  }

  private Situation look(ImageId id, Memo memo) throws Trouble {
    return Situation.look(api, ImageConfig.template(id), memo);
  }

  private static ImageState seen(Ours ours, Memo memo) {
    if (ours.config().lock().isPresent()) {
      return new Underway(
          Stage.UPLOADING, "Proxmox holds it: " + ours.config().lock().get(), memo, task(memo));
    }
    return ImageConfig.finished(ours.config())
        ? ready(ours)
        : new Underway(Stage.UPLOADING, "not yet a template", memo);
  }

  private static ImageState ready(Ours ours) {
    return new Ready(Integer.toString(ours.guest().vmid()), ImageConfig.checked(ours.config()));
  }

  private static @Nullable String task(Memo memo) {
    return Note.read(memo).map(Note::task).filter(task -> !task.isEmpty()).orElse(null);
  }

  /** A guest whose disk is being filled has neither name nor mark; its number was noted. */
  private ImageState making(ImageId id, Note note) throws Trouble {
    if (!note.task().isEmpty() && api.task(note.task()).failed()) {
      return new Unclear(
          new Fault.Failed(
              ImageTasks.what("make the template of", id),
              "vm %d on %s is left locked; remove it by hand".formatted(note.vmid(), note.node())));
    }
    return new Underway(
        Stage.UPLOADING, "copying the file to a disk", note.memo(), task(note.memo()));
  }

  /** What the noted node does about the file; nothing when it does nothing. */
  private Optional<ImageState> fetching(ImageId id, Memo memo) throws Trouble {
    var note = Note.read(memo);
    if (note.isEmpty()) {
      return Optional.empty();
    }
    var last = calls.lastDownload(note.get().node(), ImageConfig.filePrefix(id));
    if (last.isEmpty()) {
      return Optional.empty();
    }
    tasks.requireNoFreshFailure(ImageTasks.what("fetch", id), last.get().task());
    return last.get().task().running()
        ? Optional.of(
            new Underway(
                Stage.DOWNLOADING,
                "node " + note.get().node() + " fetches the file",
                memo,
                last.get().upid()))
        : Optional.empty();
  }

  @Override
  public ImageState ensure(ImageId id, ImageOrder order, Memo memo) {
    var problems = ImageConfig.problems(order);
    if (!problems.isEmpty()) {
      return new Unclear(problems.getFirst());
    }
    return answer(
        () ->
            switch (look(id, memo)) {
              case Foreign(var holder) ->
                  new Unclear(
                      new Fault.Conflict(
                          ImageTasks.what("make the template of", id), ProxmoxApi.text(holder)));
              case Nothing(var cluster) -> begin(id, order, cluster, memo);
              case Cloning(_, var note) -> making(id, note);
              case Ours ours -> proceed(id, ours, memo);
            });
  }

  private ImageState begin(ImageId id, ImageOrder order, ClusterView cluster, Memo memo)
      throws Trouble {
    var note = Note.read(memo);
    if (note.isEmpty() || !note.get().standsIn(cluster)) {
      var next = site.settings().vmidRange() == null ? api.nextId() : 0;
      var chosen = site.choose(cluster, ImageConfig.template(id), next);
      return new Underway(
          Stage.DOWNLOADING,
          "chose vm %d on %s".formatted(chosen.vmid(), chosen.node()),
          chosen.memo());
    }
    var busy = fetching(id, memo);
    return busy.isPresent() ? busy.get() : carryOn(id, order, cluster, note.get());
  }

  /** Fetches the file where it is missing, and makes a guest of it where it is there. */
  private ImageState carryOn(ImageId id, ImageOrder order, ClusterView cluster, Note note)
      throws Trouble {
    var storage = site.storage(cluster, note.node());
    var file = ImageConfig.file(id, order);
    var there = calls.files(note.node(), storage, file);
    if (there.isEmpty()) {
      var upid =
          calls.download(
              "fetch image %s to storage %s of %s".formatted(id.name(), storage, note.node()),
              note.node(),
              storage,
              ImageConfig.download(id, order));
      return new Underway(
          Stage.DOWNLOADING, "node " + note.node() + " fetches the file", note.memo(), upid);
    }
    var what =
        ImageTasks.what("make the template of", id) + ", vm " + note.vmid() + " on " + note.node();
    var last = api.lastTask(note.node(), note.vmid(), "qmcreate");
    if (last.isPresent()) {
      tasks.requireNoFreshFailure(what, last.get());
    }
    try {
      var fields =
          ImageConfig.guest(id, order, note.vmid(), there.getFirst(), site.settings(), network);
      var upid = calls.create(what, note.node(), fields);
      return new Underway(
          Stage.UPLOADING, "copying the file to a disk", note.by(upid).memo(), upid);
    } catch (Trouble trouble) {
      // Somebody was faster. Whether it was us, before an answer was lost, the next look tells.
      if (trouble.fault() instanceof Fault.Busy) {
        return new Underway(
            Stage.UPLOADING, "vm " + note.vmid() + " is there already", note.memo());
      }
      throw trouble;
    }
  }

  private ImageState proceed(ImageId id, Ours ours, Memo memo) throws Trouble {
    var seen = seen(ours, memo);
    if (seen instanceof Ready || ours.config().lock().isPresent()) {
      return seen;
    }
    var guest = ours.guest();
    if (removal.clear(id, api.cluster(), List.of(guest.node()))) {
      return new Underway(Stage.UPLOADING, "removing the file", memo);
    }
    var what = ImageTasks.what("make the template of", id) + ", " + ProxmoxApi.text(guest);
    var last = api.lastTask(guest.node(), guest.vmid(), "qmtemplate");
    if (last.isPresent()) {
      tasks.requireNoFreshFailure(what, last.get());
    }
    if (last.filter(Task::running).isPresent()) {
      return new Underway(Stage.UPLOADING, "making the template", memo);
    }
    if (ImageConfig.isTemplate(ours.config())) {
      return converted(ours, last, memo);
    }
    var upid = calls.template(what, guest);
    return new Underway(Stage.UPLOADING, "making the template", memo, upid.isEmpty() ? null : upid);
  }

  /** A guest whose disk did not become that of a template; Proxmox converts none twice. */
  private ImageState converted(Ours ours, Optional<Task> last, Memo memo) throws Trouble {
    if (last.filter(Task::failed).isEmpty()) {
      return ready(ours);
    }
    api.destroy(ours.guest());
    return new Underway(Stage.UPLOADING, "removing what is no whole template", memo);
  }

  @Override
  public ImageState remove(ImageId id, Memo memo) {
    return answer(
        () ->
            switch (look(id, memo)) {
              case Cloning(_, var note) -> making(id, note);
              case Ours ours -> removal.demolish(id, ours, memo);
              case Nothing(var cluster) -> removal.sweep(id, cluster, memo);
              case Foreign _ -> removal.sweep(id, api.cluster(), memo);
            });
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
