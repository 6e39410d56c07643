package dev.butlerlabs.butler.bench.kills;

import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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

  /** Kills one of them, each as likely as the others, and answers its name. */
  Optional<String> kill(Random random) {
    var all = programs().toList();
    if (all.isEmpty()) {
      return Optional.empty();
    }
    var chosen = all.get(random.nextInt(all.size()));
    var name = name(chosen);
    return chosen.destroyForcibly() ? Optional.of(name) : Optional.empty();
  }

  /** Always in the same order, so that a seed tells what is chosen. */
  private Stream<ProcessHandle> programs() {
    return root.descendants()
        .filter(process -> PROGRAM.matcher(name(process)).matches())
        .sorted(Comparator.comparingLong(ProcessHandle::pid));
  }

  private static String name(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> String.valueOf(Path.of(command).getFileName()))
        .orElse("");
  }
}
