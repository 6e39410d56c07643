package dev.butlerlabs.butler.bench.kills;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The programs of one platform: its own and those of the control planes on it, but not the one that
 * starts them all.
 */
final class Victims {

  private static final Pattern PROGRAM =
      Pattern.compile("etcd|java|kube-.*|kubeadm-.*|cluster-api-.*");

  private final ProcessHandle root;

  /**
   * @param part a process of the platform
   */
  Victims(long part) {
    this.root =
        ProcessHandle.of(part)
            .flatMap(ProcessHandle::parent)
            .orElseThrow(() -> new IllegalStateException("process %d is gone".formatted(part)));
  }

  /**
   * Kills one of them and answers its name. Each program is as likely as the others, however many
   * processes it has: tenants have most of them, and the manager is one.
   */
  Optional<String> kill(Random random) {
    var byName = programs();
    if (byName.isEmpty()) {
      return Optional.empty();
    }
    var name = List.copyOf(byName.keySet()).get(random.nextInt(byName.size()));
    var all = byName.getOrDefault(name, List.of());
    return all.get(random.nextInt(all.size())).destroyForcibly()
        ? Optional.of(name)
        : Optional.empty();
  }

  /** Always in the same order, so that a seed tells what is chosen. */
  private SortedMap<String, List<ProcessHandle>> programs() {
    return root.descendants()
        .filter(process -> PROGRAM.matcher(name(process)).matches())
        .sorted(Comparator.comparingLong(ProcessHandle::pid))
        .collect(Collectors.groupingBy(Victims::name, TreeMap::new, Collectors.toList()));
  }

  private static String name(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> String.valueOf(Path.of(command).getFileName()))
        .orElse("");
  }
}
