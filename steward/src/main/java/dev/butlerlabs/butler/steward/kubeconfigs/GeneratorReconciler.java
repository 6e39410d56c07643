package dev.butlerlabs.butler.steward.kubeconfigs;

import dev.butlerlabs.butler.api.steward.KubeconfigGenerator;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorStatus;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorStatus.Failure;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.inside.WayIn;
import dev.butlerlabs.butler.steward.kubeconfigs.plan.Selector;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Keeps a kubeconfig of one user for every control plane a generator selects. */
public final class GeneratorReconciler
    implements Reconciler<KubeconfigGenerator>, Cleaner<KubeconfigGenerator> {

  private static final String FINALIZER = "steward.butlerlabs.dev/kubeconfig-generator";
  private static final FieldManager MANAGER = FieldManager.of("steward-kubeconfigs");
  private static final Kind<KubeconfigGenerator> GENERATORS = Kind.of(KubeconfigGenerator.class);
  private static final Kind<TenantControlPlane> PLANES = Kind.of(TenantControlPlane.class);
  private static final Kind<Namespace> NAMESPACES = Kind.of(Namespace.class);

  private final KubernetesClient client;
  private final Applier applier;
  private final StatusWriter statuses;
  private final SecureRandom random = new SecureRandom();

  public GeneratorReconciler(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.applier = new Applier(client, MANAGER);
    var fields = Set.of("resources", "availableResources", "errors");
    this.statuses =
        new StatusWriter(client, new StatusShare(MANAGER, fields, Set.of(), false), clock);
  }

  public static Watches<KubeconfigGenerator> watches() {
    return Watches.on(GENERATORS)
        .mapped(PLANES, (_, cache) -> all(cache))
        .mapped(NAMESPACES, (_, cache) -> all(cache))
        .mapped(WayIn.SECRETS, (_, cache) -> all(cache))
        .mapped(
            Names.SECRETS,
            (secret, _) -> List.of(new ObjectKey("", Names.label(secret, Names.BY))));
  }

  private static Collection<ObjectKey> all(Cache cache) {
    return cache.list(GENERATORS).stream()
        .map(generator -> new ObjectKey("", generator.getMetadata().getName()))
        .toList();
  }

  @Override
  public String finalizer() {
    return FINALIZER;
  }

  @Override
  public Outcome reconcile(KubeconfigGenerator generator, Context context) {
    if (paused(generator)) {
      return Outcome.settled();
    }
    var failures = new ArrayList<Failure>();
    var troubles = new ArrayList<Trouble>();
    var next = Instant.MAX;
    var there = 0;
    var selected = selected(generator, context.cache(), failures);
    for (var plane : selected) {
      switch (new Work(client, applier, random, generator, plane, context).run()) {
        case Work.Result.There(var until) -> {
          there++;
          next = until.isBefore(next) ? until : next;
        }
        case Work.Result.Wrong(var message) -> failures.add(new Failure(nameOf(plane), message));
        case Work.Result.Failed(var trouble) -> {
          troubles.add(trouble);
          failures.add(new Failure(nameOf(plane), trouble.problem().sentence()));
        }
      }
    }
    removeOthers(generator, selected, context.cache()).ifPresent(troubles::add);
    var status = new KubeconfigGeneratorStatus(selected.size(), there, failures);
    if (statuses.write(generator, List.of(), status)
        instanceof Answer.Failed<KubeconfigGenerator>(var why)) {
      return why.outcome();
    }
    return troubles.isEmpty() ? at(next, context.now()) : troubles.getFirst().outcome();
  }

  private static Outcome at(Instant next, Instant now) {
    if (next.equals(Instant.MAX)) {
      return Outcome.settled();
    }
    var wait = Duration.between(now, next);
    return Outcome.lookAgain(wait.isNegative() ? Duration.ZERO : wait);
  }

  /** Sorted, so that the status does not change with the order of a cache. */
  private static List<TenantControlPlane> selected(
      KubeconfigGenerator generator, Cache cache, List<Failure> failures) {
    var spec = generator.getSpec();
    try {
      var namespaces = new HashSet<String>();
      cache.list(NAMESPACES).stream()
          .filter(one -> Selector.matches(spec.namespaceSelector(), one.getMetadata().getLabels()))
          .forEach(one -> namespaces.add(one.getMetadata().getName()));
      return cache.list(PLANES).stream()
          .filter(plane -> namespaces.contains(plane.getMetadata().getNamespace()))
          .filter(plane -> plane.getMetadata().getDeletionTimestamp() == null)
          .filter(
              plane ->
                  Selector.matches(
                      spec.tenantControlPlaneSelector(), plane.getMetadata().getLabels()))
          .sorted(Comparator.comparing(GeneratorReconciler::nameOf))
          .toList();
    } catch (IllegalArgumentException wrong) {
      failures.add(new Failure("", "a selector cannot be read: " + wrong.getMessage()));
      return List.of();
    }
  }

  /** Those of control planes that are not selected any more. */
  private Optional<Trouble> removeOthers(
      KubeconfigGenerator generator, List<TenantControlPlane> selected, Cache cache) {
    var wanted = new HashSet<ObjectKey>();
    selected.forEach(
        plane ->
            wanted.add(
                new ObjectKey(plane.getMetadata().getNamespace(), Names.secret(plane, generator))));
    return cache.list(Names.SECRETS).stream()
        .filter(secret -> Names.madeBy(secret, generator))
        .filter(secret -> !wanted.contains(keyOf(secret)))
        .flatMap(secret -> remove(secret).stream())
        .findFirst();
  }

  private Optional<Trouble> remove(Secret secret) {
    return applier.remove(secret) instanceof Answer.Failed<Boolean>(var why)
        ? Optional.of(why)
        : Optional.empty();
  }

  /** Asks what is stored: one that is overlooked would let its user in for a year. */
  @Override
  public Cleanup cleanup(KubeconfigGenerator generator, Context context) {
    var name = generator.getMetadata().getName();
    var found =
        Asking.ask(
            new Attempt("list", "Secret", new ObjectKey("", name)),
            () -> client.secrets().inAnyNamespace().withLabel(Names.BY, name).list().getItems());
    return switch (found) {
      case Answer.Failed<List<Secret>>(var why) -> Cleanup.unfinished(why.outcome());
      case Answer.Done<List<Secret>>(var secrets) ->
          secrets.stream()
              .filter(secret -> Names.madeBy(secret, generator))
              .flatMap(secret -> remove(secret).stream())
              .findFirst()
              .map(why -> Cleanup.unfinished(why.outcome()))
              .orElseGet(Cleanup::done);
    };
  }

  private static boolean paused(KubeconfigGenerator generator) {
    var annotations = generator.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(Marks.PAUSED);
  }

  private static ObjectKey keyOf(HasMetadata object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  private static String nameOf(HasMetadata object) {
    return object.getMetadata().getNamespace() + "/" + object.getMetadata().getName();
  }
}
