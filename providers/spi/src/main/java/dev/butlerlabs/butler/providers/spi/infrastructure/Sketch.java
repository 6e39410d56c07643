package dev.butlerlabs.butler.providers.spi.infrastructure;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A drawing in the making: objects in the order they are added. */
public final class Sketch {

  private final List<Manifest> objects = new ArrayList<>();
  private final Map<String, Reference> templates = new LinkedHashMap<>();
  private final List<Gap> gaps = new ArrayList<>();

  public Sketch add(Manifest object) {
    objects.add(object);
    return this;
  }

  public Sketch template(Pool pool, Manifest template) {
    templates.put(pool.name(), template.reference());
    return add(template);
  }

  public Sketch gap(Gap gap) {
    gaps.add(gap);
    return this;
  }

  /** Ends with the object the Cluster names. */
  public Drawing drawn(Manifest cluster, NodeRegistration nodes, @Nullable CloudFile cloud) {
    var all = new ArrayList<>(objects);
    var firstTemplate = all.size() - templates.size();
    all.add(firstTemplate, cluster);
    return new Drawing.Drawn(all, cluster.reference(), templates, nodes, cloud, gaps);
  }
}
