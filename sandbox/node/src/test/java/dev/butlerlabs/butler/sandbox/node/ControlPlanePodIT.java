package dev.butlerlabs.butler.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the node is for: a control plane in a pod. */
@ExtendWith(OnLab.class)
class ControlPlanePodIT {

  private final Lab lab;

  ControlPlanePodIT(Lab lab) {
    this.lab = lab;
  }

  @Test
  void twoControlPlanesOnTheSamePortsServeSideBySide() throws Exception {
    var namespace = lab.namespace();
    keys(namespace);
    for (var name : new String[] {"blue", "green"}) {
      lab.pod(namespace, pod(name));
      lab.apply(namespace, service(name));
    }

    for (var name : new String[] {"blue", "green"}) {
      var pod = lab.awaitReady(namespace, name);
      var service =
          lab.await()
              .until(
                  "the Service has an address",
                  lab.client().services().inNamespace(namespace).withName(name),
                  seen -> !seen.getStatus().getLoadBalancer().getIngress().isEmpty());
      var ip = service.getStatus().getLoadBalancer().getIngress().getFirst().getIp();

      // A Service has its address before it knows who is behind it.
      Await.untilTrue("it serves there", () -> livez(ip).equals("ok"));
      assertThat(pod.getMetadata().getAnnotations().get(StatusTeller.ADAPTATIONS))
          .contains("localhost is " + pod.getStatus().getPodIP())
          .contains("kube-apiserver: --endpoint-reconciler-type set to none")
          .contains("etcd: --listen-client-urls changed from http://127.0.0.1:2379");
    }
  }

  private String livez(String ip) {
    try {
      return lab.kubectl(
          "--kubeconfig=/dev/null",
          "--server=https://" + ip,
          "--insecure-skip-tls-verify",
          // Nobody there knows this name; without one kubectl would ask for it.
          "--username=anybody",
          "--password=anything",
          "get",
          "--raw",
          "/livez");
    } catch (IOException unclear) {
      return unclear.toString();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private static String pod(String name) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s, labels: {app: %s}}
    spec:
      nodeName: node-a
      automountServiceAccountToken: false
      securityContext: {runAsNonRoot: true, runAsUser: 65532, fsGroup: 65532, seccompProfile: {type: RuntimeDefault}}
      containers:
      - name: etcd
        image: test/etcd:1
        args: [--data-dir=/data, "--listen-client-urls=http://127.0.0.1:2379", "--advertise-client-urls=http://127.0.0.1:2379",
          "--listen-peer-urls=http://127.0.0.1:2380", "--initial-advertise-peer-urls=http://127.0.0.1:2380",
          "--initial-cluster=default=http://127.0.0.1:2380", --unsafe-no-fsync]
        volumeMounts: [{name: data, mountPath: /data}]
        readinessProbe: {tcpSocket: {port: 2379}}
      - name: kube-apiserver
        image: test/kube-apiserver:1
        command: [kube-apiserver]
        args:
        - --etcd-servers=http://localhost:2379
        - --advertise-address=$(POD_IP)
        - --cert-dir=/var/run/kubernetes
        - --secure-port=6443
        - --authorization-mode=RBAC
        - --service-cluster-ip-range=10.32.0.0/16
        - --service-account-issuer=https://kubernetes.default.svc
        - --service-account-key-file=/etc/keys/sa.pub
        - --service-account-signing-key-file=/etc/keys/sa.key
        env: [{name: POD_IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}]
        ports: [{name: api, containerPort: 6443}]
        startupProbe: {httpGet: {scheme: HTTPS, port: api, path: /livez}, periodSeconds: 10, failureThreshold: 20}
        readinessProbe: {httpGet: {scheme: HTTPS, port: api, path: /readyz}, periodSeconds: 1}
        livenessProbe: {httpGet: {scheme: HTTPS, port: api, path: /livez}, periodSeconds: 10, failureThreshold: 8}
        resources: {requests: {cpu: 100m}, limits: {memory: 1Gi}}
        securityContext: {allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: {drop: [ALL]}}
        volumeMounts: [{name: keys, mountPath: /etc/keys, readOnly: true}, {name: certs, mountPath: /var/run/kubernetes}]
      volumes:
      - {name: data, emptyDir: {}}
      - {name: certs, emptyDir: {}}
      - {name: keys, projected: {sources: [{secret: {name: keys}}]}}
    """
        .formatted(name, name);
  }

  private static String service(String name) {
    return """
    apiVersion: v1
    kind: Service
    metadata: {name: %s}
    spec: {type: LoadBalancer, selector: {app: %s}, ports: [{port: 443, targetPort: api}]}
    """
        .formatted(name, name);
  }

  private void keys(String namespace) {
    var key = SigningKey.generate(KeyKind.EC_P256, new SecureRandom());
    lab.client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("keys")
                .endMetadata()
                .withStringData(Map.of("sa.key", key.pem(), "sa.pub", key.publicPem()))
                .build())
        .create();
  }
}
