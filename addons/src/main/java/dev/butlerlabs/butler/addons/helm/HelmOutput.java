package dev.butlerlabs.butler.addons.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.butlerlabs.butler.addons.helm.plan.ReleaseStatus;
import dev.butlerlabs.butler.addons.helm.plan.Revision;
import java.io.IOException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.regex.Pattern;

/** Helm's JSON as our values. */
final class HelmOutput {

  private static final JsonMapper JSON = new JsonMapper();
  private static final Pattern KEPT = Pattern.compile("(?m)^\\[(\\S+)] (\\S+)\\s*$");

  private HelmOutput() {}

  static Released released(ReleaseKey release, String text) throws IOException {
    var tree = JSON.readTree(text);
    var chart = tree.path("chart").path("metadata");
    return new Released(
        release,
        tree.path("version").asInt(),
        ReleaseStatus.read(tree.path("info").path("status").asText()),
        chart.path("name").asText(),
        chart.path("version").asText(),
        tree.path("manifest").asText());
  }

  static ReleaseNote note(String text) throws IOException {
    var tree = JSON.readTree(text);
    var labels = new HashMap<String, String>();
    tree.path("labels")
        .properties()
        .forEach(one -> labels.put(one.getKey(), one.getValue().asText()));
    return new ReleaseNote(
        tree.path("revision").asInt(),
        ReleaseStatus.read(tree.path("status").asText()),
        tree.path("chart").asText(),
        tree.path("version").asText(),
        labels);
  }

  static List<Revision> history(String text) throws IOException {
    var revisions = new ArrayList<Revision>();
    for (var line : JSON.readTree(text)) {
      revisions.add(
          new Revision(
              line.path("revision").asInt(),
              ReleaseStatus.read(line.path("status").asText()),
              instant(line.path("updated")),
              line.path("chart").asText(),
              line.path("description").asText()));
    }
    revisions.sort(Comparator.comparingInt(Revision::number));
    return List.copyOf(revisions);
  }

  /** Objects that stay behind because their chart says so, as {@code Kind/name}. */
  static List<String> kept(String text) {
    return KEPT.matcher(text).results().map(one -> one.group(1) + "/" + one.group(2)).toList();
  }

  /** A revision without a time is as old as can be, so that its lock is not kept for ever. */
  private static Instant instant(JsonNode node) {
    return node.asText().isEmpty()
        ? Instant.EPOCH
        : OffsetDateTime.parse(node.asText()).toInstant();
  }
}
