package dev.butlerlabs.butler.tenants.drain;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.tenants.drain.plan.DrainPolicy;
import dev.butlerlabs.butler.tenants.drain.plan.Remains;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceQuotaBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One turn inside of a cluster: asks what is to go to go, and looks what is left. A turn may be
 * broken off anywhere and taken again.
 */
record Inside(KubernetesClient client, DrainPolicy policy) {

  private static final FieldManager MANAGER = FieldManager.of("tenant-drain");
  private static final String QUOTA = "butler-deletion";

  Answer<Remains> clear() {
    return switch (policy) {
      case NONE -> Answer.done(new Remains(List.of()));
      case LOAD_BALANCERS -> balancers().map(Remains::new);
      case VOLUMES ->
          balancers().then(some -> volumes().map(more -> new Remains(joined(some, more))));
    };
  }

  private Answer<List<String>> balancers() {
    return list(
            "Service",
            () ->
                client
                    .services()
                    .inAnyNamespace()
                    .withField("spec.type", "LoadBalancer")
                    .list()
                    .getItems())
        .then(
            found ->
                noMore(found, "services.loadbalancers")
                    .then(_ -> remove(found))
                    .map(_ -> found.stream().map(Inside::name).toList()));
  }

  /** A volume goes when nobody holds a claim to it, and a claim when no pod that runs uses it. */
  private Answer<List<String>> volumes() {
    return list(
            "PersistentVolumeClaim",
            () -> client.persistentVolumeClaims().inAnyNamespace().list().getItems())
        .then(
            claims ->
                noMore(claims, "persistentvolumeclaims")
                    .then(_ -> remove(claims))
                    .then(_ -> claims.isEmpty() ? Answer.done(true) : removeUsers(claims))
                    .then(_ -> disks())
                    .map(disks -> joined(claims.stream().map(Inside::name).toList(), disks)));
  }

  private Answer<Boolean> removeUsers(Collection<? extends HasMetadata> claims) {
    var keys = claims.stream().map(Inside::key).collect(Collectors.toSet());
    return list("Pod", () -> client.pods().inAnyNamespace().list().getItems())
        .then(pods -> remove(pods.stream().filter(pod -> uses(pod, keys)).toList()));
  }

  private static boolean uses(Pod pod, Set<ObjectKey> claims) {
    return pod.getSpec().getVolumes().stream()
        .flatMap(volume -> Stream.ofNullable(volume.getPersistentVolumeClaim()))
        .map(claim -> new ObjectKey(pod.getMetadata().getNamespace(), claim.getClaimName()))
        .anyMatch(claims::contains);
  }

  /** Volumes that go with their claims; those that are to be retained stay whatever happens. */
  private Answer<List<String>> disks() {
    return list("PersistentVolume", () -> client.persistentVolumes().list().getItems())
        .map(
            found ->
                found.stream()
                    .filter(
                        one -> "Delete".equals(one.getSpec().getPersistentVolumeReclaimPolicy()))
                    .filter(one -> one.getSpec().getClaimRef() != null)
                    .map(one -> name(one) + problem(one))
                    .toList());
  }

  private static String problem(PersistentVolume volume) {
    return Optional.ofNullable(volume.getStatus())
        .map(status -> status.getMessage())
        .filter(text -> !text.isBlank())
        .map(" (%s)"::formatted)
        .orElse("");
  }

  /**
   * Whoever makes such things anew, as a controller that follows a repository does, is refused. It
   * is a help and no condition: where somebody's own rules allow no such quota, things go all the
   * same.
   */
  private Answer<Boolean> noMore(Collection<? extends HasMetadata> found, String counted) {
    var namespaces = new LinkedHashSet<String>();
    found.forEach(one -> namespaces.add(one.getMetadata().getNamespace()));
    var applier = new Applier(client, MANAGER);
    Answer<Boolean> all = Answer.done(true);
    for (var namespace : namespaces) {
      var quota =
          new ResourceQuotaBuilder()
              .withNewMetadata()
              .withNamespace(namespace)
              .withName(QUOTA + "-" + counted.replaceAll("\\W", "-"))
              .endMetadata()
              .withNewSpec()
              .withHard(Map.of(counted, new Quantity("0")))
              .endSpec()
              .build();
      all = all.then(_ -> unlessSilent(applier.apply(quota)));
    }
    return all;
  }

  private Answer<Boolean> remove(Collection<? extends HasMetadata> found) {
    Answer<Boolean> all = Answer.done(true);
    for (var one : found) {
      if (one.getMetadata().getDeletionTimestamp() == null) {
        all =
            all.then(
                _ ->
                    unlessSilent(
                        Asking.ask(
                            Attempt.to("remove", one), () -> client.resource(one).delete())));
      }
    }
    return all;
  }

  /**
   * What is refused for one thing keeps no other one: it is still there at the next look and is
   * named. Only without an answer there is no point in going on.
   */
  private static Answer<Boolean> unlessSilent(Answer<?> answer) {
    return answer instanceof Answer.Failed<?>(Trouble.Unreachable silent)
        ? Answer.failed(silent)
        : Answer.done(true);
  }

  private static <T> Answer<List<T>> list(String kind, Supplier<List<T>> question) {
    return Asking.ask(new Attempt("list", kind, ObjectKey.cluster("*")), question);
  }

  private static List<String> joined(List<String> some, List<String> more) {
    var all = new ArrayList<>(some);
    all.addAll(more);
    return all;
  }

  private static ObjectKey key(HasMetadata one) {
    return new ObjectKey(
        Objects.requireNonNullElse(one.getMetadata().getNamespace(), ""),
        one.getMetadata().getName());
  }

  private static String name(HasMetadata one) {
    return one.getKind() + " " + key(one);
  }
}
