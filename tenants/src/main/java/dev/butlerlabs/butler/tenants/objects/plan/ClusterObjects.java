package dev.butlerlabs.butler.tenants.objects.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing.Drawn;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * All objects of a cluster.
 *
 * @param namespace to be made before everything else
 * @param objects in the order to apply them: what the Cluster names comes before it
 * @param templates what machines are made from, by MachineDeployment
 */
public record ClusterObjects(
    Namespace namespace, List<HasMetadata> objects, Map<String, Template> templates) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public ClusterObjects {
    objects = List.copyOf(objects);
    templates = Map.copyOf(templates);
  }

  /**
   * What an order is made of.
   *
   * @param drawn what the platform needs
   * @param tunnel whether there are real nodes, which the API server reaches through a tunnel
   */
  public static ClusterObjects of(
      Order order,
      String namespace,
      Drawn drawn,
      Rollout rollout,
      Numbers numbers,
      boolean tunnel) {
    var objects = new ArrayList<HasMetadata>(Walls.inside(order, namespace));
    drawn.objects().forEach(manifest -> objects.add(object(manifest)));
    objects.add(
        new PlaneObject(order, namespace).of(rollout.planeVersion(), numbers.plane(), tunnel));
    objects.add(object(cluster(order, namespace, drawn)));
    var templates = new LinkedHashMap<String, Template>();
    var pools = new PoolObjects(order, namespace);
    for (var pool : order.pools()) {
      var bootstrap = Bootstrap.of(order, namespace, pool, drawn);
      var template = template(pool, bootstrap, drawn, rollout);
      objects.add(object(bootstrap));
      objects.add(object(pools.deployment(pool, template, numbers.of(pool.name()))));
      objects.add(object(pools.healthCheck(pool)));
      templates.put(PoolObjects.nameOf(order, pool.name()), template);
    }
    var elsewhere =
        drawn.objects().stream()
            .filter(manifest -> !manifest.namespace().equals(namespace))
            .map(ClusterObjects::line)
            .toList();
    return new ClusterObjects(Walls.namespace(order, namespace, elsewhere), objects, templates);
  }

  /** Whether a MachineDeployment of that name shall make its machines from that. */
  public boolean wants(String deployment, Template template) {
    return template.equals(templates.get(deployment));
  }

  /** One object of each kind that machines are made from on the platform. */
  public List<HasMetadata> machineTemplates() {
    var kinds = templates.values().stream().map(one -> one.machine().kind()).distinct().toList();
    return kinds.stream()
        .flatMap(kind -> objects.stream().filter(one -> one.getKind().equals(kind)).limit(1))
        .toList();
  }

  private static Template template(Pool pool, Manifest bootstrap, Drawn drawn, Rollout rollout) {
    var held = rollout.held().get(pool.name());
    return held != null
        ? held
        : new Template(
            rollout.workersVersion(),
            Template.Ref.of(bootstrap.reference()),
            Template.Ref.of(Objects.requireNonNull(drawn.templates().get(pool.name()))));
  }

  private static Manifest cluster(Order order, String namespace, Drawn drawn) {
    var spec =
        Fields.of(
                "clusterNetwork",
                Fields.of("pods", Fields.of("cidrBlocks", List.of(order.networks().pods())))
                    .with(
                        "services", Fields.of("cidrBlocks", List.of(order.networks().services()))))
            .with("infrastructureRef", PoolObjects.reference(Template.Ref.of(drawn.cluster())))
            .with(
                "controlPlaneRef",
                PoolObjects.reference(
                    new Template.Ref(
                        "controlplane.cluster.x-k8s.io", "StewardControlPlane", order.name())));
    return new Manifest(
        PoolObjects.API,
        "Cluster",
        namespace,
        order.name(),
        Marks.part(order),
        Map.of(),
        Fields.of("spec", spec).map());
  }

  /** How an object that stands elsewhere is written down. */
  private static String line(Manifest manifest) {
    return String.join(
        " ", manifest.apiVersion(), manifest.kind(), manifest.namespace() + "/" + manifest.name());
  }

  /** Kubernetes' own kinds have to be given to the client as what they are. */
  private static HasMetadata object(Manifest manifest) {
    var secret = manifest.apiVersion().equals("v1") && manifest.kind().equals("Secret");
    Class<? extends HasMetadata> type = secret ? Secret.class : GenericKubernetesResource.class;
    return JSON.convertValue(manifest.tree(), type);
  }
}
