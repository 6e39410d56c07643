package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.aws.machines.Ec2Api.Volume;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The disks that carry a machine's mark once its instance is gone. AWS Backup copies tags to what
 * it restores, so only those are deleted that were noted when the machine was made.
 *
 * @param made were made for the machine
 * @param going hang on an instance of the machine that has ended, or are being deleted
 * @param foreign say that they are the machine's, and nothing else says so
 */
record Disks(List<Volume> made, List<Volume> going, List<Volume> foreign) {

  Disks {
    made = List.copyOf(made);
    going = List.copyOf(going);
    foreign = List.copyOf(foreign);
  }

  static Disks of(Ec2Api ec2, MachineId id, Found found, List<String> noted) throws Trouble {
    var ended = found.instances().stream().map(InstanceView::id).toList();
    var made = new ArrayList<Volume>();
    var going = new ArrayList<Volume>();
    var foreign = new ArrayList<Volume>();
    for (var disk : ec2.volumesOf(id.uid())) {
      if (disk.leaving() || ended.contains(disk.instance())) {
        going.add(disk);
      } else if (noted.contains(disk.id())) {
        made.add(disk);
      } else {
        foreign.add(disk);
      }
    }
    return new Disks(made, going, foreign);
  }

  boolean gone() {
    return made.isEmpty() && going.isEmpty();
  }

  /** Deletes what can be; then says what somebody has attached elsewhere. */
  void delete(Ec2Api ec2) throws Trouble {
    for (var disk : made) {
      if (disk.free()) {
        ec2.deleteVolume(disk.id());
      }
    }
    for (var disk : made) {
      if (!disk.free() && !disk.instance().isEmpty()) {
        throw new Trouble(
            new Fault.Busy(
                "delete disk " + disk.id(),
                "it is attached to %s, and goes once somebody detaches it there"
                    .formatted(disk.instance())));
      }
    }
  }

  /** What stays, in words. */
  String left() {
    return foreign.isEmpty()
        ? ""
        : foreign.stream()
            .map(Volume::id)
            .sorted()
            .collect(
                Collectors.joining(
                    ", ",
                    "left, because they have its tags and it was not seen to be made with them (delete them by hand if nobody needs them): volumes ",
                    ""));
  }
}
