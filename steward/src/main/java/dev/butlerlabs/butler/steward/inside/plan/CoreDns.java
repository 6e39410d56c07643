package dev.butlerlabs.butler.steward.inside.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.butler.api.steward.ImageOverride;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Map;

/**
 * Names inside a tenant.
 *
 * <p>What somebody adds to the ConfigMap {@code coredns-custom} is taken in: keys that end in
 * {@code .override} into the server of the cluster, keys that end in {@code .server} beside it. So
 * nobody has to edit what is ours and is put back.
 */
final class CoreDns {

  private static final Template TEMPLATE =
      Template.of(
          """
          apiVersion: v1
          kind: ServiceAccount
          metadata: {namespace: kube-system, name: coredns, labels: {k8s-app: kube-dns}}
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRole
          metadata: {name: "system:coredns", labels: {k8s-app: kube-dns}}
          rules:
            - {apiGroups: [""], resources: [namespaces, pods, services], verbs: [list, watch]}
            - {apiGroups: [discovery.k8s.io], resources: [endpointslices], verbs: [list, watch]}
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRoleBinding
          metadata: {name: "system:coredns", labels: {k8s-app: kube-dns}}
          roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: "system:coredns"}
          subjects:
            - {kind: ServiceAccount, namespace: kube-system, name: coredns}
          ---
          apiVersion: v1
          kind: ConfigMap
          metadata: {namespace: kube-system, name: coredns, labels: {k8s-app: kube-dns}}
          data: {Corefile: "${corefile}"}
          ---
          apiVersion: apps/v1
          kind: Deployment
          metadata: {namespace: kube-system, name: coredns, labels: {k8s-app: kube-dns}}
          spec:
            replicas: 2
            strategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 1}}
            selector: {matchLabels: {k8s-app: kube-dns}}
            template:
              metadata: {labels: {k8s-app: kube-dns}}
              spec:
                serviceAccountName: coredns
                priorityClassName: system-cluster-critical
                dnsPolicy: Default
                nodeSelector: {kubernetes.io/os: linux}
                tolerations:
                  - {key: CriticalAddonsOnly, operator: Exists}
                affinity:
                  podAntiAffinity:
                    preferredDuringSchedulingIgnoredDuringExecution:
                      - weight: 100
                        podAffinityTerm:
                          topologyKey: kubernetes.io/hostname
                          labelSelector: {matchLabels: {k8s-app: kube-dns}}
                securityContext: {seccompProfile: {type: RuntimeDefault}}
                containers:
                  - name: coredns
                    image: "${image}"
                    imagePullPolicy: IfNotPresent
                    args: ["-conf", /etc/coredns/Corefile]
                    ports:
                      - {name: dns, containerPort: 53, protocol: UDP}
                      - {name: dns-tcp, containerPort: 53, protocol: TCP}
                      - {name: metrics, containerPort: 9153, protocol: TCP}
                    resources:
                      requests: {cpu: 100m, memory: 70Mi}
                      limits: {memory: 170Mi}
                    readinessProbe:
                      httpGet: {path: /ready, port: 8181, scheme: HTTP}
                      periodSeconds: 5
                    livenessProbe:
                      httpGet: {path: /health, port: 8080, scheme: HTTP}
                      initialDelaySeconds: 60
                      timeoutSeconds: 5
                      failureThreshold: 5
                    securityContext:
                      allowPrivilegeEscalation: false
                      readOnlyRootFilesystem: true
                      capabilities: {drop: [ALL], add: [NET_BIND_SERVICE]}
                    volumeMounts:
                      - {name: config, mountPath: /etc/coredns, readOnly: true}
                      - {name: custom, mountPath: /etc/coredns-custom, readOnly: true}
                volumes:
                  - name: config
                    configMap: {name: coredns, items: [{key: Corefile, path: Corefile}]}
                  - name: custom
                    configMap: {name: coredns-custom, optional: true}
          ---
          apiVersion: v1
          kind: Service
          metadata:
            namespace: kube-system
            name: kube-dns
            labels: {k8s-app: kube-dns, kubernetes.io/name: CoreDNS}
            annotations: {prometheus.io/port: "9153", prometheus.io/scrape: "true"}
          spec:
            type: ClusterIP
            selector: {k8s-app: kube-dns}
            clusterIP: "${address}"
            clusterIPs: "${addresses}"
            ipFamilyPolicy: "${policy}"
            ports:
              - {name: dns, port: 53, targetPort: 53, protocol: UDP}
              - {name: dns-tcp, port: 53, targetPort: 53, protocol: TCP}
              - {name: metrics, port: 9153, targetPort: 9153, protocol: TCP}
          """);

  private CoreDns() {}

  static List<HasMetadata> objects(Surroundings around, ImageOverride given) {
    var dns = around.network().dns();
    var addresses = JsonNodeFactory.instance.arrayNode();
    dns.forEach(addresses::add);
    Map<String, JsonNode> values =
        Map.of(
            "corefile", TextNode.valueOf(corefile(around.network().domain())),
            "image", TextNode.valueOf(image(around, given)),
            "address", TextNode.valueOf(dns.getFirst()),
            "addresses", addresses,
            "policy", TextNode.valueOf(dns.size() > 1 ? "RequireDualStack" : "SingleStack"));
    return TEMPLATE.fill(values);
  }

  private static String corefile(String domain) {
    return """
    .:53 {
        errors
        health {
            lameduck 5s
        }
        ready
        kubernetes %s in-addr.arpa ip6.arpa {
            pods insecure
            fallthrough in-addr.arpa ip6.arpa
            ttl 30
        }
        prometheus :9153
        forward . /etc/resolv.conf {
            max_concurrent 1000
        }
        cache 30
        loop
        reload
        loadbalance
        import /etc/coredns-custom/*.override
    }
    import /etc/coredns-custom/*.server
    """
        .formatted(domain);
  }

  /** In the public registry it has a folder of its own; elsewhere it lies beside the others. */
  private static String image(Surroundings around, ImageOverride given) {
    var usual =
        around.registry().equals(Surroundings.PUBLIC_REGISTRY)
            ? around.registry() + "/coredns"
            : around.registry();
    return Images.of(given, usual, "coredns", around.release().coreDns());
  }
}
