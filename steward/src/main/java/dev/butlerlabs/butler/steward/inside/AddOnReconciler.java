package dev.butlerlabs.butler.steward.inside;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.tenant.Keep;
import dev.butlerlabs.butler.kube.tenant.Sight;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantPatrols;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.inside.plan.AddOnStatus;
import dev.butlerlabs.butler.steward.inside.plan.AddOns;
import dev.butlerlabs.butler.steward.inside.plan.ProxyKeys;
import dev.butlerlabs.butler.steward.inside.plan.ProxySlices;
import dev.butlerlabs.butler.steward.inside.plan.Surroundings;
import dev.butlerlabs.butler.steward.plane.plan.InsideProxy;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.versions.Releases;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Keeps add-ons inside tenants as they were ordered, whoever changes them there. */
public final class AddOnReconciler implements Reconciler<TenantControlPlane>, AutoCloseable {

  private static final StatusShare SHARE =
      new StatusShare(
          FieldManager.of("steward-add-ons-status"),
          Set.of("addons.coreDNS", "addons.kubeProxy", "addons.konnectivity", "addons.tcpProxy"),
          Set.of(AddOnStatus.INSTALLED, AddOnStatus.PROXY_SERVING),
          false);

  /** What we wrote is seen a moment later; until then it is not written again. */
  private static final Duration ECHO = Duration.ofSeconds(2);

  private final TenantClients tenants;
  private final TenantPatrols patrols;
  private final StatusWriter statuses;
  private final Releases releases;
  private final String tenantKey;
  private final Trigger news = new Trigger();
  private final Map<ObjectKey, Written> lately = new ConcurrentHashMap<>();

  private record Written(List<HasMetadata> objects, Instant at) {}

  /**
   * Looks into no tenant yet.
   *
   * @param tenantKey which kubeconfig of the admin Secret leads to tenants from here
   */
  public AddOnReconciler(
      KubernetesClient client,
      Timeline timeline,
      TenantClients tenants,
      ClientSettings watching,
      String tenantKey) {
    this.tenants = tenants;
    this.patrols = new TenantPatrols(new Keep<>(AddOns::known, 50), watching, timeline, news);
    this.statuses = new StatusWriter(client, SHARE, timeline);
    this.releases = Releases.bundled();
    this.tenantKey = tenantKey;
  }

  public Watches<TenantControlPlane> watches() {
    return Watches.on(Kind.of(TenantControlPlane.class)).owned(WayIn.SECRETS).triggeredBy(news);
  }

  @Override
  public Outcome reconcile(TenantControlPlane plane, Context context) {
    var way = WayIn.find(plane, tenantKey, context.cache());
    var around = surroundings(plane, context.cache());
    if (way.isEmpty() || around.isEmpty()) {
      patrols.forget(context.key());
      return Outcome.settled();
    }
    var wanted = AddOns.objects(around.get());
    if (wanted.isEmpty() && !AddOnStatus.told(plane)) {
      patrols.forget(context.key());
      return Outcome.settled();
    }
    if (around.get().awaitsProxyKeys()) {
      var cause =
          new Cause(
              "CertificatePending",
              "the proxy has no certificate yet",
              "it is made with the control plane's other keys",
              "");
      return tell(plane, context, List.of(AddOnStatus.not(cause)), false, Outcome.settled());
    }
    var kinds = new AddOnObjects(uid(plane), wanted, AddOnStatus.proxied(plane)).kinds();
    return switch (patrols.look(way.get().tenant(), way.get().kubeconfig(), kinds)) {
      case Sight.Opening<?> _ -> Outcome.settled();
      case Sight.Unseen<?>(var problem) -> {
        var cause = new Cause("TenantSilent", problem.sentence(), "it is tried again", "");
        yield tell(plane, context, List.of(AddOnStatus.not(cause)), false, Outcome.settled());
      }
      case Sight.Seen<? extends HasMetadata>(var found) -> {
        var proxies = ProxySlices.among(found);
        var objects = AddOns.objects(around.get(), proxies);
        var inside = new AddOnObjects(uid(plane), objects, AddOnStatus.proxied(plane));
        var verdicts = verdicts(around.get(), proxies, inside);
        yield inside.standAs(found)
            ? installed(plane, context, verdicts)
            : write(plane, context, way.get(), inside, verdicts);
      }
    };
  }

  private static String uid(TenantControlPlane plane) {
    return plane.getMetadata().getUid();
  }

  /** What is told when all stands as it shall; nothing when nothing shall. */
  private static List<Verdict> verdicts(
      Surroundings around, ProxySlices proxies, AddOnObjects inside) {
    if (inside.none()) {
      return List.of();
    }
    return around.addons().tcpProxy() == null
        ? List.of(AddOnStatus.yes())
        : List.of(AddOnStatus.yes(), AddOnStatus.proxies(proxies.ready(around)));
  }

  /** A spec that cannot be read is told by whoever makes the control plane. */
  private Optional<Surroundings> surroundings(TenantControlPlane plane, Cache cache) {
    try {
      return Surroundings.of(plane, releases)
          .map(
              around ->
                  ProxyKeys.of(secret(plane, Part.TCP_PROXY, cache), secret(plane, Part.CA, cache))
                      .filter(_ -> InsideProxy.ends(plane.getSpec()))
                      .map(around::with)
                      .orElse(around));
    } catch (IllegalArgumentException wrong) {
      return Optional.empty();
    }
  }

  private static @Nullable Secret secret(TenantControlPlane plane, Part part, Cache cache) {
    var metadata = plane.getMetadata();
    var key = new ObjectKey(metadata.getNamespace(), part.secretOf(metadata.getName()));
    return cache.find(WayIn.SECRETS, key).orElse(null);
  }

  private Outcome write(
      TenantControlPlane plane,
      Context context,
      WayIn way,
      AddOnObjects inside,
      List<Verdict> verdicts) {
    var echo = lately.get(context.key());
    if (echo != null
        && echo.objects().equals(inside.wanted())
        && context.now().isBefore(echo.at().plus(ECHO))) {
      return Outcome.lookAgain(ECHO);
    }
    return switch (tenants.call(way.tenant(), way.kubeconfig(), inside::write)) {
      case Answer.Done<Boolean> _ -> {
        lately.put(context.key(), new Written(inside.wanted(), context.now()));
        yield installed(plane, context, verdicts);
      }
      case Answer.Failed<Boolean>(var why) -> {
        var cause =
            new Cause(
                why.reason(),
                "inside the tenant: " + why.problem().subject() + ": " + why.detail(),
                "it is tried again",
                "");
        yield tell(plane, context, List.of(AddOnStatus.not(cause)), false, comeBack(why));
      }
    };
  }

  private static Outcome comeBack(Trouble why) {
    return why.retryAfter().isPositive() ? Outcome.lookAgain(why.retryAfter()) : why.outcome();
  }

  private Outcome installed(TenantControlPlane plane, Context context, List<Verdict> verdicts) {
    var outcome = tell(plane, context, verdicts, true, Outcome.settled());
    if (verdicts.isEmpty() && outcome instanceof Outcome.Settled) {
      patrols.forget(context.key());
    }
    return outcome;
  }

  private Outcome tell(
      TenantControlPlane plane,
      Context context,
      List<Verdict> verdicts,
      boolean done,
      Outcome then) {
    var fields = done ? AddOnStatus.of(plane, context.now()) : AddOnStatus.before(plane);
    return statuses.write(plane, verdicts, fields)
            instanceof Answer.Failed<TenantControlPlane>(var why)
        ? why.outcome()
        : then;
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    lately.remove(key);
    patrols.forget(key);
  }

  /** How many tenants are watched. */
  public int watched() {
    return patrols.count();
  }

  @Override
  public void close() {
    patrols.close();
  }
}
