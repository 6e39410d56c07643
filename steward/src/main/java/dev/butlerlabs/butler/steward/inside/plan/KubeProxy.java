package dev.butlerlabs.butler.steward.inside.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.butler.api.steward.ImageOverride;
import dev.butlerlabs.butler.kernel.Checksum;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;

/** Service routing on a tenant's nodes, where the network plugin does not do it. */
final class KubeProxy {

  private static final Template TEMPLATE =
      Template.of(
          """
          apiVersion: v1
          kind: ServiceAccount
          metadata: {namespace: kube-system, name: kube-proxy, labels: {k8s-app: kube-proxy}}
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRoleBinding
          metadata: {name: "kubeadm:node-proxier", labels: {k8s-app: kube-proxy}}
          roleRef:
            apiGroup: rbac.authorization.k8s.io
            kind: ClusterRole
            name: system:node-proxier
          subjects:
            - {kind: ServiceAccount, namespace: kube-system, name: kube-proxy}
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: Role
          metadata: {namespace: kube-system, name: kube-proxy, labels: {k8s-app: kube-proxy}}
          rules:
            - {apiGroups: [""], resources: [configmaps], resourceNames: [kube-proxy], verbs: [get]}
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: RoleBinding
          metadata: {namespace: kube-system, name: kube-proxy, labels: {k8s-app: kube-proxy}}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: kube-proxy}
          subjects:
            - apiGroup: rbac.authorization.k8s.io
              kind: Group
              name: system:bootstrappers:kubeadm:default-node-token
          ---
          apiVersion: v1
          kind: ConfigMap
          metadata: {namespace: kube-system, name: kube-proxy, labels: {k8s-app: kube-proxy}}
          data: {config.conf: "${config}", kubeconfig.conf: "${kubeconfig}"}
          ---
          apiVersion: apps/v1
          kind: DaemonSet
          metadata: {namespace: kube-system, name: kube-proxy, labels: {k8s-app: kube-proxy}}
          spec:
            selector: {matchLabels: {k8s-app: kube-proxy}}
            updateStrategy: {type: RollingUpdate}
            template:
              metadata:
                labels: {k8s-app: kube-proxy}
                annotations: {steward.butlerlabs.dev/checksum: "${checksum}"}
              spec:
                serviceAccountName: kube-proxy
                priorityClassName: system-node-critical
                hostNetwork: true
                nodeSelector: {kubernetes.io/os: linux}
                tolerations:
                  - {operator: Exists}
                containers:
                  - name: kube-proxy
                    image: "${image}"
                    imagePullPolicy: IfNotPresent
                    command:
                      - /usr/local/bin/kube-proxy
                      - --config=/var/lib/kube-proxy/config.conf
                      - --hostname-override=$(NODE_NAME)
                    env:
                      - {name: NODE_NAME, valueFrom: {fieldRef: {fieldPath: spec.nodeName}}}
                    resources: {requests: {cpu: 50m, memory: 64Mi}}
                    securityContext: {privileged: true}
                    volumeMounts:
                      - {name: config, mountPath: /var/lib/kube-proxy}
                      - {name: xtables-lock, mountPath: /run/xtables.lock}
                      - {name: lib-modules, mountPath: /lib/modules, readOnly: true}
                volumes:
                  - name: config
                    configMap: {name: kube-proxy}
                  - name: xtables-lock
                    hostPath: {path: /run/xtables.lock, type: FileOrCreate}
                  - name: lib-modules
                    hostPath: {path: /lib/modules}
          """);

  private KubeProxy() {}

  static List<HasMetadata> objects(Surroundings around, ImageOverride given) {
    var six = around.network().services().getFirst().toString().indexOf(':') >= 0;
    var config = config(six ? "::" : "0.0.0.0", around.network().podRange());
    var kubeconfig = kubeconfig(around.server().toString());
    var image = Images.of(given, around.registry(), "kube-proxy", around.version().toString());
    Map<String, JsonNode> values =
        Map.of(
            "config", TextNode.valueOf(config),
            "kubeconfig", TextNode.valueOf(kubeconfig),
            "checksum", TextNode.valueOf(Checksum.of(config, kubeconfig).text()),
            "image", TextNode.valueOf(image));
    return TEMPLATE.fill(values);
  }

  /** Only what it cannot know by itself: the rest is as its version has it. */
  private static String config(String address, String pods) {
    return """
    apiVersion: kubeproxy.config.k8s.io/v1alpha1
    kind: KubeProxyConfiguration
    bindAddress: "%s"
    clientConnection:
      kubeconfig: /var/lib/kube-proxy/kubeconfig.conf
    clusterCIDR: "%s"
    """
        .formatted(address, pods);
  }

  /** It is who its ServiceAccount is, and calls the tenant as nodes do. */
  private static String kubeconfig(String server) {
    return """
    apiVersion: v1
    kind: Config
    clusters:
      - name: default
        cluster:
          certificate-authority: /var/run/secrets/kubernetes.io/serviceaccount/ca.crt
          server: https://%s
    contexts:
      - name: default
        context: {cluster: default, namespace: default, user: default}
    current-context: default
    users:
      - name: default
        user: {tokenFile: /var/run/secrets/kubernetes.io/serviceaccount/token}
    """
        .formatted(server);
  }
}
