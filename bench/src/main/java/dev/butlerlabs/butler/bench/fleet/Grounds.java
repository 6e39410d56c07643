package dev.butlerlabs.butler.bench.fleet;

import dev.butlerlabs.butler.bench.hosted.Waiting;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Everything around one run: a site, the tenants' stand-in, those who answer Cluster API, teams,
 * and a first cluster that is Ready, so that no run begins cold.
 */
final class Grounds implements AutoCloseable {

  private static final String FIRST = "stencil";
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private final Site site;
  private final TenantStandIn tenants;
  private final Contracts contracts;
  private final Desk desk;

  /**
   * Returns when the first cluster is Ready.
   *
   * @param dark names of clusters whose API server answers nobody
   */
  Grounds(int clusters, Set<String> dark) throws IOException, InterruptedException {
    site = new Site();
    tenants = TenantStandIn.open();
    contracts = new Contracts(site.client(), tenants, dark::contains);
    desk = new Desk(site.client());
    try {
      desk.furnish(clusters + 1);
      desk.order(FIRST, clusters);
      Waiting.until("the first cluster", PATIENCE, this::first);
    } catch (RuntimeException failed) {
      close();
      throw failed;
    }
  }

  private Optional<GenericKubernetesResource> first() {
    contracts.check();
    return site
        .client()
        .genericKubernetesResources(Desk.API, Desk.KIND)
        .inAnyNamespace()
        .withField("metadata.name", FIRST)
        .list()
        .getItems()
        .stream()
        .filter(Grounds::ready)
        .findFirst();
  }

  static boolean ready(GenericKubernetesResource cluster) {
    String phase = cluster.get("status", "phase");
    return "Ready".equals(phase);
  }

  /** What the manager made of the first order. */
  Stencil stencil() {
    String namespace = first().orElseThrow().get("status", "tenantNamespace");
    return Stencil.of(site.client(), FIRST, namespace);
  }

  Site site() {
    return site;
  }

  KubernetesClient client() {
    return site.client();
  }

  Desk desk() {
    return desk;
  }

  Contracts contracts() {
    return contracts;
  }

  /** Has somebody look at all objects of a kind. */
  SharedIndexInformer<GenericKubernetesResource> show(String api, String kind, Finish finish) {
    return client()
        .genericKubernetesResources(api, kind)
        .inAnyNamespace()
        .inform(new Contracts.Seen(finish::look));
  }

  @Override
  public void close() throws IOException {
    contracts.close();
    site.close();
    tenants.close();
  }
}
