package dev.butlerlabs.butler.providers.local.node;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** A Node's Lease: by its renewal the tenant knows that the Node lives. */
final class Heartbeat {

  /** As a kubelet does it. */
  static final Duration PERIOD = Duration.ofSeconds(10);

  private static final int SECONDS = 40;
  private static final String NAMESPACE = "kube-node-lease";
  private static final DateTimeFormatter MICROS =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss.SSSSSS'Z'").withZone(ZoneOffset.UTC);

  private final KubernetesClient self;
  private final Node node;

  Heartbeat(KubernetesClient self, Node node) {
    this.self = self;
    this.node = node;
  }

  /** Renews the Lease, and makes it when it is not there; it goes with its Node. */
  Answer<Lease> beat(Instant now) {
    var name = node.getMetadata().getName();
    var patch = "{\"spec\":{\"renewTime\":\"%s\"}}".formatted(MICROS.format(now));
    var renewed =
        Asking.ask(
            new Attempt("renew", "Lease", new ObjectKey(NAMESPACE, name)),
            () ->
                self.leases()
                    .inNamespace(NAMESPACE)
                    .withName(name)
                    .patch(PatchContext.of(PatchType.JSON_MERGE), patch));
    return renewed instanceof Answer.Failed<Lease>(Trouble.NotFound _) ? first(now) : renewed;
  }

  private Answer<Lease> first(Instant now) {
    var name = node.getMetadata().getName();
    var lease =
        new LeaseBuilder()
            .withNewMetadata()
            .withNamespace(NAMESPACE)
            .withName(name)
            .addNewOwnerReference()
            .withApiVersion("v1")
            .withKind("Node")
            .withName(name)
            .withUid(node.getMetadata().getUid())
            .endOwnerReference()
            .endMetadata()
            .withNewSpec()
            .withHolderIdentity(name)
            .withLeaseDurationSeconds(SECONDS)
            .withRenewTime(now.atZone(ZoneOffset.UTC))
            .endSpec()
            .build();
    return Asking.ask(Attempt.to("create", lease), () -> self.resource(lease).create());
  }
}
