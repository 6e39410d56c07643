package dev.butlerlabs.butler.tenants.life;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.tenants.life.plan.Sketch;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The last sketch of each cluster: a cluster is looked at far more often than something its objects
 * follow from changes, and the very same objects need not be compared with what was written.
 */
final class Sketches {

  private record Kept(Sketch.Basis basis, Sketch sketch) {}

  private final Map<ObjectKey, Kept> last = new ConcurrentHashMap<>();

  Sketch of(ObjectKey cluster, Sketch.Basis basis) {
    var kept = last.get(cluster);
    if (kept != null && kept.basis().equals(basis)) {
      return kept.sketch();
    }
    var sketch = Sketch.of(basis);
    last.put(cluster, new Kept(basis, sketch));
    return sketch;
  }

  void forget(ObjectKey cluster) {
    last.remove(cluster);
  }
}
