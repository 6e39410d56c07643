package dev.butlerlabs.butler.ipam.announce;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.addons.HelmRelease;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.announce.plan.Use;
import dev.butlerlabs.butler.ipam.demand.Announced;
import dev.butlerlabs.butler.ipam.demand.DemandKinds;
import dev.butlerlabs.butler.ipam.demand.Inside;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kernel.Verdict;
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
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Keeps what the load balancer of a tenant announces in step with the claims of its cluster, and
 * tells claims when nobody there has their addresses any more.
 */
public final class AnnounceReconciler implements Reconciler<TenantCluster>, AutoCloseable {

  static final String ANNOUNCED = ConditionType.ADDRESSES_ANNOUNCED.wire();
  private static final String WITHDRAWN = ConditionType.WITHDRAWN.wire();
  private static final Kind<TenantAddon> ADDONS = Kind.of(TenantAddon.class);

  /** More pools than anybody writes by hand. */
  private static final int MOST = 200;

  /** Where no watch tells when something is over. */
  private static final Duration AGAIN = Duration.ofSeconds(10);

  private final KubernetesClient client;
  private final DemandKinds kinds;
  private final TenantClients clients;
  private final String preferred;
  private final Trigger news = new Trigger();
  private final TenantPatrols patrols;
  private final StatusWriter clusters;
  private final StatusWriter claims;

  /**
   * For one process.
   *
   * @param preferred which kubeconfig of a tenant's Secret leads there from here, if it is there
   * @param watching for the watches inside tenants
   */
  public AnnounceReconciler(
      KubernetesClient client,
      DemandKinds kinds,
      TenantClients clients,
      String preferred,
      ClientSettings watching,
      Timeline timeline) {
    this.client = client;
    this.kinds = kinds;
    this.clients = clients;
    this.preferred = preferred;
    this.patrols = new TenantPatrols(new Keep<>(_ -> true, MOST), watching, timeline, news);
    var manager = FieldManager.of("ipam-announce");
    this.clusters =
        new StatusWriter(
            client, new StatusShare(manager, Set.of(), Set.of(ANNOUNCED), false), timeline);
    this.claims =
        new StatusWriter(
            client, new StatusShare(manager, Set.of(), Set.of(WITHDRAWN), false), timeline);
  }

  /** Clusters, their claims, their load balancer, and news from inside them. */
  public Watches<TenantCluster> watches() {
    return Watches.on(kinds.clusters())
        .mapped(kinds.claims(), (claim, _) -> List.of(DemandKinds.clusterOf(claim)))
        .mapped(addons(), (addon, _) -> balances(addon) ? List.of(clusterOf(addon)) : List.of())
        .reading(kinds.providers())
        .indexed(kinds.claimsByCluster())
        .triggeredBy(news);
  }

  private Kind<TenantAddon> addons() {
    return kinds.namespace().isEmpty() ? ADDONS : ADDONS.in(kinds.namespace());
  }

  private static boolean balances(TenantAddon addon) {
    return MetalLb.ADDON.equals(addon.getSpec().addon());
  }

  private static ObjectKey clusterOf(TenantAddon addon) {
    return new ObjectKey(addon.getMetadata().getNamespace(), addon.getSpec().clusterRef().name());
  }

  @Override
  public Outcome reconcile(TenantCluster cluster, Context context) {
    var home = home(context);
    var leaving = Announced.leaving(cluster, kinds, context.cache());
    if (cluster.isMarkedForDeletion() || (home.isEmpty() && leaving.isEmpty())) {
      patrols.forget(context.key());
      return Outcome.settled();
    }
    var secret = Inside.kubeconfigSecret(cluster);
    if (secret.isEmpty()) {
      // Nobody was ever told what to announce.
      return Outcome.settled();
    }
    return switch (kubeconfig(secret.get())) {
      case Answer.Failed<byte[]>(var trouble) -> {
        tell(cluster, Verdict.unknown(ANNOUNCED, "NotLooked", trouble.problem().sentence()));
        yield Outcome.lookAgain(AGAIN);
      }
      case Answer.Done<byte[]>(var bytes) -> {
        var door = new Door(cluster, bytes, clients);
        yield home.isEmpty()
            ? withdraw(leaving, door)
            : announce(cluster, home.get(), leaving, door, context);
      }
    };
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    patrols.forget(key);
  }

  /** The namespace of the cluster's MetalLB, once it is installed. */
  private Optional<String> home(Context context) {
    return context.cache().list(addons(), context.key().namespace()).stream()
        .filter(addon -> balances(addon) && clusterOf(addon).equals(context.key()))
        .flatMap(addon -> Optional.ofNullable(addon.getStatus()).stream())
        .filter(status -> status.installedVersion() != null)
        .flatMap(status -> Optional.ofNullable(status.helmRelease()).stream())
        .map(HelmRelease::namespace)
        .findFirst();
  }

  private Answer<byte[]> kubeconfig(ObjectKey key) {
    var attempt = new Attempt("read the kubeconfig in", "Secret", key);
    return Asking.ask(
            attempt,
            () -> client.secrets().inNamespace(key.namespace()).withName(key.name()).require())
        .then(secret -> bytes(secret, attempt));
  }

  private Answer<byte[]> bytes(Secret secret, Attempt attempt) {
    return Inside.kubeconfigIn(secret, preferred)
        .map(Answer::done)
        .orElseGet(() -> Answer.failed(new Trouble.Invalid(attempt, "data", "it holds none")));
  }

  private Outcome announce(
      TenantCluster cluster,
      String home,
      List<Announced.Leaving> leaving,
      Door door,
      Context context) {
    var sight =
        patrols.look(
            door.tenant(), door.kubeconfig(), List.of(MetalLb.POOLS, MetalLb.ADVERTISEMENTS));
    return switch (sight) {
      case Sight.Opening<GenericKubernetesResource>() -> Outcome.settled();
      case Sight.Unseen<GenericKubernetesResource>(var problem) -> {
        tell(cluster, Verdict.unknown(ANNOUNCED, "TenantUnreachable", problem.sentence()));
        yield Outcome.settled();
      }
      case Sight.Seen<GenericKubernetesResource>(var seen) ->
          Announced.of(cluster, kinds, context.cache())
              .map(ranges -> project(cluster, home, ranges, seen, leaving, door))
              .orElseGet(Outcome::settled);
    };
  }

  private Outcome project(
      TenantCluster cluster,
      String home,
      List<AddressRange> ranges,
      List<GenericKubernetesResource> seen,
      List<Announced.Leaving> leaving,
      Door door) {
    var wanted = MetalLb.wanted(home, ranges);
    var missing =
        wanted.stream()
            .filter(one -> seen.stream().noneMatch(stored -> MetalLb.stands(stored, one)))
            .toList();
    var superfluous =
        seen.stream()
            .filter(MetalLb::ours)
            .filter(stored -> wanted.stream().noneMatch(one -> MetalLb.same(stored, one)))
            .toList();
    var trouble =
        (missing.isEmpty() ? Optional.<Trouble>empty() : door.write(missing))
            .or(() -> superfluous.stream().flatMap(one -> door.remove(one).stream()).findFirst());
    if (trouble.isPresent()) {
      var problem = trouble.get().problem();
      tell(cluster, Verdict.no(ANNOUNCED, trouble.get().reason(), problem.sentence()));
      return Outcome.failed(trouble.get().reason(), problem);
    }
    tell(cluster, told(ranges));
    return withdraw(leaving, door);
  }

  private static Verdict told(List<AddressRange> ranges) {
    return ranges.isEmpty()
        ? Verdict.yes(ANNOUNCED, "NoAddresses", "the cluster has no addresses to announce")
        : Verdict.yes(ANNOUNCED, "InStep", String.join(", ", MetalLb.texts(ranges)));
  }

  /** Says of each claim whether somebody there may still announce its addresses. */
  private Outcome withdraw(List<Announced.Leaving> leaving, Door door) {
    if (leaving.isEmpty()) {
      return Outcome.settled();
    }
    return switch (door.use()) {
      case Answer.Failed<Use>(var trouble) -> {
        leaving.forEach(
            one ->
                tell(one, Verdict.unknown(WITHDRAWN, "NotLooked", trouble.problem().sentence())));
        yield Outcome.lookAgain(AGAIN);
      }
      case Answer.Done<Use>(var use) -> {
        var all = true;
        for (var one : leaving) {
          var by = use.of(one.range());
          all &= by.isEmpty();
          tell(one, by.isEmpty() ? withdrawn(one) : inUse(one, by));
        }
        yield all ? Outcome.settled() : Outcome.lookAgain(AGAIN);
      }
    };
  }

  private static Verdict withdrawn(Announced.Leaving one) {
    return Verdict.yes(
        WITHDRAWN, "NotAnnounced", "nobody in the cluster has an address of " + one.range());
  }

  private static Verdict inUse(Announced.Leaving one, String by) {
    return Verdict.no(
        WITHDRAWN,
        "InUse",
        "%s still has an address of %s; it is looked at again, and goes on when that is changed"
            .formatted(by, one.range()));
  }

  private void tell(Announced.Leaving one, Verdict verdict) {
    claims.write(one.claim(), List.of(verdict), Map.of()).orElseThrow();
  }

  private void tell(TenantCluster cluster, Verdict verdict) {
    clusters.write(cluster, List.of(verdict), Map.of()).orElseThrow();
  }

  /** Called when it does not run any more. */
  @Override
  public void close() {
    patrols.close();
  }
}
