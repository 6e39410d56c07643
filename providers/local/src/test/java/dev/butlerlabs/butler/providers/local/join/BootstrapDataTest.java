package dev.butlerlabs.butler.providers.local.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.pki.BootstrapToken;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.providers.local.CloudConfigs;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Bootstrap data as Cluster API's kubeadm bootstrap provider writes it, and what is wrong with
 * others.
 */
class BootstrapDataTest {

  private static final String TOKEN = "abcdef.0123456789abcdef";
  private static final String PIN = "sha256:" + "ab".repeat(32);

  @Test
  void aWorkerJoinsByTokenWithPinsLabelsAndTaints() {
    var order =
        usable(
            CloudConfigs.byToken(
                "10.1.2.3:6443",
                TOKEN,
                PIN,
                """
                criSocket: unix:///var/run/containerd/containerd.sock
                kubeletExtraArgs:
                - name: node-labels
                  value: pool=md-0,empty=
                - name: register-with-taints
                  value: gpu=true:NoSchedule,old:NoExecute
                name: '{{ ds.meta_data.local_hostname }}'
                taints:
                - effect: NoSchedule
                  key: node.cluster.x-k8s.io/uninitialized
                """));

    assertThat(order.discovery())
        .isEqualTo(
            new Discovery.ByToken(
                "10.1.2.3:6443",
                BootstrapToken.parse(TOKEN),
                List.of(PIN),
                BootstrapToken.parse(TOKEN)));
    assertThat(order.nodeName()).isEqualTo("worker-1");
    assertThat(order.labels()).isEqualTo(Map.of("pool", "md-0", "empty", ""));
    assertThat(order.taints())
        .containsExactly(
            new TaintBuilder()
                .withKey("node.cluster.x-k8s.io/uninitialized")
                .withEffect("NoSchedule")
                .build(),
            new TaintBuilder().withKey("gpu").withValue("true").withEffect("NoSchedule").build(),
            new TaintBuilder().withKey("old").withEffect("NoExecute").build());
  }

  @Test
  void argumentsMayBeAMapAsInOlderVersions() {
    var order =
        usable(CloudConfigs.byToken("h:1", TOKEN, PIN, "kubeletExtraArgs: {node-labels: a=b}\n"));

    assertThat(order.labels()).isEqualTo(Map.of("a", "b"));
    assertThat(order.nodeName()).isEqualTo("worker-1");
  }

  @Test
  void aWorkerJoinsByAFileItIsGiven() {
    var authority = authority();
    var kubeconfig =
        """
        apiVersion: v1
        kind: Config
        clusters:
        - name: a
          cluster: {server: "https://10.1.2.3:6443", certificate-authority-data: %s}
        """
            .formatted(base64(authority.certificatePem()));

    var order = usable(CloudConfigs.byFile(kubeconfig, TOKEN, "kubeletExtraArgs: []\n"));

    assertThat(order.discovery()).isInstanceOf(Discovery.ByFile.class);
    var found = (Discovery.ByFile) order.discovery();
    assertThat(found.whereabouts().server()).hasToString("https://10.1.2.3:6443");
    assertThat(found.whereabouts().authorities()).containsExactly(authority.certificate());
    assertThat(found.token().reveal()).isEqualTo(TOKEN);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "caCertHashes:|other:|has no caCertHashes and does not say that it needs none",
        "token: abcdef.0123456789abcdef|token: short|bootstrap token is six characters",
        "10.1.2.3:6443|nonsense|apiServerEndpoint is no host:port",
        "kind: JoinConfiguration|kind: InitConfiguration|it has no JoinConfiguration of kubeadm",
        "kind: JoinConfiguration|'kind: JoinConfiguration\n      controlPlane: {}'|joins a control plane",
        "#cloud-config|#!/bin/sh|does not begin with #cloud-config",
        "bootstrapToken:|magic:|neither discovery by token nor by file",
        "name: x|name: '{{ ds.meta_data.serial }}'|asks for something this machine cannot tell",
      })
  void whatCannotBeUsedIsSaidAndNotQuoted(String part, String instead, String why) {
    var text = CloudConfigs.byToken("10.1.2.3:6443", TOKEN, PIN, "name: x\n");
    assertThat(text).contains(part);

    var read = BootstrapData.read(text.replace(part, instead), "cloud-config", "worker-1");

    assertThat(read).isInstanceOf(BootstrapData.Unusable.class);
    assertThat(((BootstrapData.Unusable) read).why())
        .contains(why)
        .doesNotContain("0123456789abcdef");
  }

  @Test
  void otherFormatsAreRefusedByName() {
    assertThat(BootstrapData.read("{}", "ignition", "worker-1"))
        .isEqualTo(
            new BootstrapData.Unusable(
                "it is ignition, and simulated workers read cloud-config only"));
  }

  @Test
  void anEndpointIsPinnedByItsPublicKey() {
    var authority = authority();
    var there = new Whereabouts(java.net.URI.create("https://h"), List.of(authority.certificate()));

    assertThat(there.matches(List.of())).isTrue();
    assertThat(there.matches(List.of(PIN))).isFalse();
  }

  private static JoinOrder usable(String text) {
    var read = BootstrapData.read(text, "cloud-config", "worker-1");
    assertThat(read).isInstanceOf(BootstrapData.Usable.class);
    return ((BootstrapData.Usable) read).order();
  }

  private static CertificateAuthority authority() {
    try (var timeline = new SystemTimeline()) {
      return CertificateAuthority.selfSigned(
          "ca", KeyKind.EC_P256, Duration.ofDays(1), timeline.instant(), new SecureRandom());
    }
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
