package dev.butlerlabs.butler.steward.inside.plan;

import dev.butlerlabs.butler.api.steward.AddonsStatus;
import dev.butlerlabs.butler.api.steward.AddonsStatus.AgentStatus;
import dev.butlerlabs.butler.api.steward.AddonsStatus.KonnectivityStatus;
import dev.butlerlabs.butler.api.steward.AddonsStatus.Plain;
import dev.butlerlabs.butler.api.steward.Konnectivity;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.WrittenObject;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Verdict;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is told of a tenant's add-ons. Times stay while what they tell stays. */
public final class AddOnStatus {

  /** The condition's type. It is there only while some add-on is wanted. */
  public static final String INSTALLED = "AddonsInstalled";

  private static final AddonsStatus NOTHING = new AddonsStatus(null, null, null, null, null);

  private AddOnStatus() {}

  public static Verdict yes() {
    return Verdict.yes(INSTALLED, "Installed", "all add-ons stand in the tenant as ordered");
  }

  public static Verdict not(Cause cause) {
    return Verdict.no(INSTALLED, cause.reason(), cause.sentence());
  }

  /** Whether some add-on was told to be there. */
  public static boolean told(TenantControlPlane plane) {
    var was = was(plane);
    return was.coreDNS() != null || was.kubeProxy() != null || was.konnectivity() != null;
  }

  /** All that is ordered is there, and nothing else. */
  public static Map<String, AddonsStatus> of(TenantControlPlane plane, Instant now) {
    var addons = plane.getSpec().addons();
    var was = was(plane);
    var at = now.truncatedTo(ChronoUnit.SECONDS);
    return status(
        new AddonsStatus(
            addons == null || addons.coreDNS() == null ? null : plain(was.coreDNS(), at),
            addons == null || addons.kubeProxy() == null ? null : plain(was.kubeProxy(), at),
            addons == null ? null : tunnel(addons.konnectivity(), was.konnectivity(), at),
            null,
            null));
  }

  /** As it was told before. */
  public static Map<String, AddonsStatus> before(TenantControlPlane plane) {
    var was = was(plane);
    return status(new AddonsStatus(was.coreDNS(), was.kubeProxy(), was.konnectivity(), null, null));
  }

  private static AddonsStatus was(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getStatus())
        .flatMap(status -> Optional.ofNullable(status.addons()))
        .orElse(NOTHING);
  }

  private static Plain plain(@Nullable Plain was, Instant now) {
    return was != null && was.enabled() ? was : new Plain(true, now);
  }

  private static @Nullable KonnectivityStatus tunnel(
      @Nullable Konnectivity ordered, @Nullable KonnectivityStatus was, Instant now) {
    if (ordered == null) {
      return null;
    }
    var agent = Objects.requireNonNullElse(ordered.agent(), Agents.AGENT);
    var mode = agent.mode() == Konnectivity.Mode.DEPLOYMENT ? "Deployment" : "DaemonSet";
    if (was != null && was.agent() != null && mode.equals(was.agent().mode())) {
      return was;
    }
    return new KonnectivityStatus(
        true,
        null,
        null,
        null,
        new WrittenObject("konnectivity-agent", "kube-system", now),
        new WrittenObject("system:konnectivity-server", null, now),
        new AgentStatus("konnectivity-agent", "kube-system", mode, now),
        null,
        null);
  }

  /** An empty object would be stored as null, which the kind does not allow. */
  private static Map<String, AddonsStatus> status(AddonsStatus addons) {
    return addons.equals(NOTHING) ? Map.of() : Map.of("addons", addons);
  }
}
