package dev.butlerlabs.butler.steward.plane.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.Checksum;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.zjsonpatch.JsonPatch;
import io.fabric8.zjsonpatch.JsonPatchException;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** What kubeadm and joining kubelets are told about a control plane. */
final class KubeadmSettings {

  static final String CLUSTER_CONFIGURATION = "ClusterConfiguration";
  static final String KUBELET = "kubelet";

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  private KubeadmSettings() {}

  /** In the management cluster: what joining nodes will read in the tenant. */
  static ConfigMap configMap(Blueprint print, Endpoint.Known endpoint) {
    var data =
        Map.of(
            CLUSTER_CONFIGURATION, clusterConfiguration(print, endpoint),
            KUBELET, kubeletConfiguration(print));
    var metadata = print.metadata(print.name() + "-kubeadmconfig", "kubeadmconfig");
    metadata.setAnnotations(Map.of(Marks.CHECKSUM, Checksum.of(data).text()));
    return new ConfigMapBuilder().withMetadata(metadata).withData(data).build();
  }

  static String clusterConfiguration(Blueprint print, Endpoint.Known endpoint) {
    var root = YAML.createObjectNode();
    root.put("apiVersion", print.release().kubeadmApi()).put("kind", CLUSTER_CONFIGURATION);
    var names = root.putObject("apiServer").putArray("certSANs");
    endpoint.names().forEach(name -> names.add(name.toString()));
    root.put("caCertificateValidityPeriod", Part.ROOT_LIFE.toHours() + "h0m0s")
        .put("certificateValidityPeriod", Part.LEAF_LIFE.toHours() + "h0m0s")
        .put("certificatesDir", CommandLines.PKI)
        .put("clusterName", print.name())
        .put("controlPlaneEndpoint", endpoint.server().toString())
        .put("encryptionAlgorithm", "ECDSA-P256");
    etcd(root.putObject("etcd").putObject("external"));
    root.put(
            "imageRepository",
            Objects.requireNonNullElse(print.registry().registry(), "registry.k8s.io"))
        .put("kubernetesVersion", print.target().version().toString());
    root.putObject("networking")
        .put("dnsDomain", print.domain())
        .put("podSubnet", print.podRange())
        .put("serviceSubnet", print.serviceRange());
    return yaml(root);
  }

  /** Tenants need not know where their data is; kubeadm only wants an address. */
  private static void etcd(ObjectNode external) {
    external
        .put("caFile", CommandLines.PKI + "/etcd/ca.crt")
        .put("certFile", CommandLines.PKI + "/etcd/server.crt")
        .put("keyFile", CommandLines.PKI + "/etcd/server.key")
        .putArray("endpoints")
        .add("https://127.0.0.1:2379");
  }

  /** Only what kubelets cannot know by themselves: each defaults the rest as its version does. */
  static String kubeletConfiguration(Blueprint print) {
    var kubelet = print.spec().kubernetes().kubelet();
    var root = YAML.createObjectNode();
    root.put("apiVersion", "kubelet.config.k8s.io/v1beta1").put("kind", "KubeletConfiguration");
    var authentication = root.putObject("authentication");
    authentication.putObject("anonymous").put("enabled", false);
    authentication.putObject("webhook").put("enabled", true);
    authentication.putObject("x509").put("clientCAFile", CommandLines.PKI + "/ca.crt");
    root.putObject("authorization").put("mode", "Webhook");
    if (kubelet.cgroupfs() != null) {
      root.put("cgroupDriver", kubelet.cgroupfs().name().toLowerCase(Locale.ROOT));
    }
    var dns = root.putArray("clusterDNS");
    print.dnsAddresses().forEach(dns::add);
    root.put("clusterDomain", print.domain())
        .put("rotateCertificates", true)
        .put("staticPodPath", "/etc/kubernetes/manifests");
    return yaml(patched(root, print));
  }

  private static JsonNode patched(ObjectNode root, Blueprint print) {
    var patches = print.spec().kubernetes().kubelet().configurationJSONPatches();
    try {
      return JsonPatch.apply(WireFormat.mapper().valueToTree(patches), root);
    } catch (JsonPatchException wrong) {
      throw new IllegalArgumentException(
          "kubelet.configurationJSONPatches cannot be applied: " + wrong.getMessage(), wrong);
    }
  }

  private static String yaml(JsonNode tree) {
    try {
      return YAML.writeValueAsString(tree);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree can always be written", impossible);
    }
  }
}
