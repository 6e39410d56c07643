package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.OciStandIn;
import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Charts of a registry over TLS, with an authority of its own, that asks who is there: the real
 * Helm, a real API server.
 */
@OnRealApiServer
class RegistryIT {

  private static final String PASSWORD = "canary-4712";

  @TempDir Path folder;
  private Site site;
  private OciStandIn registry;
  private CertificateAuthority authority;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    authority = authority("house");
    var order =
        CertificateOrder.server(
            Subject.named("charts"), SubjectAltName.all("127.0.0.1"), Duration.ofHours(6));
    var identity = authority.issue(order, KeyKind.EC_P256, Instant.now(), new SecureRandom());
    registry =
        OciStandIn.secure(TlsContext.of(identity, authority.certificate())).only("ada", PASSWORD);
    for (var version : new String[] {"1.0.0", "2.0.0"}) {
      var chart = site.workshop.chart("web", version, Map.of("map.yaml", map(version)));
      registry.put("charts/web", version, Files.readAllBytes(site.workshop.pack(chart)));
    }
  }

  @AfterEach
  void close() {
    site.close();
    registry.close();
  }

  @Test
  void point1_chartComesFromARegistryOverTlsWithAPasswordAndAnAuthorityOfItsOwn() {
    secret(base(), PASSWORD, authority.certificatePem());

    order("1.0.0");
    site.awaitPhase("shop", Phase.INSTALLED);
    assertThat(site.shown(there, "web")).isEqualTo("1.0.0");
    order("2.0.0");
    site.awaitTold(
        "the upgrade is through",
        "shop",
        one -> one.phase() == Phase.INSTALLED && "2.0.0".equals(one.installedVersion()));

    assertThat(site.shown(there, "web")).isEqualTo("2.0.0");
  }

  @Test
  void point1_whatARegistryTurnsAwayIsToldAndMendedByWritingTheSecret() {
    secret(base(), PASSWORD, "");
    order("1.0.0");
    awaitTold("give the authority that signed the repository's certificate");
    secret(base(), PASSWORD, authority("stranger").certificatePem());
    awaitTold("give the authority that signed the repository's certificate");
    secret(base(), "wrong", authority.certificatePem());
    awaitTold("check user and password for the repository");
    secret("oci://charts.example.com", PASSWORD, authority.certificatePem());
    awaitTold("charts is for oci://charts.example.com");

    secret(base(), PASSWORD, authority.certificatePem());

    site.awaitPhase("shop", Phase.INSTALLED);
    assertThat(site.events("shop", "AddonFailed").toString()).doesNotContain(PASSWORD);
  }

  /** The publisher's name leads nowhere, as on a site without internet. */
  @Test
  void point19_chartThatIsNotPinnedComesFromAMirrorOnceThereIsOne(TestCluster cluster) {
    var publisher = "https://charts.publisher.invalid/stable";
    order(publisher, "1.0.0", "");
    awaitTold(publisher);
    // Other tests may have made it.
    cluster.kubectl("create", "namespace", Namespaces.SYSTEM);
    secret(Namespaces.SYSTEM, base(), PASSWORD, authority.certificatePem());

    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ButlerConfig
        metadata: {name: butler}
        spec:
          addons:
            allowedSources: ["https://charts.publisher.invalid"]
            mirrors: [{source: "%s", mirror: "%s", credentialsRef: {name: charts}}]
        """
            .formatted(publisher, base()));
    try {
      site.awaitPhase("shop", Phase.INSTALLED);
      assertThat(site.shown(there, "web")).isEqualTo("1.0.0");
      order(publisher, "2.0.0", "");
      site.awaitTold(
          "the upgrade is through",
          "shop",
          one -> one.phase() == Phase.INSTALLED && "2.0.0".equals(one.installedVersion()));
    } finally {
      cluster.kubectl("delete", "butlerconfig", "butler").requireSuccess();
    }
  }

  private void awaitTold(String what) {
    var told =
        site.awaitTold(what, "shop", status -> String.valueOf(status.message()).contains(what));
    assertThat(told.toString()).doesNotContain(PASSWORD);
  }

  private static CertificateAuthority authority(String name) {
    return CertificateAuthority.selfSigned(
        name, KeyKind.EC_P256, Duration.ofDays(1), Instant.now(), new SecureRandom());
  }

  private static String map(String version) {
    return configMap("web", "\"" + version + "\"");
  }

  private String base() {
    return registry.address("charts").toString();
  }

  private void order(String version) {
    order(base(), version, ", credentialsRef: {name: charts}");
  }

  private void order(String repository, String version, String more) {
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec:
          clusterRef: {name: web}
          helm: {repository: "%s", chart: web, namespace: %s%s}
          version: %s
        """
            .formatted(repository, there, more, version));
  }

  private void secret(String url, String password, String trusted) {
    secret(site.cluster.namespace(), url, password, trusted);
  }

  private void secret(String namespace, String url, String password, String trusted) {
    var data = new LinkedHashMap<>(Map.of("url", url, "username", "ada", "password", password));
    data.put("ca.crt", trusted);
    site.admin
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("charts")
                .endMetadata()
                .withStringData(data)
                .build())
        .serverSideApply();
  }
}
