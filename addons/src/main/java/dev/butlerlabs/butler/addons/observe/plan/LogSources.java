package dev.butlerlabs.butler.addons.observe.plan;

import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Collection;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Logs;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which logs the agent reads. Left out, it reads what containers print.
 *
 * @param pods what containers print
 * @param journal the system journal of the nodes
 * @param events what happens to objects of Kubernetes, which no agent collects
 */
record LogSources(boolean pods, boolean journal, boolean events) {

  private static final String FIELD = Agents.COLLECTION + "logs";

  LogSources(ButlerConfigObservability settings) {
    this(
        Optional.ofNullable(settings.collection())
            .map(Collection::logs)
            .orElseGet(() -> new Logs(null, null, null)));
  }

  private LogSources(Logs said) {
    this(
        !Boolean.FALSE.equals(said.podLogs()),
        Boolean.TRUE.equals(said.journald()),
        Boolean.TRUE.equals(said.kubernetesEvents()));
  }

  /** As the agent calls them. */
  List<String> names() {
    var names = new ArrayList<String>();
    if (pods) {
      names.add("pods");
    }
    if (journal) {
      names.add("journal");
    }
    return names;
  }

  List<Problem> refused() {
    var problems = new ArrayList<Problem>();
    if (events) {
      problems.add(
          new Problem(
              FIELD + ".kubernetesEvents",
              "no agent of the catalog collects events; the others are collected",
              "take it out"));
    }
    if (names().isEmpty()) {
      problems.add(
          new Problem(
              FIELD,
              "no source is left, so clusters get no agent for logs",
              "switch podLogs or journald on, or autoEnroll.vectorAgent off"));
    }
    return problems;
  }
}
