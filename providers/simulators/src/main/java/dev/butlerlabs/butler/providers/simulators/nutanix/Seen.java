package dev.butlerlabs.butler.providers.simulators.nutanix;

import java.util.List;
import java.util.Map;

/** One machine as it really is. */
public record Seen(
    String uuid,
    String name,
    String description,
    int cpu,
    int memoryMiB,
    List<Integer> disksGiB,
    List<String> containers,
    List<String> addresses,
    Map<String, String> categories,
    boolean running) {

  public Seen {
    disksGiB = List.copyOf(disksGiB);
    containers = List.copyOf(containers);
    addresses = List.copyOf(addresses);
    categories = Map.copyOf(categories);
  }

  static Seen of(Vm vm) {
    var shape = vm.shape();
    return new Seen(
        vm.uuid,
        shape.name(),
        shape.description(),
        shape.sockets() * shape.cores(),
        shape.memoryMiB(),
        shape.disks().stream().map(disk -> (int) (disk.bytes() / (1L << 30))).toList(),
        shape.disks().stream().map(Vm.Disk::container).toList(),
        shape.nics().stream().map(Vm.Nic::address).toList(),
        shape.categories(),
        vm.on());
  }
}
