package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.life.Addresses.Holder;
import dev.butlerlabs.butler.tenants.objects.plan.Kept;
import dev.butlerlabs.butler.tenants.objects.plan.Marks;
import dev.butlerlabs.butler.tenants.objects.plan.Place;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** The steps by which a cluster is taken away. Each may be taken again. */
final class Leaving {

  private static final String API = "cluster.x-k8s.io/v1beta2";

  private final KubernetesClient client;
  private final Applier applier;
  private final Addresses addresses;

  Leaving(KubernetesClient client, Applier applier, Addresses addresses) {
    this.client = client;
    this.applier = applier;
    this.addresses = addresses;
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
          addresses
              .letGo(holder, cache)
              .or(() -> removeElsewhere(place))
              .or(() -> place.kept().flatMap(kept -> removeRecord(kept.cluster(), place)))
              .or(() -> place.seen().flatMap(this::remove));
    };
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
    Answer<HasMetadata> found =
        Asking.ask(new Attempt("read", kind, key), () -> find(api, kind, key));
    return switch (found) {
      case Answer.Failed<HasMetadata>(Trouble.NotFound _) -> Optional.empty();
      case Answer.Failed<HasMetadata>(var trouble) -> Optional.of(trouble);
      case Answer.Done<HasMetadata>(var stored) when !sameSource(stored, place) -> Optional.empty();
      case Answer.Done<HasMetadata>(var stored) -> remove(stored);
    };
  }

  /** Kubernetes' own kinds have to be asked for as what they are. */
  private HasMetadata find(String api, String kind, ObjectKey key) {
    if (api.equals("v1") && kind.equals("Secret")) {
      return client.secrets().inNamespace(key.namespace()).withName(key.name()).require();
    }
    var all = client.genericKubernetesResources(api, kind);
    return key.namespace().isEmpty()
        ? all.withName(key.name()).require()
        : all.inNamespace(key.namespace()).withName(key.name()).require();
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
    var key = new ObjectKey(cluster.namespace(), Keeper.recordOf(place));
    return unlessGone(
        Asking.ask(
            new Attempt("remove", "ConfigMap", key),
            () -> client.configMaps().inNamespace(key.namespace()).withName(key.name()).delete()));
  }

  private Optional<Trouble> remove(HasMetadata stored) {
    return applier.remove(stored) instanceof Answer.Failed<Boolean>(var trouble)
        ? Optional.of(trouble)
        : Optional.empty();
  }

  private Optional<Trouble> delete(String api, String kind, ObjectKey key) {
    return unlessGone(
        Asking.ask(
            new Attempt("remove", kind, key),
            () ->
                client
                    .genericKubernetesResources(api, kind)
                    .inNamespace(key.namespace())
                    .withName(key.name())
                    .delete()));
  }

  private static Optional<Trouble> unlessGone(Answer<?> answer) {
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
