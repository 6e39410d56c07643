package dev.butlerlabs.butler.steward.capi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.capi.plan.Step;
import dev.butlerlabs.butler.steward.net.HostPort;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.client.KubernetesClient;

/**
 * Writes where an API server is into objects of Cluster API, once: what stands there already stays,
 * because nodes have been told it. An object that is not there is not made.
 */
final class Endpoints {

  private static final String FIELD = "/spec/controlPlaneEndpoint";

  private final ClusterApi objects;
  private final CompareAndSwap swap;

  Endpoints(KubernetesClient client, ClusterApi objects) {
    this.objects = objects;
    this.swap = new CompareAndSwap(client, CompareAndSwap.Part.OBJECT);
  }

  /** Tells the object of that kind. */
  Step tell(String group, String kind, ObjectKey key, HostPort endpoint) {
    var subject = kind + " " + key;
    var answer = objects.kind(group, kind).then(found -> tell(found, key, subject, endpoint));
    return switch (answer) {
      case Answer.Done<Step>(var step) -> step;
      case Answer.Failed<Step>(var trouble) -> new Step.Open(cause(trouble));
    };
  }

  private Answer<Step> tell(
      Kind<GenericKubernetesResource> kind, ObjectKey key, String subject, HostPort endpoint) {
    return objects.read(kind, key).then(stored -> tell(stored, subject, endpoint));
  }

  private Answer<Step> tell(GenericKubernetesResource stored, String subject, HostPort endpoint) {
    var tree = (ObjectNode) ClusterApi.tree(stored);
    var there = tree.at(FIELD);
    if (!there.path("host").asText("").isEmpty()) {
      var known = new HostPort(there.path("host").asText(), there.path("port").asInt());
      return Answer.done(
          known.equals(endpoint) ? knows(subject, endpoint) : other(subject, known, endpoint));
    }
    var field = tree.withObject(FIELD);
    field.put("host", endpoint.host()).put("port", endpoint.port());
    return swap.swap(stored, ClusterApi.object(tree)).map(_ -> knows(subject, endpoint));
  }

  private static Step knows(String subject, HostPort endpoint) {
    return Step.done("%s knows %s".formatted(subject, endpoint));
  }

  private static Step other(String subject, HostPort known, HostPort endpoint) {
    return Step.open(
        "EndpointDiffers",
        "%s says %s, but the control plane is at %s; nodes may have been told the former"
            .formatted(subject, known, endpoint),
        "Give the control plane that address again, or correct spec.controlPlaneEndpoint");
  }

  private static Cause cause(Trouble trouble) {
    return new Cause(trouble.reason(), trouble.problem().sentence(), "", "");
  }
}
