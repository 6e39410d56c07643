package dev.butlerlabs.butler.providers.local.node;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.providers.local.plan.NodeBlueprint;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.InstantSource;
import java.util.Map;

/** Puts a machine's Node into its tenant, as the Node itself. */
final class Registration {

  private static final ObjectMapper JSON = WireFormat.mapper();

  private final KubernetesClient self;
  private final NodeBlueprint blueprint;
  private final InstantSource clock;

  Registration(KubernetesClient self, NodeBlueprint blueprint, InstantSource clock) {
    this.self = self;
    this.blueprint = blueprint;
    this.clock = clock;
  }

  /**
   * Makes the Node exist and be ready. One of that name which is not this machine's is left alone.
   *
   * @param before whether it existed once; then it is not made again
   */
  Tried<Node> go(boolean before) {
    var found = read();
    if (found instanceof Answer.Failed<Node>(Trouble.NotFound _)) {
      if (before) {
        return lost(blueprint.name());
      }
      var wanted = blueprint.node(clock.instant());
      found = Asking.ask(Attempt.to("register", wanted), () -> self.resource(wanted).create());
    }
    return switch (found) {
      case Answer.Failed<Node>(var trouble) -> Tried.trouble(trouble);
      case Answer.Done<Node>(var node) when !NodeBlueprint.belongs(node, blueprint.providerId()) ->
          taken(blueprint.name());
      case Answer.Done<Node>(var node) -> ready(node) ? Tried.done(node) : makeReady(node);
    };
  }

  private Answer<Node> read() {
    var name = blueprint.name();
    return Asking.ask(
        new Attempt("read", "Node", ObjectKey.cluster(name)),
        () -> self.nodes().withName(name).require());
  }

  /** Says what a healthy kubelet says; a tenant that missed it counts the Node as lost. */
  Tried<Node> makeReady(Node node) {
    var status = Map.of("conditions", NodeBlueprint.conditions(clock.instant()));
    var patch = JSON.valueToTree(Map.of("status", status)).toString();
    var answer =
        Asking.ask(
            Attempt.to("tell the state of", node),
            () ->
                self.resource(node)
                    .subresource("status")
                    .patch(PatchContext.of(PatchType.STRATEGIC_MERGE), patch));
    return switch (answer) {
      case Answer.Done<Node>(var stored) -> Tried.done(stored);
      case Answer.Failed<Node>(var trouble) -> Tried.trouble(trouble);
    };
  }

  static boolean ready(Node node) {
    return node.getStatus() != null
        && node.getStatus().getConditions().stream()
            .anyMatch(one -> one.getType().equals("Ready") && one.getStatus().equals("True"));
  }

  static <T> Tried<T> taken(String name) {
    return Tried.refused(
        "NodeNameTaken",
        "the tenant has a Node %s that is not this machine's".formatted(name),
        "Remove that Node, or delete the Machine and let it be replaced");
  }

  static <T> Tried<T> lost(String name) {
    return Tried.refused(
        "NodeLost",
        "somebody took Node %s out of the tenant".formatted(name),
        "Delete the Machine and let it be replaced");
  }
}
