package dev.butlerlabs.butler.ipam.demand;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.ipam.address.Family;
import dev.butlerlabs.butler.ipam.demand.plan.Claim;
import dev.butlerlabs.butler.ipam.demand.plan.Demand;
import dev.butlerlabs.butler.ipam.demand.plan.ServiceDemand;
import dev.butlerlabs.butler.ipam.demand.plan.Verdicts;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.tenant.Sight;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantWatches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Base64;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/** Looks into tenants: which Services there need addresses. */
public final class Inside {

  /** Where kubeconfigs stand in their Secrets, the most usual first. */
  private static final List<String> KEYS = List.of("value", "kubeconfig", "admin.conf");

  /** After trouble, unless the tenant rests for longer. */
  private static final Duration AGAIN = Duration.ofSeconds(10);

  private static final String UNREACHABLE = "TenantUnreachable";
  private static final String TYPE = "spec.type";
  private static final String LOAD_BALANCER = "LoadBalancer";

  private final TenantWatches<Service> watches;
  private final TenantClients clients;
  private final String preferred;
  private final String namespace;

  /**
   * Looks at all of each tenant.
   *
   * @param preferred which kubeconfig of the Secret leads there from here, if it is there; whoever
   *     shares the clients prefers the same, or each would end the client of the other
   */
  public Inside(TenantWatches<Service> watches, TenantClients clients, String preferred) {
    this(watches, clients, preferred, "");
  }

  /**
   * Looks at a part of each tenant only.
   *
   * @param namespace the only namespace that is looked at, {@code ""} for all
   */
  Inside(
      TenantWatches<Service> watches, TenantClients clients, String preferred, String namespace) {
    this.watches = watches;
    this.clients = clients;
    this.preferred = preferred;
    this.namespace = namespace;
  }

  /** What is watched in a tenant: its LoadBalancer Services, or all where those cannot be named. */
  public static List<TenantWatches.Selection<Service>> selections() {
    return List.of(
        client -> client.services().inAnyNamespace().withField(TYPE, LOAD_BALANCER),
        client -> client.services().inAnyNamespace());
  }

  /** The Secret with the kubeconfig, while it is worth a watch. */
  static Optional<Kind<Secret>> kubeconfig(TenantCluster cluster) {
    var conditions =
        new Conditions(
            Optional.ofNullable(cluster.getStatus())
                .map(TenantClusterStatus::conditions)
                .orElse(List.of()));
    return conditions
        .find(Verdicts.CAPACITY)
        .filter(told -> !told.reason().equals(Verdicts.FIXED_BLOCK))
        .flatMap(_ -> kubeconfigSecret(cluster))
        .map(key -> Kind.of(Secret.class).in(key.namespace()).named(key.name()));
  }

  /** Where the kubeconfig of a cluster is told to stand. */
  public static Optional<ObjectKey> kubeconfigSecret(TenantCluster cluster) {
    var status = Optional.ofNullable(cluster.getStatus());
    var namespace = status.map(TenantClusterStatus::tenantNamespace);
    var name = status.map(TenantClusterStatus::kubeconfigSecretRef).map(LocalRef::name);
    return namespace.flatMap(there -> name.map(called -> new ObjectKey(there, called)));
  }

  /** The demand as the watch has it; the watch is opened if need be. */
  Demand look(TenantCluster cluster, List<Claim> claims, List<Family> families, Cache cache) {
    return switch (credentials(cluster, cache)) {
      case Missing(var unknown) -> unknown;
      case Found found ->
          switch (watches.look(tenant(cluster), found.bytes)) {
            case Sight.Opening<Service>() ->
                new Demand.Unknown(
                    Verdicts.LOOKING, "the Services of the cluster are being listed");
            case Sight.Unseen<Service>(var problem) -> unreachable(problem);
            case Sight.Seen<Service>(var services) -> demand(services, claims, families);
          };
    };
  }

  /** The demand as it is right now: asked before anything is done about it. */
  Demand lookClosely(
      TenantCluster cluster, List<Claim> claims, List<Family> families, Cache cache) {
    return switch (credentials(cluster, cache)) {
      case Missing(var unknown) -> unknown;
      case Found found ->
          switch (clients.call(tenant(cluster), found.bytes, client -> list(client, cluster))) {
            case Answer.Failed<List<Service>>(Trouble.Busy busy) ->
                new Demand.Unknown("TenantBusy", busy.problem().sentence(), busy.retryAfter());
            case Answer.Failed<List<Service>>(var trouble) -> silent(trouble);
            case Answer.Done<List<Service>>(var services) -> demand(services, claims, families);
          };
    };
  }

  /** Does something in the tenant; trouble there is for whoever asks. */
  <R> Optional<R> visit(TenantCluster cluster, Cache cache, Function<KubernetesClient, R> work) {
    return credentials(cluster, cache) instanceof Found found
            && clients.call(tenant(cluster), found.bytes, client -> Answer.done(work.apply(client)))
                instanceof Answer.Done<R>(var result)
        ? Optional.of(result)
        : Optional.empty();
  }

  /** Nothing depends on the tenant's Services any more. */
  void leave(ObjectKey cluster) {
    watches.forget(cluster);
  }

  private sealed interface Credentials {}

  /** Not a record: those show what they hold. */
  private static final class Found implements Credentials {
    private final byte[] bytes;

    private Found(byte[] bytes) {
      this.bytes = bytes;
    }
  }

  private record Missing(Demand.Unknown unknown) implements Credentials {}

  private Credentials credentials(TenantCluster cluster, Cache cache) {
    var kind = kubeconfig(cluster);
    if (kind.isEmpty()) {
      return new Missing(
          new Demand.Unknown(
              "TenantNotReady",
              "the cluster has no kubeconfig yet, so its Services cannot be looked at"));
    }
    var key = new ObjectKey(kind.get().namespace(), kind.get().name());
    return cache
        .find(kind.get(), key)
        .flatMap(secret -> kubeconfigIn(secret, preferred))
        .<Credentials>map(Found::new)
        .orElseGet(
            () ->
                new Missing(
                    new Demand.Unknown(
                        "TenantNotReady",
                        "Secret "
                            + key
                            + " holds no kubeconfig, so the Services of the cluster cannot be looked"
                            + " at")));
  }

  /** The kubeconfig that a Secret holds: the preferred one, or under whichever key there is. */
  public static Optional<byte[]> kubeconfigIn(Secret secret, String preferred) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    var only = data.size() == 1 ? data.values().stream() : Stream.<String>empty();
    var known = Stream.concat(Stream.of(preferred), KEYS.stream());
    return Stream.concat(known.map(data::get).filter(Objects::nonNull), only)
        .map(text -> Base64.getDecoder().decode(text.getBytes(UTF_8)))
        .findFirst();
  }

  private static Tenant tenant(TenantCluster cluster) {
    return new Tenant(DemandKinds.keyOf(cluster), cluster.getMetadata().getUid());
  }

  private Answer<List<Service>> list(KubernetesClient client, TenantCluster cluster) {
    var attempt = new Attempt("list Services of", "TenantCluster", DemandKinds.keyOf(cluster));
    var all = client.services();
    var some = namespace.isEmpty() ? all.inAnyNamespace() : all.inNamespace(namespace);
    return Asking.ask(attempt, () -> some.list().getItems());
  }

  private static Demand unreachable(Problem problem) {
    return new Demand.Unknown(UNREACHABLE, problem.sentence());
  }

  /** The watch may notice nothing of it, and then no news tell that it is over. */
  private static Demand silent(Trouble trouble) {
    var rest = trouble.retryAfter();
    return new Demand.Unknown(
        UNREACHABLE, trouble.problem().sentence(), rest.compareTo(AGAIN) < 0 ? AGAIN : rest);
  }

  private static Demand demand(List<Service> services, List<Claim> claims, List<Family> families) {
    Set<Family> served = EnumSet.noneOf(Family.class);
    served.addAll(families);
    return ServiceDemand.of(services, claims, served);
  }
}
