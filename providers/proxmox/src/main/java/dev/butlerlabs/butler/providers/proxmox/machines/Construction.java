package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.infra.NetworkSettings;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.proxmox.machines.Situation.Ours;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineState;
import dev.butlerlabs.butler.providers.spi.machine.MachineState.Underway;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The steps from an order to a machine that can be started. */
final class Construction {

  private final ProxmoxApi api;
  private final ProxmoxSettings settings;
  private final @Nullable NetworkSettings network;
  private final Discs discs;

  Construction(
      ProxmoxApi api, ProxmoxSettings settings, @Nullable NetworkSettings network, Discs discs) {
    this.api = api;
    this.settings = settings;
    this.network = network;
    this.discs = discs;
  }

  ProxmoxSettings settings() {
    return settings;
  }

  /** Everything that would keep this order from being built. */
  List<Fault> problems(ClusterView cluster, MachineOrder order) throws Trouble {
    var faults = new ArrayList<Fault>();
    var templates = Choice.templates(cluster, settings, order);
    if (templates.isEmpty()) {
      faults.add(missingTemplate(order));
      return faults;
    }
    try {
      var node = Choice.node(cluster, settings, order, templates);
      for (var storage : Choice.storages(order)) {
        if (cluster.store(storage, node).isEmpty()) {
          faults.add(
              new Fault.NotFound(
                  "look for the storage of an extra disk",
                  "storage " + storage,
                  "node " + node + " has none of this name"));
        }
      }
      if (MachineConfig.needsDisc(order) && cluster.storesFor("iso", node).isEmpty()) {
        faults.add(Discs.none(node));
      }
      unfit(order, Choice.template(templates, node)).ifPresent(faults::add);
    } catch (Trouble trouble) {
      faults.add(trouble.fault());
    }
    return faults;
  }

  private Fault missingTemplate(MachineOrder order) {
    var image = Choice.image(settings, order);
    return image.isEmpty()
        ? new Fault.Invalid(
            "look for the template",
            "spec.image of the machine or spec.proxmox.templateID of the ProviderConfig",
            "neither names a template")
        : new Fault.NotFound(
            "look for the template",
            "template " + image,
            "the cluster has none of this id or name");
  }

  /** Disks only grow, and a VLAN is one of a bridge. */
  private Optional<Fault> unfit(MachineOrder order, ClusterView.Guest template) throws Trouble {
    var config = api.findConfig(template);
    var root = config.flatMap(GuestConfig::rootDisk);
    if (root.isEmpty()) {
      return Optional.of(
          new Fault.Invalid(
              "look at template " + template.vmid(),
              "the template",
              "it has no disk to start from"));
    }
    if (MachineConfig.lacksBridge(config.get(), settings, network)) {
      return Optional.of(
          new Fault.Invalid(
              "look at template " + template.vmid(),
              "spec.proxmox.bridge",
              "it names none for VLAN %d, and the template's first card has none"
                  .formatted(settings.vlan())));
    }
    var has = config.get().sizeGiB(root.get());
    return has <= order.hardware().diskGB()
        ? Optional.empty()
        : Optional.of(
            new Fault.Invalid(
                "look at template " + template.vmid(),
                "spec.diskGB",
                "its disk has %d GB and cannot shrink to %d"
                    .formatted(has, order.hardware().diskGB())));
  }

  /** Chooses, and changes nothing. */
  Note choose(MachineId id, MachineOrder order, ClusterView cluster) throws Trouble {
    var problems = problems(cluster, order);
    if (!problems.isEmpty()) {
      throw new Trouble(problems.getFirst());
    }
    var templates = Choice.templates(cluster, settings, order);
    var range = settings.vmidRange() == null ? Choice.after(api.nextId()) : settings.vmidRange();
    return new Note(
        Choice.vmid(cluster, range, id),
        Choice.node(cluster, settings, order, templates),
        MachineConfig.needsDisc(order),
        "");
  }

  /** Begins the clone that was noted. */
  MachineState clone(MachineId id, MachineOrder order, ClusterView cluster, Note note)
      throws Trouble {
    var templates = Choice.templates(cluster, settings, order);
    if (templates.isEmpty()) {
      throw new Trouble(missingTemplate(order));
    }
    try {
      var upid =
          api.clone(
              Choice.template(templates, note.node()),
              id,
              note,
              settings.storage(),
              Marks.description(id, order));
      return new Underway("cloning the template", note.by(upid).memo());
    } catch (Trouble trouble) {
      // Somebody was faster. Whether it was us, before an answer was lost, the next look tells.
      if (trouble.fault() instanceof Fault.Busy) {
        return new Underway("vm " + note.vmid() + " is there already", note.memo());
      }
      throw trouble;
    }
  }

  /** Takes the next step on a clone of ours; empty once it is configured. */
  Optional<String> configure(MachineId id, MachineOrder order, Ours ours) throws Trouble {
    var root =
        ours.config()
            .rootDisk()
            .orElseThrow(
                () ->
                    new Trouble(
                        new Fault.Invalid(
                            "configure machine " + id, "the template", "it has no disk")));
    if (ours.config().sizeGiB(root) < order.hardware().diskGB()) {
      api.resize(ours.guest(), root, order.hardware().diskGB());
      return Optional.of("growing the root disk");
    }
    String disc = null;
    if (MachineConfig.needsDisc(order)) {
      var volume = discs.supply(id, order, ours);
      if (volume.isEmpty()) {
        return Optional.of("uploading the user data");
      }
      disc = volume.get();
    }
    api.configure(
        ours.guest(), MachineConfig.fields(id, order, ours.config(), settings, network, disc));
    return Optional.empty();
  }
}
