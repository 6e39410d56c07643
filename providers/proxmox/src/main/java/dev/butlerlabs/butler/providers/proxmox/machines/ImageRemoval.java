package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.machines.ClusterView.Guest;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxApi.Task;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Ours;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.image.ImageId;
import dev.butlerlabs.butler.providers.spi.image.ImageState;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Absent;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Stage;
import dev.butlerlabs.butler.providers.spi.image.ImageState.Underway;
import java.util.List;

/** The steps from an image, or what there is of one, to nothing. */
final class ImageRemoval {

  private final ProxmoxApi api;
  private final ImageApi calls;
  private final ProxmoxSettings settings;
  private final ImageTasks tasks;

  ImageRemoval(ProxmoxApi api, ImageApi calls, ProxmoxSettings settings, ImageTasks tasks) {
    this.api = api;
    this.calls = calls;
    this.settings = settings;
    this.tasks = tasks;
  }

  ImageState demolish(ImageId id, Ours ours, Memo memo) throws Trouble {
    var guest = ours.guest();
    if (ours.config().lock().isPresent() || busy(guest, "qmtemplate", id)) {
      return new Underway(Stage.REMOVING, "waiting for Proxmox", memo);
    }
    if (!busy(guest, "qmdestroy", id)) {
      api.destroy(guest);
    }
    return new Underway(Stage.REMOVING, "removing the template", memo);
  }

  private boolean busy(Guest guest, String type, ImageId id) throws Trouble {
    var last = api.lastTask(guest.node(), guest.vmid(), type);
    if (type.equals("qmdestroy") && last.isPresent()) {
      tasks.requireNoFreshFailure(
          ImageTasks.what("remove", id) + ", " + ProxmoxApi.text(guest), last.get());
    }
    return last.filter(Task::running).isPresent();
  }

  /** No template is there; a file may be, or come. */
  ImageState sweep(ImageId id, ClusterView cluster, Memo memo) throws Trouble {
    var note = Note.read(memo);
    if (note.isPresent() && !note.get().task().isEmpty() && api.task(note.get().task()).running()) {
      return new Underway(Stage.REMOVING, "waiting for Proxmox", memo, note.get().task());
    }
    var nodes = note.map(written -> List.of(written.node())).orElse(settings.nodes());
    for (var node : nodes) {
      var last = calls.lastDownload(node, ImageConfig.filePrefix(id));
      if (last.filter(download -> download.task().running()).isPresent()) {
        return new Underway(
            Stage.REMOVING, "waiting until the download ends", memo, last.get().upid());
      }
    }
    return clear(id, cluster, nodes)
        ? new Underway(Stage.REMOVING, "removing the file", memo)
        : new Absent();
  }

  /** True when there was a file. */
  boolean clear(ImageId id, ClusterView cluster, List<String> nodes) throws Trouble {
    var what = "remove the file of image " + id.name();
    var found = false;
    for (var node : nodes) {
      cluster.requireOn(node, what);
      var here = false;
      for (var store : cluster.storesFor(ImageApi.IMPORT, node)) {
        for (var volume : calls.files(node, store.name(), ImageConfig.filePrefix(id))) {
          api.deleteVolume(node, volume);
          here = true;
        }
      }
      if (!here) {
        cluster.requireStores(ImageApi.IMPORT, node, what);
      }
      found |= here;
    }
    return found;
  }
}
