package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.DeletionGrace;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.objects.plan.Kept;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The steps by which a cluster is taken away. Each may be taken again. */
final class Leaving {

  private static final String API = "cluster.x-k8s.io/v1beta2";
  private static final String TENANT_UID = "butler.butlerlabs.dev/tenant-uid";
  private static final String GONE = ConditionType.HOLDER_GONE.wire();
  private static final StatusShare SHARE =
      new StatusShare(FieldManager.of(Marks.TENANTS), Set.of(), Set.of(GONE), false);

  private final KubernetesClient client;
  private final Applier applier;
  private final StatusWriter claims;

  Leaving(KubernetesClient client, Applier applier, InstantSource clock) {
    this.client = client;
    this.applier = applier;
    this.claims = new StatusWriter(client, SHARE, clock);
  }

  /**
   * Whose addresses are spoken of.
   *
   * @param alone nobody else of that name can be: claims that name no UID are its own, too
   */
  record Holder(ObjectKey key, String uid, boolean alone) {

    static Holder of(TenantCluster cluster) {
      return new Holder(LifeKinds.keyOf(cluster), cluster.getMetadata().getUid(), true);
    }

    private boolean has(IPAllocation claim) {
      var named = labels(claim).get(TENANT_UID);
      return named == null ? alone : named.equals(uid);
    }
  }

  /** Asks Cluster API to take the cluster away. */
  Optional<Trouble> removeCluster(Place place, String name) {
    return delete(API, "Cluster", new ObjectKey(place.name(), name));
  }

  /**
   * Whether machines, or who could make some, are stored. The cache may be a little late, and what
   * is let go now cannot be taken back.
   */
  private Answer<Boolean> machinesLeft(Place place) {
    return left("Cluster", place)
        .then(some -> some ? Answer.done(true) : left("MachineDeployment", place))
        .then(some -> some ? Answer.done(true) : left("Machine", place));
  }

  /** Whether a namespace of the cluster is stored, which the cache may not know yet. */
  Answer<Boolean> placeLeft(TenantCluster cluster) {
    var key = LifeKinds.keyOf(cluster);
    return Asking.ask(
        new Attempt("list", "Namespace", ObjectKey.cluster("*")),
        () ->
            client
                .namespaces()
                .withLabel(Labels.SOURCE_NAMESPACE, key.namespace())
                .withLabel(Labels.SOURCE_NAME, key.name())
                .withLabel(Marks.APPLIED_BY, Marks.TENANTS)
                .list()
                .getItems()
                .stream()
                .filter(one -> Kept.of(one).isEmpty())
                .anyMatch(one -> one.getMetadata().getDeletionTimestamp() == null));
  }

  private Answer<Boolean> left(String kind, Place place) {
    return Asking.ask(
        new Attempt("list", kind, new ObjectKey(place.name(), "*")),
        () ->
            !client
                .genericKubernetesResources(API, kind)
                .inNamespace(place.name())
                .list()
                .getItems()
                .isEmpty());
  }

  /** Addresses, what stands elsewhere and the namespace go, once no machine is left. */
  Optional<Trouble> removeRest(Holder holder, Place place, Cache cache) {
    return switch (machinesLeft(place)) {
      case Answer.Failed<Boolean>(var trouble) -> Optional.of(trouble);
      // The cache is late; its news bring us here again.
      case Answer.Done<Boolean>(var some) when some -> Optional.empty();
      case Answer.Done<Boolean> _ ->
          letGo(holder, cache)
              .or(() -> removeElsewhere(place))
              .or(() -> place.kept().flatMap(kept -> removeRecord(kept.cluster(), place)))
              .or(() -> place.seen().flatMap(this::remove));
    };
  }

  /** Tells IPAM that no machine is left that could use an address of the cluster. */
  Optional<Trouble> letGo(Holder holder, Cache cache) {
    var gone =
        Verdict.yes(
            GONE, "MachinesGone", "no machine of TenantCluster %s is left".formatted(holder.key()));
    return tell(holder, cache, claim -> !told(claim), List.of(gone));
  }

  /** Tells IPAM that whoever holds addresses may come back. */
  Optional<Trouble> keep(Holder holder, Instant until, Cache cache) {
    var kept =
        Verdict.no(
            GONE,
            DeletionGrace.KEPT,
            "TenantCluster %s was deleted and can be had back until %s"
                .formatted(holder.key(), until));
    return tell(holder, cache, claim -> !told(claim), List.of(kept));
  }

  /** Takes that back, when it has come. */
  Optional<Trouble> hold(Holder holder, Cache cache) {
    return tell(
        holder,
        cache,
        claim ->
            conditions(claim).find(GONE).filter(one -> one.status() == Truth.FALSE).isPresent(),
        List.of());
  }

  private Optional<Trouble> tell(
      Holder holder, Cache cache, Predicate<IPAllocation> which, List<Verdict> verdicts) {
    for (var claim : Sight.claims(holder.key(), cache)) {
      if (holder.has(claim) && which.test(claim)) {
        var answer = claims.write(claim, verdicts, Map.of());
        if (answer instanceof Answer.Failed<IPAllocation>(var trouble)
            && !(trouble instanceof Trouble.NotFound)) {
          return Optional.of(trouble);
        }
      }
    }
    return Optional.empty();
  }

  private static Conditions conditions(IPAllocation claim) {
    var status = claim.getStatus();
    return status == null ? Conditions.none() : new Conditions(status.conditions());
  }

  private static boolean told(IPAllocation claim) {
    var status = claim.getStatus();
    return conditions(claim).holds(GONE)
        || (status != null && status.phase() == IPAllocationStatus.Phase.RELEASED);
  }

  /** What stands outside of the cluster's namespace, as that says itself. */
  private Optional<Trouble> removeElsewhere(Place place) {
    var lines =
        place.seen().stream()
            .flatMap(namespace -> annotation(namespace).lines())
            .map(line -> line.split(" ", -1))
            .filter(words -> words.length == 3)
            .toList();
    for (var words : lines) {
      var slash = words[2].indexOf('/');
      var key = new ObjectKey(words[2].substring(0, slash), words[2].substring(slash + 1));
      var trouble = removeOurs(words[0], words[1], key, place);
      if (trouble.isPresent()) {
        return trouble;
      }
    }
    return Optional.empty();
  }

  private Optional<Trouble> removeOurs(String api, String kind, ObjectKey key, Place place) {
    var all = client.genericKubernetesResources(api, kind);
    var one =
        key.namespace().isEmpty()
            ? all.withName(key.name())
            : all.inNamespace(key.namespace()).withName(key.name());
    var found = Asking.ask(new Attempt("read", kind, key), one::require);
    return switch (found) {
      case Answer.Failed<GenericKubernetesResource>(Trouble.NotFound _) -> Optional.empty();
      case Answer.Failed<GenericKubernetesResource>(var trouble) -> Optional.of(trouble);
      case Answer.Done<GenericKubernetesResource>(var stored) when !sameSource(stored, place) ->
          Optional.empty();
      case Answer.Done<GenericKubernetesResource>(var stored) -> remove(stored);
    };
  }

  private static boolean sameSource(HasMetadata stored, Place place) {
    var there = place.seen().map(Leaving::labels).orElse(Map.of());
    return Marks.TENANTS.equals(labels(stored).get(Marks.APPLIED_BY))
        && Objects.equals(labels(stored).get(Labels.SOURCE_NAME), there.get(Labels.SOURCE_NAME))
        && Objects.equals(
            labels(stored).get(Labels.SOURCE_NAMESPACE), there.get(Labels.SOURCE_NAMESPACE));
  }

  /** What was written down about a deleted cluster. */
  Optional<Trouble> removeRecord(ObjectKey cluster, Place place) {
    return delete("v1", "ConfigMap", new ObjectKey(cluster.namespace(), Keeper.recordOf(place)));
  }

  private Optional<Trouble> remove(HasMetadata stored) {
    return applier.remove(stored) instanceof Answer.Failed<Boolean>(var trouble)
        ? Optional.of(trouble)
        : Optional.empty();
  }

  private Optional<Trouble> delete(String api, String kind, ObjectKey key) {
    var answer =
        Asking.ask(
            new Attempt("remove", kind, key),
            () ->
                client
                    .genericKubernetesResources(api, kind)
                    .inNamespace(key.namespace())
                    .withName(key.name())
                    .delete());
    return answer instanceof Answer.Failed<?>(var trouble) && !(trouble instanceof Trouble.NotFound)
        ? Optional.of(trouble)
        : Optional.empty();
  }

  private static String annotation(Namespace namespace) {
    return Objects.requireNonNullElse(
            namespace.getMetadata().getAnnotations(), Map.<String, String>of())
        .getOrDefault(Marks.ELSEWHERE, "");
  }

  private static Map<String, String> labels(HasMetadata object) {
    return Objects.requireNonNullElse(object.getMetadata().getLabels(), Map.of());
  }
}
