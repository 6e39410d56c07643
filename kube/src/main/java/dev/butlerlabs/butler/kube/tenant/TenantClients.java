package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.client.Access;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.client.Clients;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A pool of clients, one per tenant, in which no tenant can hurt another.
 *
 * <p>Work runs on a thread of its own and is given up at a deadline. A tenant that does not answer
 * is left alone for growing rests, each ended by one probe; meanwhile its callers hear {@link
 * Trouble.Unreachable} at once, with how long to wait. Work beyond a tenant's few places is turned
 * away as {@link Trouble.Busy}, so that callers never queue up behind a slow tenant.
 */
public final class TenantClients implements AutoCloseable {

  /** Most pieces of work are over by then. */
  private static final Duration BUSY = Duration.ofSeconds(1);

  private final TenantSettings settings;
  private final Timeline timeline;
  private final BiFunction<Config, ClientSettings, KubernetesClient> connect;
  private final PoolMetrics metrics;
  private final Map<Tenant, Line> lines = new ConcurrentHashMap<>();
  private volatile Timeline.@Nullable Alarm sweep;
  private volatile boolean closed;

  public TenantClients(TenantSettings settings, Timeline timeline, MeterRegistry registry) {
    this(settings, timeline, registry, Clients::connect);
  }

  TenantClients(
      TenantSettings settings,
      Timeline timeline,
      MeterRegistry registry,
      BiFunction<Config, ClientSettings, KubernetesClient> connect) {
    this.settings = settings;
    this.timeline = timeline;
    this.connect = connect;
    this.metrics = new PoolMetrics(registry, lines.values());
    scheduleSweep();
  }

  /**
   * Does the work at the tenant. The work must not keep the client: it may be closed as soon as the
   * work is over.
   *
   * @param kubeconfig as it is stored now; other bytes than last time make a new client, and the
   *     old one is closed when the work that uses it is over
   */
  public <R> Answer<R> call(
      Tenant tenant, byte[] kubeconfig, Function<KubernetesClient, Answer<R>> work) {
    var attempt = new Attempt("reach the API server of", "tenant", tenant.key());
    if (closed) {
      return refused(attempt, "the pool is closed", Duration.ZERO);
    }
    var line = lines.computeIfAbsent(tenant, _ -> new Line(settings, timeline.instant()));
    var trouble = connect(attempt, tenant, line, kubeconfig);
    if (trouble != null) {
      return Answer.failed(trouble);
    }
    var now = timeline.instant();
    var place = line.enter(now);
    if (place.isEmpty() && line.ended()) {
      // Swept away between two steps of ours.
      lines.remove(tenant, line);
      return call(tenant, kubeconfig, work);
    }
    if (place.isEmpty()) {
      var circuit = line.circuit();
      metrics.turnedAway();
      return circuit.open()
          ? refused(attempt, "it did not answer lately and rests", circuit.wait(now))
          : Answer.failed(new Trouble.Busy(attempt, BUSY));
    }
    return new Errand<R>(attempt, place.get(), timeline, settings.deadline(), metrics).run(work);
  }

  /** The tenant is no more; its client is closed when the work that uses it is over. */
  public void forget(Tenant tenant) {
    var line = lines.remove(tenant);
    if (line != null) {
      line.end();
    }
  }

  @Override
  public void close() {
    closed = true;
    var alarm = sweep;
    if (alarm != null) {
      alarm.cancel();
    }
    lines.keySet().forEach(this::forget);
  }

  private @Nullable Trouble connect(Attempt attempt, Tenant tenant, Line line, byte[] kubeconfig) {
    var fingerprint = Fingerprint.of(kubeconfig);
    synchronized (line) {
      if (line.uses(fingerprint) || line.ended()) {
        return null;
      }
      switch (Kubeconfigs.fromBytes(kubeconfig, "of tenant " + tenant)) {
        case Access.Unusable(var problem) -> {
          return new Trouble.Invalid(attempt, "kubeconfig", problem.sentence());
        }
        case Access.Usable(var config) -> {
          var client = Asking.ask(attempt, () -> connect.apply(config, settings.client()));
          if (!(client instanceof Answer.Done<KubernetesClient>(var connected))) {
            return new Trouble.Invalid(
                attempt, "kubeconfig", "a certificate or key in it cannot be read");
          }
          line.replace(connected, fingerprint);
        }
      }
    }
    metrics.connected();
    makeRoom(line);
    return null;
  }

  /** A line as it was at one moment, so that it can be sorted. */
  private record Glance(Tenant tenant, Line line, Instant lastUsed) {}

  /** Ends those longest without work; one that works is never ended for another. */
  private void makeRoom(Line newcomer) {
    var open =
        lines.entrySet().stream()
            .filter(entry -> entry.getValue().hasClient())
            .map(entry -> new Glance(entry.getKey(), entry.getValue(), entry.getValue().lastUsed()))
            .toList();
    open.stream()
        .filter(glance -> glance.line() != newcomer)
        .sorted(Comparator.comparing(Glance::lastUsed))
        .limit(Math.max(0, open.size() - settings.tenants()))
        .filter(glance -> glance.line().endIfUnusedSince(glance.lastUsed()))
        .forEach(glance -> lines.remove(glance.tenant(), glance.line()));
  }

  private void scheduleSweep() {
    if (!closed) {
      sweep = timeline.at(timeline.instant().plus(settings.idle().dividedBy(2)), this::sweep);
    }
  }

  private void sweep() {
    var limit = timeline.instant().minus(settings.idle());
    lines.forEach(
        (tenant, line) -> {
          if (line.endIfUnusedSince(limit)) {
            lines.remove(tenant, line);
          }
        });
    scheduleSweep();
  }

  private static <R> Answer<R> refused(Attempt attempt, String why, Duration wait) {
    return Answer.failed(new Trouble.Unreachable(attempt, why, wait));
  }
}
