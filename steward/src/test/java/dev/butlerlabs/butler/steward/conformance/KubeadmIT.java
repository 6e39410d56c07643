package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.pki.BootstrapToken;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.testkit.Await;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the real kubeadm of the tenant's minor says to it; see {@link OldestMinorIT} too. */
@ExtendWith(OneTenant.class)
class KubeadmIT {

  /**
   * What kubeadm finds amiss with the machine the test runs on, which is no worker and shall not
   * become one. Everything it asks the tenant is left on.
   */
  private static final Map<String, String> HOST =
      new TreeMap<>(
          Map.ofEntries(
              Map.entry("IsPrivilegedUser", "tests do not run as root"),
              Map.entry("CRI", "there is no container runtime"),
              Map.entry("ContainerRuntimeVersion", "there is no container runtime"),
              Map.entry("Swap", "the machine may swap"),
              Map.entry("SystemVerification", "its kernel need not be a worker's"),
              Map.entry("Hostname", "its name need not be resolvable"),
              Map.entry("Port-10250", "something else may listen there"),
              Map.entry("KubeletVersion", "there is no kubelet"),
              Map.entry("FileExisting-crictl", "there is no container runtime"),
              Map.entry("FileExisting-conntrack", "there is no kube-proxy"),
              Map.entry("FileExisting-ip", "networks are not set up here"),
              Map.entry("FileExisting-iptables", "networks are not set up here"),
              Map.entry("FileExisting-mount", "nothing is mounted here"),
              Map.entry("FileExisting-nsenter", "nothing is entered here"),
              Map.entry("FileExisting-losetup", "nothing is mounted here"),
              Map.entry("FileContent--proc-sys-net-ipv4-ip_forward", "the machine does not route"),
              Map.entry(
                  "FileContent--proc-sys-net-bridge-bridge-nf-call-iptables",
                  "the machine has no bridge"),
              Map.entry("DirAvailable--etc-kubernetes-manifests", "the machine may be a node"),
              Map.entry("FileAvailable--etc-kubernetes-kubelet.conf", "the machine may be a node"),
              Map.entry(
                  "FileAvailable--etc-kubernetes-bootstrap-kubelet.conf",
                  "the machine may be a node"),
              Map.entry("FileAvailable--etc-kubernetes-pki-ca.crt", "the machine may be a node")));

  private final SecureRandom random = new SecureRandom();

  @Test
  void acceptsWhatTenantsOfItsMinorPublish(ServedTenant tenant) {
    configurationIsValid(tenant);
  }

  @Test
  void findsEverythingItNeedsInTenantsOfItsMinor(ServedTenant tenant) {
    preflightPasses(tenant);
  }

  @Test
  void preflightFailsWhenSomethingIsMissing(ServedTenant tenant) {
    var other = BootstrapToken.generate(random);
    var said = preflight(tenant, other, authorityHash(tenant), Duration.ofSeconds(2));
    assertThat(said.exit()).as(said.toString()).isNotZero();
    var wrong = "sha256:" + "0".repeat(64);
    said = preflight(tenant, new Joining(tenant, random).token(), wrong, Duration.ofSeconds(5));
    assertThat(said.exit()).as(said.toString()).isNotZero();
  }

  private static void configurationIsValid(ServedTenant tenant) {
    var all = published(tenant, "kubeadm-config", "ClusterConfiguration");
    all += "\n---\n" + published(tenant, "kubelet-config", "kubelet");
    var said =
        tenant.kubeadm("config", "validate", "--config", tenant.file("all.yaml", all).toString());
    assertThat(said.exit()).as(said.toString()).isZero();
    assertThat(said.out() + said.err()).doesNotContainIgnoringCase("warning");
  }

  private static String published(ServedTenant tenant, String configMap, String key) {
    var stored =
        tenant.admin().configMaps().inNamespace("kube-system").withName(configMap).require();
    return Objects.requireNonNull(stored.getData().get(key));
  }

  private void preflightPasses(ServedTenant tenant) {
    var token = new Joining(tenant, random).token();
    new Await(tenant.admin())
        .until(
            "signed",
            tenant.admin().configMaps().inNamespace("kube-public").withName("cluster-info"),
            info -> info.getData().containsKey("jws-kubeconfig-" + token.id()));
    var said = preflight(tenant, token, authorityHash(tenant), Duration.ofSeconds(30));
    assertThat(said.exit()).as(said.toString()).isZero();
    assertThat(said.out()).contains("Reading configuration from the \"kubeadm-config\" ConfigMap");
  }

  private static ServedTenant.Said preflight(
      ServedTenant tenant, BootstrapToken token, String authorityHash, Duration patience) {
    var config =
        """
        apiVersion: kubeadm.k8s.io/v1beta4
        kind: JoinConfiguration
        discovery:
          bootstrapToken:
            apiServerEndpoint: %s
            token: %s
            caCertHashes: ["%s"]
        nodeRegistration:
          name: worker-of-kubeadm
          criSocket: unix:///run/containerd/containerd.sock
          ignorePreflightErrors: [%s]
        timeouts: {discovery: %ds, kubernetesAPICall: %ds}
        """
            .formatted(
                tenant.server().substring("https://".length()),
                token.reveal(),
                authorityHash,
                String.join(", ", List.copyOf(HOST.keySet())),
                patience.toSeconds(),
                patience.toSeconds());
    return tenant.kubeadm(
        "join", "phase", "preflight", "--config", tenant.file("join.yaml", config).toString());
  }

  /** As an administrator tells it to whoever joins. */
  private static String authorityHash(ServedTenant tenant) {
    var authority = Kubeconfig.parse(tenant.kubeconfig("admin.conf")).authorities().getFirst();
    try {
      var digest =
          MessageDigest.getInstance("SHA-256").digest(authority.getPublicKey().getEncoded());
      return "sha256:" + HexFormat.of().formatHex(digest);
    } catch (GeneralSecurityException impossible) {
      throw new IllegalStateException(impossible);
    }
  }
}
