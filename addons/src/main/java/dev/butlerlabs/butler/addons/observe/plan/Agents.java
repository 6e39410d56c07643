package dev.butlerlabs.butler.addons.observe.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.AutoEnroll;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Collection;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Metrics;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigObservability.Pipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The agents that a cluster gets, and their values. */
public final class Agents {

  private Agents() {}

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
        .map(address -> logs(address, identity))
        .ifPresent(agents::add);
    address(settings, AutoEnroll::prometheus, pipeline, Pipeline::metricEndpoint)
        .map(address -> metrics(address, identity, retention(settings)))
        .ifPresent(agents::add);
    address(settings, AutoEnroll::otelCollector, pipeline, Pipeline::traceEndpoint)
        .map(address -> traces(address, identity))
        .ifPresent(agents::add);
    return List.copyOf(agents);
  }

  private static Optional<String> address(
      ButlerConfigObservability settings,
      Function<AutoEnroll, @Nullable Boolean> wanted,
      Pipeline pipeline,
      Function<Pipeline, @Nullable String> address) {
    return Optional.ofNullable(settings.collection())
        .map(Collection::autoEnroll)
        .map(wanted)
        .filter(Boolean.TRUE::equals)
        .flatMap(_ -> Optional.ofNullable(address.apply(pipeline)))
        .filter(text -> !text.isBlank());
  }

  private static Optional<String> retention(ButlerConfigObservability settings) {
    return Optional.ofNullable(settings.collection())
        .map(Collection::metrics)
        .map(Metrics::retention)
        .filter(text -> !text.isBlank());
  }

  private static Agent logs(String address, Identity identity) {
    var values = JsonNodeFactory.instance.objectNode();
    var config = values.withObject("/customConfig");
    config
        .withObject("/transforms/identity")
        .put("type", "remap")
        .put("source", remap(identity))
        .putArray("inputs")
        .add("pods");
    config.withObject("/sinks/collector").put("uri", address).putArray("inputs").add("identity");
    return new Agent("vector-agent", values);
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
