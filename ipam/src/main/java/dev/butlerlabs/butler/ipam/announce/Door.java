package dev.butlerlabs.butler.ipam.announce;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.ipam.announce.plan.Served;
import dev.butlerlabs.butler.ipam.announce.plan.Use;
import dev.butlerlabs.butler.ipam.demand.DemandKinds;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.LoadBalancerIngress;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/** A tenant whose load balancer is looked after. Not a record: those show what they hold. */
final class Door {

  private static final FieldManager MANAGER = FieldManager.of("ipam");

  private final Tenant tenant;
  private final byte[] kubeconfig;
  private final TenantClients clients;

  Door(TenantCluster cluster, byte[] kubeconfig, TenantClients clients) {
    this.tenant = new Tenant(DemandKinds.keyOf(cluster), cluster.getMetadata().getUid());
    this.kubeconfig = kubeconfig.clone();
    this.clients = clients;
  }

  Tenant tenant() {
    return tenant;
  }

  byte[] kubeconfig() {
    return kubeconfig.clone();
  }

  /** Writes all of them; the first trouble ends it. */
  Optional<Trouble> write(List<GenericKubernetesResource> wanted) {
    return trouble(
        clients.call(
            tenant,
            kubeconfig,
            client -> {
              var applier = new Applier(client, MANAGER);
              Answer<Boolean> answer = Answer.done(true);
              for (var one : wanted) {
                answer = answer.then(_ -> applier.apply(one)).then(_ -> Answer.done(true));
              }
              return answer;
            }));
  }

  Optional<Trouble> remove(GenericKubernetesResource seen) {
    return trouble(
        clients.call(tenant, kubeconfig, client -> new Applier(client, MANAGER).remove(seen)));
  }

  private static Optional<Trouble> trouble(Answer<Boolean> answer) {
    return answer instanceof Answer.Failed<Boolean>(var trouble)
        ? Optional.of(trouble)
        : Optional.empty();
  }

  /** Who has addresses there right now, asked and not remembered. */
  Answer<Use> use() {
    return clients.call(
        tenant,
        kubeconfig,
        client ->
            pools(client)
                .then(
                    pools ->
                        Asking.ask(
                                new Attempt("list Services of", "tenant", tenant.key()),
                                () -> client.services().inAnyNamespace().list().getItems())
                            .then(
                                services ->
                                    Answer.done(
                                        new Use(
                                            pools.stream().map(MetalLb::read).toList(),
                                            services.stream().flatMap(Door::served).toList())))));
  }

  /** A cluster without MetalLB has none. */
  private Answer<List<GenericKubernetesResource>> pools(KubernetesClient client) {
    var answer =
        Asking.ask(
            new Attempt("list IPAddressPools of", "tenant", tenant.key()),
            () ->
                client
                    .genericKubernetesResources(MetalLb.POOLS.coordinates().toContext())
                    .inAnyNamespace()
                    .list()
                    .getItems());
    return answer instanceof Answer.Failed<List<GenericKubernetesResource>>(var trouble)
            && (trouble instanceof Trouble.NotServed || trouble instanceof Trouble.NotFound)
        ? Answer.done(List.of())
        : answer;
  }

  private static Stream<Served> served(Service service) {
    var status = service.getStatus();
    var balancer = status == null ? null : status.getLoadBalancer();
    if (balancer == null || balancer.getIngress() == null) {
      return Stream.empty();
    }
    var addresses =
        balancer.getIngress().stream()
            .map(LoadBalancerIngress::getIp)
            .filter(Objects::nonNull)
            .toList();
    var metadata = service.getMetadata();
    return Stream.of(new Served(metadata.getNamespace() + "/" + metadata.getName(), addresses));
  }
}
