package dev.butlerlabs.butler.sandbox.node;

import dev.butlerlabs.butler.sandbox.node.run.PodFolders;
import dev.butlerlabs.butler.sandbox.node.serve.LogSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The logs of the pods at this node.
 *
 * @param simulated whether nothing runs here; all logs then say just that
 */
record PodLogs(Desk desk, PodFolders folders, boolean simulated) implements LogSource {

  @Override
  public Optional<Path> find(String namespace, String pod, String container, boolean previous)
      throws IOException {
    var seat = desk.find(namespace, pod);
    if (seat.isEmpty()) {
      return Optional.empty();
    }
    if (simulated) {
      return !previous && seat.get().has(container)
          ? Optional.of(folders.simulated())
          : Optional.empty();
    }
    var logs = folders.logs(seat.get().pod().uid(), container);
    var index = logs.size() - (previous ? 2 : 1);
    return index < 0 ? Optional.empty() : Optional.of(logs.get(index));
  }

  @Override
  public boolean growing(String namespace, String pod, String container, Path log) {
    return desk.find(namespace, pod)
        .map(Seat::run)
        .filter(run -> run.runs(container, log.getFileName().toString()))
        .isPresent();
  }
}
