package dev.butlerlabs.butler.addons.install.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;

/**
 * What becomes of the definition of a kind that a chart has in its folder {@code crds}: Helm makes
 * it with the first installation and never changes it.
 */
public sealed interface KindChange {

  /** It is not there. */
  record Make() implements KindChange {}

  /** It may become what the chart has. */
  record Renew() implements KindChange {}

  /** It is an object of a release, which looks after it. */
  record Leave() implements KindChange {}

  /** Something of it would go that may be in use. */
  record Refuse(String why) implements KindChange {}

  /**
   * Decides for one definition.
   *
   * @param wanted as the chart has it
   * @param live as the cluster has it, if it does
   */
  static KindChange of(JsonNode wanted, Optional<? extends JsonNode> live) {
    if (live.isEmpty()) {
      return new Make();
    }
    var there = live.get();
    if (there.at("/metadata/annotations").has("meta.helm.sh/release-name")) {
      return new Leave();
    }
    var lost = lost(wanted, there);
    return lost.isEmpty()
        ? new Renew()
        : new Refuse(
            "of CustomResourceDefinition %s would go: %s"
                .formatted(wanted.at("/metadata/name").asText(), String.join(", ", lost)));
  }

  private static List<String> lost(JsonNode wanted, JsonNode live) {
    var lost = new ArrayList<String>();
    var stays = versions(wanted, _ -> true);
    for (var stored : live.at("/status/storedVersions")) {
      if (!stays.contains(stored.asText())) {
        lost.add("version %s, in which objects may be stored".formatted(stored.asText()));
      }
    }
    var served = versions(wanted, KindChange::served);
    for (var version : versions(live, KindChange::served)) {
      if (!served.contains(version)) {
        lost.add("version %s, which is served".formatted(version));
      }
    }
    for (var fixed : List.of("/spec/scope", "/spec/group", "/spec/names/kind")) {
      var before = live.at(fixed).asText();
      if (!before.equals(wanted.at(fixed).asText())) {
        lost.add("%s %s".formatted(fixed.substring(1).replace('/', '.'), before));
      }
    }
    return lost;
  }

  private static boolean served(JsonNode version) {
    return version.path("served").asBoolean();
  }

  private static SortedSet<String> versions(JsonNode definition, Predicate<JsonNode> which) {
    var names = new TreeSet<String>();
    for (var version : definition.at("/spec/versions")) {
      if (which.test(version)) {
        names.add(version.path("name").asText());
      }
    }
    return names;
  }
}
