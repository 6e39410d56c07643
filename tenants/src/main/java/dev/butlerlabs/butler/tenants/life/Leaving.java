package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
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
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

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

  /** Asks Cluster API to take the cluster away. */
  Optional<Trouble> removeCluster(Place place, String name) {
    return delete(API, "Cluster", new ObjectKey(place.name(), name));
  }

  /**
   * Whether machines, or who could make some, are stored. The cache may be a little late, and what
   * is let go now cannot be taken back.
   */
  Answer<Boolean> machinesLeft(Place place) {
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

  /** Tells IPAM that no machine is left that could use an address of the cluster. */
  Optional<Trouble> letGo(TenantCluster cluster, Cache cache) {
    for (var claim : Sight.claims(cluster, cache)) {
      if (ours(claim, cluster) && !told(claim)) {
        var gone =
            Verdict.yes(
                GONE,
                "MachinesGone",
                "no machine of TenantCluster %s is left".formatted(LifeKinds.keyOf(cluster)));
        var answer = claims.write(claim, List.of(gone), Map.of());
        if (answer instanceof Answer.Failed<IPAllocation>(var trouble)
            && !(trouble instanceof Trouble.NotFound)) {
          return Optional.of(trouble);
        }
      }
    }
    return Optional.empty();
  }

  private static boolean ours(IPAllocation claim, TenantCluster cluster) {
    var uid = labels(claim).get(TENANT_UID);
    return uid == null || uid.equals(cluster.getMetadata().getUid());
  }

  private static boolean told(IPAllocation claim) {
    var status = claim.getStatus();
    return status != null
        && (status.phase() == IPAllocationStatus.Phase.RELEASED
            || new Conditions(status.conditions()).holds(GONE));
  }

  /** What stands outside of the cluster's namespace, as that says itself. */
  Optional<Trouble> removeElsewhere(Place place) {
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

  /** Takes the namespace away, if Butler made it. */
  Optional<Trouble> removeNamespace(Namespace namespace) {
    return remove(namespace);
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
