package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.plan.PodFacts;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * What the containers of one pod share.
 *
 * @param onChange called, in the mailbox, when there may be something to do or to tell
 */
record PodScene(
    NodeScene node, PodFacts facts, PodVolumes volumes, Mailbox mailbox, Runnable onChange) {

  private static final int LAST_WORDS = 300;

  Instant now() {
    return node.timeline().instant();
  }

  void changed() {
    onChange.run();
  }

  boolean isInit(ContainerOrder container) {
    return facts.order().initContainers().contains(container);
  }

  void event(boolean trouble, String reason, String message) {
    node.reports().event(facts.order().pod(), trouble, reason, message);
  }

  /** In a pod, {@code localhost} is the pod: all pods here share one loopback interface. */
  void writeHosts(String container) {
    var text = new StringBuilder();
    text.append(facts.podIp()).append("\tlocalhost ").append(facts.order().pod().name());
    text.append('\n');
    facts.order().hostAliases().forEach(line -> text.append(line).append('\n'));
    text.append(node.serviceNames().get());
    node.launcher().root(facts.order().pod(), container).hosts(text.toString());
  }

  /** The end of its log: usually names the trouble. */
  String lastWords(ContainerOrder container) {
    try {
      var logs = node.launcher().folders().logs(facts.order().pod().uid(), container.name());
      if (logs.isEmpty()) {
        return "";
      }
      try (var file = new RandomAccessFile(logs.getLast().toFile(), "r")) {
        var from = Math.max(0, file.length() - LAST_WORDS);
        var bytes = new byte[(int) (file.length() - from)];
        file.seek(from);
        file.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8).strip();
      }
    } catch (IOException e) {
      return "";
    }
  }
}
