package dev.butlerlabs.butler.addons.observe.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.catalog.plan.Identity;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.AutoEnroll;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Collection;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Metrics;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Pipeline;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The agents that a cluster gets, and their values. */
public final class Agents {

  static final String COLLECTION = "spec.observability.collection.";

  /** Those that a cluster may get by itself. */
  public static final Set<String> DEFINITIONS =
      Set.of("vector-agent", "prometheus-operator", "otel-collector");

  private static final Identity ANYBODY = new Identity("", "", "", "", "", "");

  private Agents() {}

  /** Those that every cluster gets, by their definitions. */
  public static Set<String> wanted(ButlerConfigObservability settings) {
    return of(settings, ANYBODY).stream().map(Agent::definition).collect(Collectors.toSet());
  }

  /** One of them, as an entry of the catalog with values. */
  public record Agent(String definition, ObjectNode values) {

    /** Whether an addon with these values was told all of ours. */
    public boolean told(JsonNode written) {
      return covers(written, values);
    }

    private static boolean covers(JsonNode written, JsonNode ours) {
      return ours instanceof ObjectNode fields
          ? fields.properties().stream()
              .allMatch(one -> covers(written.path(one.getKey()), one.getValue()))
          : written.equals(ours);
    }
  }

  /** Those that are switched on and know where to send to. */
  public static List<Agent> of(ButlerConfigObservability settings, Identity identity) {
    var pipeline = settings.pipeline();
    if (!settings.configured() || pipeline == null) {
      return List.of();
    }
    var agents = new ArrayList<Agent>();
    address(settings, AutoEnroll::vectorAgent, pipeline, Pipeline::logEndpoint)
        .flatMap(address -> logs(address, identity, new LogSources(settings)))
        .ifPresent(agents::add);
    address(settings, AutoEnroll::prometheus, pipeline, Pipeline::metricEndpoint)
        .filter(_ -> !metricsOff(settings))
        .map(address -> metrics(address, identity, retention(settings)))
        .ifPresent(agents::add);
    address(settings, AutoEnroll::otelCollector, pipeline, Pipeline::traceEndpoint)
        .map(address -> traces(address, identity))
        .ifPresent(agents::add);
    return List.copyOf(agents);
  }

  /** What is asked for and cannot be had. */
  public static List<Problem> refused(ButlerConfigObservability settings) {
    var pipeline = settings.pipeline();
    if (!settings.configured() || pipeline == null) {
      return List.of();
    }
    var problems = new ArrayList<Problem>();
    unaddressed(
            settings, "vectorAgent", AutoEnroll::vectorAgent, "logEndpoint", pipeline.logEndpoint())
        .ifPresent(problems::add);
    unaddressed(
            settings,
            "prometheus",
            AutoEnroll::prometheus,
            "metricEndpoint",
            pipeline.metricEndpoint())
        .ifPresent(problems::add);
    unaddressed(
            settings,
            "otelCollector",
            AutoEnroll::otelCollector,
            "traceEndpoint",
            pipeline.traceEndpoint())
        .ifPresent(problems::add);
    if (switchedOn(settings, AutoEnroll::vectorAgent)) {
      problems.addAll(new LogSources(settings).refused());
    }
    if (switchedOn(settings, AutoEnroll::prometheus) && metricsOff(settings)) {
      problems.add(
          new Problem(
              COLLECTION + "autoEnroll.prometheus",
              "metrics.enabled is false, so clusters get no Prometheus",
              "switch one of them"));
    }
    return List.copyOf(problems);
  }

  private static Optional<Problem> unaddressed(
      ButlerConfigObservability settings,
      String agent,
      Function<AutoEnroll, @Nullable Boolean> wanted,
      String field,
      @Nullable String address) {
    return switchedOn(settings, wanted) && (address == null || address.isBlank())
        ? Optional.of(
            new Problem(
                COLLECTION + "autoEnroll." + agent,
                "it has nowhere to send to, and is not installed",
                "give spec.observability.pipeline." + field))
        : Optional.empty();
  }

  private static boolean switchedOn(
      ButlerConfigObservability settings, Function<AutoEnroll, @Nullable Boolean> wanted) {
    return Optional.ofNullable(settings.collection())
        .map(Collection::autoEnroll)
        .map(wanted)
        .filter(Boolean.TRUE::equals)
        .isPresent();
  }

  private static boolean metricsOff(ButlerConfigObservability settings) {
    return Optional.ofNullable(settings.collection())
        .map(Collection::metrics)
        .map(Metrics::enabled)
        .filter(Boolean.FALSE::equals)
        .isPresent();
  }

  private static Optional<String> address(
      ButlerConfigObservability settings,
      Function<AutoEnroll, @Nullable Boolean> wanted,
      Pipeline pipeline,
      Function<Pipeline, @Nullable String> address) {
    return switchedOn(settings, wanted)
        ? Optional.ofNullable(address.apply(pipeline)).filter(text -> !text.isBlank())
        : Optional.empty();
  }

  private static Optional<String> retention(ButlerConfigObservability settings) {
    return Optional.ofNullable(settings.collection())
        .map(Collection::metrics)
        .map(Metrics::retention)
        .filter(text -> !text.isBlank());
  }

  private static Optional<Agent> logs(String address, Identity identity, LogSources sources) {
    if (sources.names().isEmpty()) {
      return Optional.empty();
    }
    var values = JsonNodeFactory.instance.objectNode();
    var config = values.withObject("/customConfig");
    if (!sources.pods()) {
      // It is in the definition's values and cannot be taken out of them; so no pod fits it.
      config.withObject("/sources/pods").put("extra_field_selector", "metadata.name=");
    }
    if (sources.journal()) {
      config.withObject("/sources/journal").put("type", "journald");
      // The usual image has no journalctl.
      values.withObject("/image").put("tag", "0.55.0-debian");
    }
    var inputs =
        config
            .withObject("/transforms/identity")
            .put("type", "remap")
            .put("source", remap(identity))
            .putArray("inputs");
    sources.names().forEach(inputs::add);
    config.withObject("/sinks/collector").put("uri", address).putArray("inputs").add("identity");
    return Optional.of(new Agent("vector-agent", values));
  }

  /** Names of objects and values of labels have neither quotes nor backslashes. */
  private static String remap(Identity identity) {
    return identity.labels().entrySet().stream()
        .map(label -> ".%s = \"%s\"".formatted(label.getKey(), label.getValue()))
        .collect(Collectors.joining("\n"));
  }

  private static Agent metrics(String address, Identity identity, Optional<String> retention) {
    var values = JsonNodeFactory.instance.objectNode();
    var spec = values.withObject("/prometheus/prometheusSpec");
    spec.putArray("remoteWrite").addObject().put("url", address);
    var labels = spec.putObject("externalLabels");
    identity.labels().forEach(labels::put);
    retention.ifPresent(time -> spec.put("retention", time));
    return new Agent("prometheus-operator", values);
  }

  private static Agent traces(String address, Identity identity) {
    var values = JsonNodeFactory.instance.objectNode();
    var config = values.withObject("/config");
    config.withObject("/exporters/otlp").put("endpoint", address);
    var attributes = config.withObject("/processors/resource").putArray("attributes");
    identity
        .labels()
        .forEach(
            (key, value) ->
                attributes.addObject().put("key", key).put("value", value).put("action", "upsert"));
    config
        .withObject("/service/pipelines/traces")
        .putArray("processors")
        .add("memory_limiter")
        .add("resource")
        .add("batch");
    return new Agent("otel-collector", values);
  }
}
