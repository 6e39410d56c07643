package dev.butlerlabs.butler.api.tenancy;

import dev.butlerlabs.butler.api.NamespacedRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import org.jspecify.annotations.Nullable;

/** Where logs, metrics and traces of tenant clusters go, and which are collected. */
public record ButlerConfigObservability(
    @Doc("The cluster that collects from all others, and its addresses.")
        @Nullable Pipeline pipeline,
    @Doc("What is collected, and from which clusters without being asked.")
        @Nullable Collection collection)
    implements Wire {

  /** Whether there is a cluster that collects. */
  public boolean configured() {
    return pipeline != null && pipeline.clusterRef() != null;
  }

  /** The collecting cluster. */
  public record Pipeline(
      @Doc("TenantCluster that collects; it never gets agents of its own accord.")
          @Nullable NamespacedRef clusterRef,
      @Doc("Address logs are sent to, for example https://logs.example.com/insert.")
          @Nullable String logEndpoint,
      @Doc("Address metrics are written to with Prometheus remote write.")
          @Nullable String metricEndpoint,
      @Doc("Address traces are sent to with OTLP, written host:port.")
          @Nullable String traceEndpoint)
      implements Wire {}

  /** What agents collect. */
  public record Collection(
      @Doc("Agents that a cluster gets by itself when it turns Ready.")
          @Nullable AutoEnroll autoEnroll,
      @Doc("Which logs are collected.") @Nullable Logs logs,
      @Doc("Whether metrics are collected and how long they are kept.") @Nullable Metrics metrics)
      implements Wire {}

  /** Agents installed without being asked for. */
  public record AutoEnroll(
      @Doc("The Vector agent, for logs; needs logEndpoint. Left out: not installed.")
          @Nullable Boolean vectorAgent,
      @Doc("Prometheus, for metrics; needs metricEndpoint. Left out: not installed.")
          @Nullable Boolean prometheus,
      @Doc("The OpenTelemetry collector, for traces; needs traceEndpoint. Left out: not installed.")
          @Nullable Boolean otelCollector)
      implements Wire {}

  /** Sources of logs. */
  public record Logs(
      @Doc("What containers print.") @Nullable Boolean podLogs,
      @Doc("The system journal of the nodes.") @Nullable Boolean journald,
      @Doc("Events of Kubernetes objects.") @Nullable Boolean kubernetesEvents)
      implements Wire {}

  /** Metrics of the clusters. */
  public record Metrics(
      @Doc("Whether metrics are collected.") @Nullable Boolean enabled,
      @Doc("How long they are kept, for example 15d.") @Nullable String retention)
      implements Wire {}
}
