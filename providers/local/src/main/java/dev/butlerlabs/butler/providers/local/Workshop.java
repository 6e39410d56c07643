package dev.butlerlabs.butler.providers.local;

import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.providers.local.node.Enlisting;
import dev.butlerlabs.butler.providers.local.node.Kubelets;
import dev.butlerlabs.butler.providers.local.plan.MachineTelling;
import dev.butlerlabs.butler.providers.local.plan.Milestone;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Set;

/** What is needed to look after LocalMachines, in one place. */
record Workshop(
    KubernetesClient client,
    Applier applier,
    StatusWriter statuses,
    Events events,
    IdentityStore identities,
    Enlisting enlisting,
    Kubelets kubelets,
    NodeRemoval removal) {

  private static final FieldManager MANAGER = FieldManager.of("local-machine");
  private static final Set<String> FIELDS =
      Set.of("initialization", "addresses", "failureDomain", "nodeName", "simulated");

  static Workshop of(
      KubernetesClient client,
      TenantClients tenants,
      Kubelets kubelets,
      Events events,
      ClientSettings settings,
      Timeline timeline) {
    return new Workshop(
        client,
        new Applier(client, MANAGER),
        new StatusWriter(
            client, new StatusShare(MANAGER, FIELDS, Milestone.types(), true), timeline),
        events,
        new IdentityStore(client, MANAGER),
        new Enlisting(settings),
        kubelets,
        new NodeRemoval(client, tenants, MANAGER));
  }

  Outcome tell(LocalMachine machine, MachineTelling telling) {
    return tell(machine, telling, Outcome.settled());
  }

  Outcome tell(LocalMachine machine, MachineTelling telling, Outcome then) {
    return statuses.write(machine, telling.verdicts(), telling.status())
            instanceof Answer.Failed<LocalMachine>(var trouble)
        ? trouble.outcome()
        : then;
  }
}
