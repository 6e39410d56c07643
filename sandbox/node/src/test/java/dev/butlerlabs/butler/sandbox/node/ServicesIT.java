package dev.butlerlabs.butler.sandbox.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Services before pods of a real server: etcd, and an API server on it. */
@ExtendWith(OnLab.class)
class ServicesIT {

  private static final String ADDRESS = "sandbox.butler.butlerlabs.dev/address";

  private static final String ETCD =
      """
      apiVersion: apps/v1
      kind: Deployment
      metadata: {name: store}
      spec:
        replicas: 2
        selector: {matchLabels: {app: store}}
        strategy: {rollingUpdate: {maxUnavailable: 0, maxSurge: 1}}
        template:
          metadata: {labels: {app: store}}
          spec:
            nodeSelector: {kubernetes.io/hostname: node-a}
            automountServiceAccountToken: false
            containers:
            - name: etcd
              image: test/etcd:1
              args:
              - --data-dir=/data
              - --listen-client-urls=http://0.0.0.0:2379
              - --advertise-client-urls=http://$(IP):2379
              - --listen-peer-urls=http://127.0.0.1:2380
              - --initial-advertise-peer-urls=http://localhost:2380
              - --initial-cluster=default=http://localhost:2380
              - --unsafe-no-fsync
              env:
              - {name: IP, valueFrom: {fieldRef: {fieldPath: status.podIP}}}
              - {name: ROLLOUT, value: "0"}
              ports: [{name: client, containerPort: 2379}]
              readinessProbe: {httpGet: {path: /health, port: client}, periodSeconds: 1}
              volumeMounts: [{name: data, mountPath: /data}]
            volumes: [{name: data, emptyDir: {}}]
      """;

  private final Lab lab;

  ServicesIT(Lab lab) {
    this.lab = lab;
  }

  @Test
  void rolloutBehindALoadBalancerFailsNoNewConnection() throws Exception {
    var namespace = lab.namespace();
    lab.apply(namespace, ETCD);
    lab.apply(namespace, service("LoadBalancer"));
    awaitRolledOut(namespace, 1);
    var address =
        lab.await()
            .until("the Service has an address", find(namespace), s -> !ingress(s).isEmpty());
    var ip = ingress(address);
    Await.untilTrue("the pods are behind it", () -> trouble(ip, 80).isEmpty());

    var asking = new Asking(ip);
    try {
      lab.kubectl("-n", namespace, "set", "env", "deployment/store", "ROLLOUT=1");
      awaitRolledOut(namespace, 2);
    } finally {
      asking.stop();
    }

    assertThat(asking.failures).isEmpty();
    assertThat(asking.asked.get()).isGreaterThan(50);
  }

  /** Opens one connection after the other, about a hundred in a second. */
  private static final class Asking {

    private final List<String> failures = new CopyOnWriteArrayList<>();
    private final AtomicInteger asked = new AtomicInteger();
    private volatile boolean stopped;
    private final Thread thread;

    private Asking(String ip) {
      thread = Thread.ofPlatform().start(() -> ask(ip));
    }

    private void ask(String ip) {
      while (!stopped) {
        asked.incrementAndGet();
        var trouble = trouble(ip, 80);
        if (!trouble.isEmpty()) {
          failures.add(trouble);
        }
        // The pace leaves room for the servers; nothing is waited for.
        LockSupport.parkNanos(10_000_000);
      }
    }

    private void stop() {
      stopped = true;
      try {
        thread.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private void awaitRolledOut(String namespace, long generation) {
    lab.await()
        .until(
            "the Deployment is rolled out",
            lab.client().apps().deployments().inNamespace(namespace).withName("store"),
            d ->
                d.getStatus() != null
                    && d.getStatus().getObservedGeneration() != null
                    && d.getStatus().getObservedGeneration() >= generation
                    && d.getStatus().getObservedGeneration() >= d.getMetadata().getGeneration()
                    && Integer.valueOf(2).equals(d.getStatus().getUpdatedReplicas())
                    && Integer.valueOf(2).equals(d.getStatus().getReadyReplicas())
                    && Integer.valueOf(2).equals(d.getStatus().getReplicas()));
  }

  @Test
  void serviceIsReachedByItsNameFromAPodAndByItsAddressFromHere() throws Exception {
    var namespace = lab.namespace();
    lab.apply(namespace, ETCD);
    lab.apply(namespace, service("ClusterIP"));
    awaitRolledOut(namespace, 1);
    lab.pod(
        namespace,
        Lab.shell(
            "caller",
            "args: [\"-c\", \"until grep 'store.%s.svc ' /etc/hosts; do sleep 0.1; done; exec sleep 1000\"]"
                .formatted(namespace)));
    lab.awaitReady(namespace, "caller");

    var service =
        lab.await().until("the Service has an address", find(namespace), ServicesIT::hasAddress);
    var address = service.getMetadata().getAnnotations().getOrDefault(ADDRESS, "");
    assertThat(ingress(service)).isEmpty();
    Await.untilTrue("the pods are behind it", () -> trouble(address, 80).isEmpty());
    Await.untilTrue(
        "the pod knows the name", () -> lab.log(namespace, "caller").startsWith(address + "\t"));
  }

  @Test
  void nobodyBehindAServiceIsARefusalNotASilence() throws IOException {
    var namespace = lab.namespace();
    lab.apply(namespace, service("LoadBalancer"));
    var service =
        lab.await()
            .until("the Service has an address", find(namespace), s -> !ingress(s).isEmpty());

    assertThat(trouble(ingress(service), 80)).contains("Connection reset");
  }

  private static boolean hasAddress(Service service) {
    var annotations = service.getMetadata().getAnnotations();
    return annotations != null && annotations.containsKey(ADDRESS);
  }

  private Resource<Service> find(String namespace) {
    return lab.client().services().inNamespace(namespace).withName("store");
  }

  private static String service(String type) {
    return """
    apiVersion: v1
    kind: Service
    metadata: {name: store}
    spec:
      type: %s
      selector: {app: store}
      ports: [{name: client, port: 80, targetPort: client}]
    """
        .formatted(type);
  }

  private static String ingress(Service service) {
    var balancer = service.getStatus().getLoadBalancer();
    List<String> all =
        balancer == null || balancer.getIngress() == null
            ? List.of()
            : balancer.getIngress().stream().map(entry -> entry.getIp()).toList();
    return all.isEmpty() ? "" : all.getFirst();
  }

  /** Opens a new connection and asks etcd for its version; empty when it answers. */
  private static String trouble(String ip, int port) {
    try (var socket = new Socket(InetAddress.ofLiteral(ip), port)) {
      socket.setSoTimeout(60_000);
      var request = "GET /version HTTP/1.1\r\nHost: store\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
      var answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return answer.contains("etcdserver") ? "" : "no version in: " + answer;
    } catch (IOException e) {
      return String.valueOf(e);
    }
  }
}
