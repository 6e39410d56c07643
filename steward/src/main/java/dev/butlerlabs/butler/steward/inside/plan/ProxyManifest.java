package dev.butlerlabs.butler.steward.inside.plan;

/** The objects of the proxies as they are written down, with holes. */
final class ProxyManifest {

  /** Where kubelets ask a proxy how it is. */
  static final int HEALTH = 10270;

  /** The Deployment stands last. */
  static final String TEXT =
      """
      apiVersion: v1
      kind: ServiceAccount
      metadata:
        namespace: kube-system
        name: steward-tcp-proxy
        labels: {k8s-app: steward-tcp-proxy}
      automountServiceAccountToken: false
      ---
      apiVersion: v1
      kind: Service
      metadata:
        namespace: kube-system
        name: steward-tcp-proxy
        labels: {k8s-app: steward-tcp-proxy}
      spec:
        type: ClusterIP
        clusterIP: None
        ipFamilyPolicy: "${policy}"
        ipFamilies: "${families}"
        selector: {k8s-app: steward-tcp-proxy}
        ports:
          - {name: https, port: 6443, targetPort: 6443, protocol: TCP}
      ---
      apiVersion: apps/v1
      kind: Deployment
      metadata:
        namespace: kube-system
        name: steward-tcp-proxy
        labels: {k8s-app: steward-tcp-proxy}
      spec:
        replicas: 2
        strategy: {type: RollingUpdate, rollingUpdate: {maxUnavailable: 1, maxSurge: 0}}
        selector: {matchLabels: {k8s-app: steward-tcp-proxy}}
        template:
          metadata: {labels: {k8s-app: steward-tcp-proxy}}
          spec:
            serviceAccountName: steward-tcp-proxy
            automountServiceAccountToken: false
            enableServiceLinks: false
            hostNetwork: true
            dnsPolicy: Default
            hostAliases: "${hostAliases}"
            priorityClassName: system-cluster-critical
            terminationGracePeriodSeconds: 40
            nodeSelector: {kubernetes.io/os: linux}
            tolerations:
              - {key: CriticalAddonsOnly, operator: Exists}
              - {key: node.kubernetes.io/not-ready, operator: Exists, effect: NoSchedule}
              - {key: node.kubernetes.io/network-unavailable, operator: Exists, effect: NoSchedule}
              - key: node.cloudprovider.kubernetes.io/uninitialized
                operator: Exists
                effect: NoSchedule
              - {key: node.cilium.io/agent-not-ready, operator: Exists}
            securityContext:
              runAsNonRoot: true
              runAsUser: 65532
              runAsGroup: 65532
              fsGroup: 65532
              seccompProfile: {type: RuntimeDefault}
            containers:
              - name: tcp-proxy
                image: "${image}"
                imagePullPolicy: IfNotPresent
                args: "${arguments}"
                ports:
                  - {name: https, containerPort: 6443, protocol: TCP}
                  - {name: health, containerPort: 10270, protocol: TCP}
                resources: "${resources}"
                startupProbe:
                  httpGet: {path: /livez, port: 10270, scheme: HTTP}
                  periodSeconds: 1
                  failureThreshold: 60
                readinessProbe:
                  httpGet: {path: /readyz, port: 10270, scheme: HTTP}
                  periodSeconds: 5
                  timeoutSeconds: 3
                  failureThreshold: 2
                livenessProbe:
                  httpGet: {path: /livez, port: 10270, scheme: HTTP}
                  periodSeconds: 10
                  timeoutSeconds: 5
                  failureThreshold: 6
                securityContext:
                  allowPrivilegeEscalation: false
                  readOnlyRootFilesystem: true
                  capabilities: {drop: [ALL]}
                volumeMounts: "${mounts}"
            volumes: "${volumes}"
      """;

  private ProxyManifest() {}
}
