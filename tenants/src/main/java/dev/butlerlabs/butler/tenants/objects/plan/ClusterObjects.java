package dev.butlerlabs.butler.tenants.objects.plan;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.clusters.Chosen;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Effective;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawing.Drawn;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All objects of a cluster.
 *
 * @param namespace to be made before everything else
 * @param objects in the order to apply them: what the Cluster names comes before it
 * @param templates what machines are made from, by MachineDeployment
 * @param machineTemplates one object of each kind that machines are made from on the platform
 * @param older pools whose machines are made as the platform said earlier
 */
public record ClusterObjects(
    Namespace namespace,
    List<HasMetadata> objects,
    Map<String, Template> templates,
    List<HasMetadata> machineTemplates,
    List<String> older) {

  private static final ObjectMapper JSON = new ObjectMapper();

  public ClusterObjects {
    objects = List.copyOf(objects);
    templates = Map.copyOf(templates);
    machineTemplates = List.copyOf(machineTemplates);
    older = List.copyOf(older);
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
    var makings =
        order.pools().stream()
            .map(
                pool ->
                    Making.of(pool, Bootstrap.of(order, namespace, pool, drawn), drawn, rollout))
            .toList();
    var objects = new ArrayList<HasMetadata>(Walls.inside(order, namespace));
    drawn.objects().stream()
        .filter(manifest -> makings.stream().noneMatch(making -> making.leaves(manifest)))
        .forEach(manifest -> objects.add(object(manifest)));
    objects.add(
        new PlaneObject(order, namespace).of(rollout.planeVersion(), numbers.plane(), tunnel));
    objects.add(object(cluster(order, namespace, drawn)));
    var templates = new LinkedHashMap<String, Template>();
    var pools = new PoolObjects(order, namespace);
    for (var making : makings) {
      var pool = making.pool();
      var note = Optional.ofNullable(rollout.notes().get(pool.name()));
      if (!making.leaves(making.bootstrap())) {
        objects.add(object(making.bootstrap()));
      }
      objects.add(object(pools.deployment(pool, making.template(), numbers.of(pool.name()), note)));
      objects.add(object(pools.healthCheck(pool, numbers.sizeOf(pool))));
      templates.put(PoolObjects.nameOf(order, pool.name()), making.template());
    }
    var elsewhere =
        drawn.objects().stream()
            .filter(manifest -> !manifest.namespace().equals(namespace))
            .map(ClusterObjects::line)
            .toList();
    return new ClusterObjects(
        Walls.namespace(order, namespace, elsewhere),
        objects,
        templates,
        machineTemplates(drawn, templates),
        makings.stream().filter(Making::older).map(making -> making.pool().name()).toList());
  }

  /** The same with what was chosen for the cluster noted at its namespace. */
  public ClusterObjects noting(Effective chosen) {
    var noted =
        new NamespaceBuilder(namespace)
            .editMetadata()
            .addToAnnotations(Chosen.NOTE, Chosen.note(chosen))
            .endMetadata()
            .build();
    return new ClusterObjects(noted, objects, templates, machineTemplates, older);
  }

  /** Whether a MachineDeployment of that name shall make its machines from that. */
  public boolean wants(String deployment, Template template) {
    return template.equals(templates.get(deployment));
  }

  private static List<HasMetadata> machineTemplates(Drawn drawn, Map<String, Template> templates) {
    var kinds = templates.values().stream().map(one -> one.machine().kind()).distinct().toList();
    return kinds.stream()
        .flatMap(kind -> drawn.objects().stream().filter(one -> one.kind().equals(kind)).limit(1))
        .map(ClusterObjects::object)
        .toList();
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
