package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleaner;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

/** Brings one control plane to what its TenantControlPlane asks for, and takes it away again. */
public final class TenantControlPlaneReconciler
    implements Reconciler<TenantControlPlane>, Cleaner<TenantControlPlane> {

  private final Tools tools;

  /** What we stored last and the cache may not have yet: a status must not be told from before. */
  private final Map<ObjectKey, TenantControlPlane> told = new ConcurrentHashMap<>();

  public TenantControlPlaneReconciler(Tools tools) {
    this.tools = tools;
  }

  public static Watches<TenantControlPlane> watches() {
    return Sight.watches();
  }

  @Override
  public String finalizer() {
    return Marks.FINALIZER;
  }

  @Override
  public Outcome reconcile(TenantControlPlane object, Context context) {
    var plane = newest(object, context.key());
    if (marked(plane, Marks.PAUSED)) {
      return Outcome.settled();
    }
    var run = new Building(tools, plane, context).run();
    told.put(context.key(), run.stored());
    return run.outcome();
  }

  @Override
  public Cleanup cleanup(TenantControlPlane object, Context context) {
    if (marked(object, Marks.PAUSED)) {
      return Cleanup.unfinished(Outcome.settled());
    }
    told.remove(context.key());
    var cleanup = new Clearing(tools, object, context).run();
    if (cleanup instanceof Cleanup.Done) {
      tools.basics().forget(new Tenant(context.key(), object.getMetadata().getUid()));
    }
    return cleanup;
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    told.remove(key);
  }

  private TenantControlPlane newest(TenantControlPlane seen, ObjectKey key) {
    var stored = told.get(key);
    if (stored == null
        || !Objects.equals(stored.getMetadata().getUid(), seen.getMetadata().getUid())
        || version(stored) <= version(seen)) {
      told.remove(key);
      return seen;
    }
    return stored;
  }

  /** API servers promise that versions of one object can be compared as numbers. */
  private static long version(TenantControlPlane plane) {
    try {
      return Long.parseLong(plane.getMetadata().getResourceVersion());
    } catch (NumberFormatException other) {
      return 0;
    }
  }

  static boolean marked(TenantControlPlane plane, String annotation) {
    var annotations = plane.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(annotation);
  }
}
