package dev.butlerlabs.butler.sandbox.platform.charts;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apps.DaemonSet;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.util.ArrayList;
import java.util.List;

/**
 * A stand-in for the controllers of workloads: the test's API server has none, and Helm upgrades
 * only what it is told to be ready. Says so of every workload of a stand-in, each time it changed.
 */
final class PlayedControllers implements AutoCloseable {

  private static final int NOT_FOUND = 404;

  private final KubernetesClient client;
  private final List<SharedIndexInformer<?>> watches = new ArrayList<>();

  PlayedControllers(KubernetesClient client) {
    this.client = client;
    play(Deployment.class);
    play(DaemonSet.class);
    play(StatefulSet.class);
  }

  private <T extends HasMetadata> void play(Class<T> kind) {
    watches.add(
        client
            .resources(kind)
            .inAnyNamespace()
            .withLabel(StandIn.LABEL, "true")
            .inform(
                new ResourceEventHandler<>() {
                  @Override
                  public void onAdd(T object) {
                    tell(object);
                  }

                  @Override
                  public void onUpdate(T before, T object) {
                    if (!before
                        .getMetadata()
                        .getGeneration()
                        .equals(object.getMetadata().getGeneration())) {
                      tell(object);
                    }
                  }

                  @Override
                  public void onDelete(T object, boolean unsure) {}
                }));
  }

  private void tell(HasMetadata object) {
    var generation = object.getMetadata().getGeneration();
    try {
      client
          .resource(object)
          .subresource("status")
          .patch(PatchContext.of(PatchType.JSON_MERGE), status(object, generation));
    } catch (KubernetesClientException gone) {
      if (gone.getCode() != NOT_FOUND) {
        throw gone;
      }
    }
  }

  private static String status(HasMetadata object, long generation) {
    return switch (object) {
      case DaemonSet _ ->
          """
          {"status": {"observedGeneration": %d, "desiredNumberScheduled": 1, "currentNumberScheduled": 1,
            "updatedNumberScheduled": 1, "numberAvailable": 1, "numberReady": 1, "numberMisscheduled": 0}}
          """
              .formatted(generation);
      case StatefulSet _ ->
          """
          {"status": {"observedGeneration": %d, "replicas": 1, "readyReplicas": 1, "currentReplicas": 1,
            "updatedReplicas": 1, "availableReplicas": 1, "currentRevision": "r", "updateRevision": "r"}}
          """
              .formatted(generation);
      default ->
          """
          {"status": {"observedGeneration": %d, "replicas": 1, "readyReplicas": 1, "updatedReplicas": 1,
            "availableReplicas": 1, "conditions": [
              {"type": "Available", "status": "True", "reason": "Played"},
              {"type": "Progressing", "status": "True", "reason": "NewReplicaSetAvailable"}]}}
          """
              .formatted(generation);
    };
  }

  @Override
  public void close() {
    watches.forEach(SharedIndexInformer::close);
  }
}
