package dev.butlerlabs.butler.steward.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.admission.AdmissionGate;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class PodFragmentsIT {

  private static final String WRONG = "tolerations: [{key: a, operator: Perhaps}]";

  private final SystemTimeline time = new SystemTimeline();
  private TestCluster cluster;
  private AdmissionGate gate;

  @BeforeEach
  void open(TestCluster given) {
    cluster = given;
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/stewardcontrolplanes.controlplane.cluster.x-k8s.io.yaml",
        "crds/stewardcontrolplanetemplates.controlplane.cluster.x-k8s.io.yaml");
    var client = cluster.client(WireFormat.serialization());
    var settings =
        AdmissionSettings.usual(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            new Reach.ByUrl(URI.create("https://127.0.0.1:0")),
            cluster.namespace());
    gate =
        new AdmissionGate(
            client,
            time,
            new SimpleMeterRegistry(),
            settings,
            PodFragments.admissions(client),
            List.of());
  }

  private void start() {
    gate.start();
    Await.untilTrue("registered", () -> gate.problems().isEmpty());
    Await.untilTrue(
        "asked", () -> applying(hosted("probe", WRONG), "--dry-run=server").exit() != 0);
  }

  @AfterEach
  void close() {
    gate.close();
    time.close();
    cluster.kubectl("delete", "validatingwebhookconfiguration", cluster.namespace() + "-admission");
    Await.untilTrue(
        "nobody is asked any more",
        () -> applying(hosted("probe", WRONG), "--dry-run=server").exit() == 0);
  }

  @Test
  void fragmentsTheClusterTakesAreAccepted() {
    start();
    var good =
        """
        nodeSelector: {pool: control-planes}
        tolerations: [{key: a, operator: Exists, effect: NoSchedule}]
        affinity:
          podAntiAffinity:
            requiredDuringSchedulingIgnoredDuringExecution:
              - topologyKey: kubernetes.io/hostname
                labelSelector: {matchLabels: {a: b}}
        topologySpreadConstraints:
          - {maxSkew: 1, topologyKey: kubernetes.io/hostname, whenUnsatisfiable: ScheduleAnyway}
        additionalVolumes: [{name: extra, configMap: {name: extra}}]
        additionalVolumeMounts: {apiServer: [{name: extra, mountPath: /extra}]}
        additionalInitContainers: [{name: first, image: example.com/first}]
        additionalContainers:
          - name: beside
            image: example.com/beside
            resources: {limits: {cpu: 100m}}
            securityContext: {runAsNonRoot: true}
            volumeMounts: [{name: etc-kubernetes-pki, mountPath: /pki}]
        podAdditionalMetadata: {labels: {a: b}, annotations: {c: d}}
        """;

    var result = applying(hosted("good", good));

    assertThat(result.stderr()).isEmpty();
    assertThat(result.stdout()).contains("good created");
    assertThat(cluster.kubectl("get", "deployments", "-o", "name").stdout()).isEmpty();
  }

  @Test
  void eachMistakeIsRefusedByTheFieldTheUserWrote() {
    start();
    var base = "spec.controlPlane.deployment.";

    refused(
        "tolerations: [{key: 5}]",
        base + "tolerations[0].key: cannot be read: number given where string is wanted");
    refused(
        "additionalContainers: [{name: a, image: i}, {name: x, image: i, ports: 80}]",
        base
            + "additionalContainers[1].ports: cannot be read: number given where ContainerPort is wanted");
    refused("tolerations: [{kye: a}]", base + "tolerations[0].kye: unknown field");
    refused(WRONG, base + "tolerations[0].operator: Unsupported value: \"Perhaps\"");
    refused(
        "additionalContainers: [{name: x, image: i, resources: {limits: {memory: much}}}]",
        base + "additionalContainers[0].resources.limits.memory: cannot be read: quantities must");
    refused(
        "additionalContainers: [{name: kube-apiserver, image: i}]",
        base + "additionalContainers[0].name: Duplicate value: \"kube-apiserver\"");
    refused(
        "additionalVolumes: [{name: v, configMap: {name: a}, secret: {secretName: b}}]",
        base
            + "additionalVolumes[0].configMap: Forbidden: may not specify more than 1 volume type");
    refused(
        "additionalVolumeMounts: {scheduler: [{name: nowhere, mountPath: /x}]}",
        base + "additionalVolumeMounts.scheduler[0].name: Not found: \"nowhere\"");
    refused("affinity: {nodeAffinty: {}}", base + "affinity.nodeAffinty: unknown field");
    refused("nodeSelector: {\"not ok\": x}", base + "nodeSelector");
    refused("strategy: {type: Sometimes}", base + "strategy: Unsupported value");
  }

  @Test
  void stewardControlPlanesAndTheirTemplatesAreCheckedToo() {
    start();

    assertThat(applying(plane("p", "deployment: {" + WRONG + "}")).stderr())
        .contains(
            "The StewardControlPlane \"p\" is invalid: spec.deployment.tolerations[0].operator");
    assertThat(
            applying(plane("p", "apiServer: {extraVolumeMounts: [{name: v, mountPth: /x}]}"))
                .stderr())
        .contains("spec.apiServer.extraVolumeMounts[0].mountPth: unknown field");
    assertThat(applying(template("t", "deployment: {" + WRONG + "}")).stderr())
        .contains(
            "The StewardControlPlaneTemplate \"t\" is invalid:"
                + " spec.template.spec.deployment.tolerations[0].operator");
    assertThat(applying(plane("p", "deployment: {nodeSelector: {a: b}}")).stdout())
        .contains("p created");
    assertThat(applying(template("t", "deployment: {nodeSelector: {a: b}}")).stdout())
        .contains("t created");
  }

  @Test
  void whatWasStoredBrokenStaysEditable() {
    applying(hosted("old", WRONG));
    start();

    assertThat(patching("old", "{\"spec\":{\"controlPlane\":{\"deployment\":{\"replicas\":1}}}}"))
        .contains("patched");
    assertThat(cluster.kubectl("label", "tenantcontrolplane", "old", "a=b").exit()).isZero();
    assertThat(
            patching(
                "old",
                "{\"spec\":{\"controlPlane\":{\"deployment\":{\"nodeSelector\":{\"a\":\"b\"}}}}}"))
        .contains("tolerations[0].operator");
  }

  private void refused(String fragment, String words) {
    var result = applying(hosted("wrong", fragment));

    assertThat(result.exit()).as(fragment).isNotZero();
    assertThat(result.stderr())
        .startsWith("The TenantControlPlane \"wrong\" is invalid: ")
        .contains(words)
        .doesNotContain("spec.template");
  }

  private KubectlResult applying(String yaml, String... flags) {
    var arguments = new ArrayList<>(List.of("apply", "-f", "-"));
    arguments.addAll(List.of(flags));
    return cluster.kubectlReading(yaml, arguments.toArray(String[]::new));
  }

  private String patching(String name, String patch) {
    var result = cluster.kubectl("patch", "tenantcontrolplane", name, "--type=merge", "-p", patch);
    return result.stdout() + result.stderr();
  }

  private static String hosted(String name, String deployment) {
    return """
        apiVersion: steward.butlerlabs.dev/v1alpha1
        kind: TenantControlPlane
        metadata: {name: %s}
        spec:
          kubernetes: {version: v1.36.3, kubelet: {}}
          addons: {konnectivity: {}}
          controlPlane:
            service: {serviceType: ClusterIP}
            deployment:
        %s
        """
        .formatted(name, deployment.indent(6));
  }

  private static String plane(String name, String settings) {
    return """
        apiVersion: controlplane.cluster.x-k8s.io/v1alpha1
        kind: StewardControlPlane
        metadata: {name: %s}
        spec:
          version: v1.36.3
          %s
        """
        .formatted(name, settings);
  }

  private static String template(String name, String settings) {
    return """
        apiVersion: controlplane.cluster.x-k8s.io/v1alpha1
        kind: StewardControlPlaneTemplate
        metadata: {name: %s}
        spec:
          template:
            spec:
              %s
        """
        .formatted(name, settings);
  }
}
