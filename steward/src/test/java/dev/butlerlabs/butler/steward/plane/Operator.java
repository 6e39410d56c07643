package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The reconciler run by hand, with a cache that is always up to date. */
final class Operator {

  static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");

  private final KubernetesClient reader;
  private final KubernetesClient writer;
  private final TenantControlPlaneReconciler reconciler;
  Instant now = NOW;

  private static final Rewriting NOTHING_STORED = (_, _, _) -> Answer.done(true);

  /** A tenant that takes what it is told. */
  static final class Patient implements Basics {

    final List<Plan.Basics> told = new ArrayList<>();

    @Override
    public Answer<Boolean> write(Tenant tenant, byte[] kubeconfig, Plan.Basics wanted) {
      told.add(wanted);
      return Answer.done(true);
    }

    @Override
    public Answer<Boolean> limit(Tenant tenant, byte[] kubeconfig, Plan.Basics wanted) {
      return Answer.done(true);
    }

    @Override
    public void forget(Tenant tenant) {}
  }

  Operator(KubernetesClient reader, KubernetesClient writer, Storage storage, Basics basics) {
    this.reader = reader;
    this.writer = writer;
    this.reconciler =
        new TenantControlPlaneReconciler(
            Tools.of(
                writer, storage, basics, NOTHING_STORED, () -> now, "test", "super-admin.conf"));
  }

  Outcome reconcile(String namespace, String name) {
    var plane = plane(namespace, name);
    new PatchedFinalizers(writer).add(plane, Marks.FINALIZER);
    return reconciler.reconcile(plane(namespace, name), context(namespace, name));
  }

  /** One go at cleaning up; true when the object may go. */
  boolean cleanup(String namespace, String name) {
    var plane = plane(namespace, name);
    if (reconciler.cleanup(plane, context(namespace, name)) instanceof Cleanup.Done) {
      new PatchedFinalizers(writer).remove(plane, Marks.FINALIZER);
      return true;
    }
    return false;
  }

  TenantControlPlane plane(String namespace, String name) {
    return reader
        .resources(TenantControlPlane.class)
        .inNamespace(namespace)
        .withName(name)
        .require();
  }

  private Context context(String namespace, String name) {
    return new Context(
        new ObjectKey(namespace, name), new Live(reader), now, now.plusSeconds(60), 0, "run");
  }

  /** Asks the API server each time. */
  private record Live(KubernetesClient client) implements Cache {

    @Override
    public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
      return Optional.ofNullable(
          client.resources(kind.type()).inNamespace(key.namespace()).withName(key.name()).get());
    }

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind) {
      return client.resources(kind.type()).inAnyNamespace().list().getItems();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
      return client.resources(kind.type()).inNamespace(namespace).list().getItems();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
      return list(index.kind()).stream()
          .filter(object -> index.values().apply(object).contains(value))
          .toList();
    }
  }
}
