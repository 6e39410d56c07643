package dev.butlerlabs.butler.providers.spi.infrastructure;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.Base64Text;
import dev.butlerlabs.butler.kernel.Checksum;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Writes the objects of one order with the names and labels all platforms share. */
public final class Drawer {

  private static final String CLUSTER_NAME = "cluster.x-k8s.io/cluster-name";
  private static final Map<String, String> PAUSED = Map.of("cluster.x-k8s.io/paused", "true");
  private static final int HASH_LENGTH = 10;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final WorkerOrder order;
  private final Map<String, String> labels;

  public Drawer(WorkerOrder order) {
    this.order = order;
    var all = new HashMap<>(order.owner());
    all.put(Labels.MANAGED_BY, Labels.MANAGED_BY_BUTLER);
    all.put(CLUSTER_NAME, order.name());
    this.labels = Map.copyOf(all);
  }

  /** The object the Cluster's infrastructureRef names. */
  public Manifest cluster(String apiVersion, String kind, Fields spec) {
    return object(apiVersion, kind, order.namespace(), order.name(), spec, Map.of());
  }

  /**
   * Same, left alone by its provider until the endpoint is known: this provider would invent one.
   */
  public Manifest pausedUntilEndpoint(String apiVersion, String kind, Fields spec) {
    var annotations = order.knownEndpoint().isPresent() ? Map.<String, String>of() : PAUSED;
    return object(apiVersion, kind, order.namespace(), order.name(), spec, annotations);
  }

  /** A machine template. Its name changes with what machines are made of, and with nothing else. */
  public Manifest template(String apiVersion, String kind, Pool pool, Fields machine) {
    var content = JSON.valueToTree(machine.map()).toString();
    var hash = Checksum.of(apiVersion, kind, order.name(), pool.name(), content).text();
    var name = order.name() + "-" + pool.name() + "-" + hash.substring(0, HASH_LENGTH);
    var spec = Fields.of("template", Fields.of("spec", machine));
    return object(apiVersion, kind, order.namespace(), name, spec, Map.of());
  }

  /** An object of the whole management cluster. */
  public Manifest clusterScoped(String apiVersion, String kind, String name, Fields spec) {
    return object(apiVersion, kind, "", name, spec, Map.of());
  }

  /** An object beside the cluster's. */
  public Manifest beside(String apiVersion, String kind, String name, Fields spec) {
    return object(apiVersion, kind, order.namespace(), name, spec, Map.of());
  }

  public Manifest secret(String namespace, String name, Map<String, String> values) {
    var data = new TreeMap<String, String>();
    values.forEach((key, value) -> data.put(key, Base64Text.of(value).encoded()));
    var content = Fields.of("type", "Opaque").with("data", data);
    return new Manifest("v1", "Secret", namespace, name, labels, Map.of(), content.map());
  }

  /** The endpoint as Cluster API writes it; nothing until it is known. */
  public Fields endpoint() {
    return order
        .knownEndpoint()
        .map(known -> Fields.of("host", known.host()).with("port", known.port()))
        .orElseGet(Fields::none);
  }

  private Manifest object(
      String apiVersion,
      String kind,
      String namespace,
      String name,
      Fields spec,
      Map<String, String> annotations) {
    var content = Fields.of("spec", spec).map();
    return new Manifest(apiVersion, kind, namespace, name, labels, annotations, content);
  }
}
