package dev.butlerlabs.butler.sandbox.node.plan;

import dev.butlerlabs.butler.sandbox.node.pod.PodOrder;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What a pod may ask about itself: the downward API. */
public record PodFacts(PodOrder order, String podIp, String nodeName, String nodeIp) {

  private static final Pattern ENTRY =
      Pattern.compile("metadata\\.(labels|annotations)\\['(.+)'\\]");

  /** The value of a field path; empty when there is no such field here. */
  public Optional<String> value(String path) {
    var pod = order.pod();
    return switch (path) {
      case "metadata.name" -> Optional.of(pod.name());
      case "metadata.namespace" -> Optional.of(pod.namespace());
      case "metadata.uid" -> Optional.of(pod.uid());
      case "metadata.labels" -> Optional.of(lines(order.labels()));
      case "metadata.annotations" -> Optional.of(lines(order.annotations()));
      case "spec.nodeName" -> Optional.of(nodeName);
      case "spec.serviceAccountName" -> Optional.of(order.serviceAccount());
      case "status.hostIP", "status.hostIPs" -> Optional.of(nodeIp);
      case "status.podIP", "status.podIPs" -> Optional.of(podIp);
      default -> entry(path);
    };
  }

  private Optional<String> entry(String path) {
    var match = ENTRY.matcher(path);
    if (!match.matches()) {
      return Optional.empty();
    }
    var map = match.group(1).equals("labels") ? order.labels() : order.annotations();
    return Optional.of(map.getOrDefault(match.group(2), ""));
  }

  private static String lines(Map<String, String> map) {
    return new TreeMap<>(map)
        .entrySet().stream()
            .map(entry -> entry.getKey() + "=\"" + entry.getValue() + "\"")
            .collect(Collectors.joining("\n"));
  }
}
