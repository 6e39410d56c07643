package dev.butlerlabs.butler.steward.inside.plan;

import dev.butlerlabs.butler.api.steward.AddonsStatus;
import dev.butlerlabs.butler.api.steward.AddonsStatus.AgentStatus;
import dev.butlerlabs.butler.api.steward.AddonsStatus.KonnectivityStatus;
import dev.butlerlabs.butler.api.steward.AddonsStatus.Plain;
import dev.butlerlabs.butler.api.steward.AddonsStatus.TcpProxyStatus;
import dev.butlerlabs.butler.api.steward.Konnectivity;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.WrittenObject;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.steward.plane.plan.InsideProxy;
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

  /** The condition's type. It is there only while a proxy is wanted. */
  public static final String PROXY_SERVING = "ProxyServing";

  private static final AddonsStatus NOTHING = new AddonsStatus(null, null, null, null, null);

  private AddOnStatus() {}

  public static Verdict yes() {
    return Verdict.yes(INSTALLED, "Installed", "all add-ons stand in the tenant as ordered");
  }

  public static Verdict not(Cause cause) {
    return Verdict.no(INSTALLED, cause.reason(), cause.sentence());
  }

  /** How many proxies pods find behind {@code kubernetes.default}. */
  public static Verdict proxies(int ready) {
    return ready > 0
        ? Verdict.yes(
            PROXY_SERVING,
            "Serving",
            "kubernetes.default leads to the API server through " + counted(ready))
        : Verdict.no(
            PROXY_SERVING,
            "NoProxyReady",
            new Cause(
                    "NoProxyReady",
                    "no pod of Deployment kube-system/steward-tcp-proxy is ready in the tenant,"
                        + " so kubernetes.default leads nowhere",
                    "it is told to pods as soon as one is",
                    "See that nodes have joined, and what those pods say")
                .sentence());
  }

  private static String counted(int ready) {
    return ready == 1 ? "one proxy" : ready + " proxies";
  }

  /** Whether something was told to be there. */
  public static boolean told(TenantControlPlane plane) {
    var was = was(plane);
    return was.coreDNS() != null
        || was.kubeProxy() != null
        || was.konnectivity() != null
        || was.tcpProxy() != null
        || installed(plane);
  }

  /** Rights of workers have no field of their own. */
  private static boolean installed(TenantControlPlane plane) {
    return plane.getStatus() != null
        && plane.getStatus().conditions().stream().anyMatch(one -> one.type().equals(INSTALLED));
  }

  /** Whether a proxy is ordered, or was told to be there. */
  public static boolean proxied(TenantControlPlane plane) {
    return InsideProxy.in(plane.getSpec()).isPresent() || was(plane).tcpProxy() != null;
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
            addons == null || addons.tcpProxy() == null ? null : proxy(was.tcpProxy(), at),
            null));
  }

  /** As it was told before. */
  public static Map<String, AddonsStatus> before(TenantControlPlane plane) {
    var was = was(plane);
    return status(
        new AddonsStatus(was.coreDNS(), was.kubeProxy(), was.konnectivity(), was.tcpProxy(), null));
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

  /** It has no rights, so there is no role to tell of. */
  private static TcpProxyStatus proxy(@Nullable TcpProxyStatus was, Instant now) {
    if (was != null && was.enabled()) {
      return was;
    }
    var written = new WrittenObject(Proxies.NAME, "kube-system", now);
    return new TcpProxyStatus(true, written, written, written, null, null);
  }

  /** An empty object would be stored as null, which the kind does not allow. */
  private static Map<String, AddonsStatus> status(AddonsStatus addons) {
    return addons.equals(NOTHING) ? Map.of() : Map.of("addons", addons);
  }
}
