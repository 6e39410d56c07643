package dev.butlerlabs.butler.tenants.life.plan;

import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneSpec;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus.Kubeconfigs;
import dev.butlerlabs.butler.api.steward.Written;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder.Endpoint;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The hosted control plane, as far as it matters here.
 *
 * @param ordered the version that is asked for
 * @param runs the version that runs everywhere in it; empty while that is not so
 * @param current whether its status speaks of its newest spec
 * @param endpoint null until it is known
 * @param kubeconfig name of the Secret with the admin kubeconfig; empty until it is written
 * @param conditions its own, and whether what is asked of it is carried out
 */
public record PlaneView(
    String ordered,
    String runs,
    boolean initialized,
    boolean current,
    @Nullable Endpoint endpoint,
    String kubeconfig,
    Conditions conditions) {

  private static final String ACCEPTED = "Accepted";

  public static PlaneView of(StewardControlPlane plane, Optional<TenantControlPlane> tenant) {
    var spec = Optional.ofNullable(plane.getSpec());
    var status = Optional.ofNullable(plane.getStatus());
    var generation = Objects.requireNonNullElse(plane.getMetadata().getGeneration(), 0L);
    return new PlaneView(
        spec.map(StewardControlPlaneSpec::imageVersion).orElse(""),
        status.map(StewardControlPlaneStatus::version).orElse(""),
        status.map(StewardControlPlaneStatus::initialized).orElse(false),
        status.map(StewardControlPlaneStatus::observedGeneration).orElse(-1L) >= generation,
        spec.map(StewardControlPlaneSpec::controlPlaneEndpoint)
            .map(told -> new Endpoint(told.host(), told.port()))
            .orElse(null),
        tenant
            .map(TenantControlPlane::getStatus)
            .map(TenantControlPlaneStatus::kubeconfig)
            .map(Kubeconfigs::admin)
            .map(Written::secretName)
            .orElse(""),
        new Conditions(
            Stream.concat(
                    status.stream().flatMap(one -> one.conditions().stream()),
                    tenant.stream().flatMap(PlaneView::acceptance))
                .toList()));
  }

  private static Stream<Condition> acceptance(TenantControlPlane tenant) {
    return Optional.ofNullable(tenant.getStatus()).stream()
        .flatMap(status -> new Conditions(status.conditions()).find(ACCEPTED).stream());
  }

  /** What was changed about it last is not carried out; it runs as before. */
  boolean refused() {
    return conditions
        .find(ACCEPTED)
        .filter(said -> said.status() == Condition.Truth.FALSE)
        .isPresent();
  }

  /** Its API answers. */
  boolean available() {
    return current && conditions.holds("Available");
  }

  /** It sleeps. */
  boolean stopped() {
    return current
        && conditions
            .find("Available")
            .filter(said -> said.reason().equals("Sleeping"))
            .isPresent();
  }

  /** Really answers, with that version and nothing older beside it. */
  boolean serves(String version) {
    return available() && runs.equals(version);
  }
}
