package dev.butlerlabs.butler.steward.inside.plan;

import dev.butlerlabs.butler.api.steward.Addons;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;

/** What Talos workers may do besides what every node may: find the API servers there are. */
final class TalosWorkers {

  static final String NAME = "steward:node-endpointslice-reader";

  private static final Template RIGHTS =
      Template.of(
          """
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRole
          metadata: {name: "steward:node-endpointslice-reader"}
          rules:
            - apiGroups: [discovery.k8s.io]
              resources: [endpointslices]
              verbs: [get, list, watch]
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRoleBinding
          metadata: {name: "steward:node-endpointslice-reader"}
          roleRef:
            apiGroup: rbac.authorization.k8s.io
            kind: ClusterRole
            name: steward:node-endpointslice-reader
          subjects:
            - apiGroup: rbac.authorization.k8s.io
              kind: Group
              name: system:nodes
          """);

  private TalosWorkers() {}

  static List<HasMetadata> rights(Addons addons) {
    var workers = addons.workerBootstrap();
    return workers == null || !"talos".equals(workers.provider())
        ? List.of()
        : RIGHTS.fill(Map.of());
  }
}
