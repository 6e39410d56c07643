package dev.butlerlabs.butler.addons.install;

import static dev.butlerlabs.butler.addons.helm.Workshop.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.Signatory;
import dev.butlerlabs.butler.api.Namespaces;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.addons.ManagementAddonStatus;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Addons whose charts have to be signed: the real Helm, real keys, a real API server. */
@OnRealApiServer
class ProvenanceIT {

  private static final Signatory ADA = Signatory.named("ada");
  private static final Signatory BOB = Signatory.named("bob");

  @TempDir Path folder;
  private Site site;
  private String there = "";

  @BeforeEach
  void open(TestCluster cluster) throws IOException {
    site = new Site(cluster, folder);
    there = cluster.freshNamespace();
    // Other tests may have made it.
    cluster.kubectl("create", "namespace", Namespaces.SYSTEM);
    publish("1.0.0", ADA);
  }

  @AfterEach
  void close() {
    site.cluster.kubectl("delete", "butlerconfig", "butler", "--ignore-not-found").requireSuccess();
    site.close();
  }

  @Test
  void point29_keysThatAreMissingOrWrongAreToldAndMendedByWritingTheSecret() throws IOException {
    order("1.0.0", "provenance: {keysRef: {name: keys}}");
    awaitReason("KeysMissing", "there is no Secret " + site.cluster.namespace() + "/keys");
    keys(site.cluster.namespace(), "keys", new byte[0]);
    awaitReason("KeysMissing", "is no keyring: it is empty");
    keys(site.cluster.namespace(), "keys", ADA.secretKeys());
    awaitReason("KeysMissing", "private key");
    keys(site.cluster.namespace(), "keys", BOB.publicKeys());
    awaitReason("SignatureRefused", "unknown entity");
    assertThat(site.admin.configMaps().inNamespace(there).withName("web").get()).isNull();

    keys(site.cluster.namespace(), "keys", ADA.armored().getBytes(StandardCharsets.US_ASCII));

    var installed = site.awaitPhase("shop", Phase.INSTALLED);
    assertThat(installed.signedBy()).isEqualTo(ADA.fingerprint());
    assertThat(site.shown(there, "web")).isEqualTo("1.0.0");
  }

  @Test
  void point29_whatIsInstalledStaysWhenTheNextOneIsNotSigned() throws IOException {
    keys(site.cluster.namespace(), "keys", ADA.publicKeys());
    order("1.0.0", "provenance: {keysRef: {name: keys}}");
    site.awaitPhase("shop", Phase.INSTALLED);
    site.publish("web", "2.0.0", map("2.0.0"));

    order("2.0.0", "provenance: {keysRef: {name: keys}}");
    var failed = awaitReason("ChartUnsigned", "it has no signature, and has to");

    assertThat(failed.message()).contains("version 1.0.0 still serves");
    assertThat(failed.signedBy()).isEqualTo(ADA.fingerprint());
    assertThat(site.shown(there, "web")).isEqualTo("1.0.0");
    order("2.0.0", "");
    var unsigned =
        site.awaitTold(
            "the upgrade is through",
            "shop",
            one -> one.phase() == Phase.INSTALLED && "2.0.0".equals(one.installedVersion()));
    assertThat(unsigned.signedBy()).isNull();
  }

  @Test
  void point29_platformsRuleHoldsForChartsOfOnesOwnAndKeysOfTheirOwnDoNotWeakenIt()
      throws IOException {
    var own = site.cluster.namespace();
    platform(BOB);
    keys(own, "keys", ADA.publicKeys());

    order("1.0.0", "provenance: {keysRef: {name: keys}}");
    awaitReason("SignatureRefused", "unknown entity");
    platform(ADA);

    assertThat(site.awaitPhase("shop", Phase.INSTALLED).signedBy()).isEqualTo(ADA.fingerprint());
  }

  @Test
  void point29_chartsThatComeFirstAreHeldToTheSameAndNoneIsInstalledUnlessAllAreSigned()
      throws IOException {
    platform(ADA);
    site.publish("base", "3.0.0", Map.of("map.yaml", configMap("base", "\"x\"")));
    site.publishSigned("first", "3.0.0", Map.of("map.yaml", configMap("first", "\"x\"")), ADA);
    var name =
        site.definition(
            "1.0.0",
            "prerequisites: [{chart: first, version: 3.0.0}, {chart: base, version: 3.0.0}]\n"
                + "defaults: {namespace: %s, releaseName: web}".formatted(there));
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec: {clusterRef: {name: web}, addon: %s}
        """
            .formatted(name));

    awaitReason("ChartUnsigned", "fetching chart base 3.0.0");
    assertThat(site.admin.configMaps().inNamespace(there).withName("first").get()).isNull();
    site.publishSigned("base", "3.0.0", Map.of("map.yaml", configMap("base", "\"x\"")), ADA);

    assertThat(site.awaitPhase("shop", Phase.INSTALLED).signedBy()).isEqualTo(ADA.fingerprint());
    assertThat(site.shown(there, "base")).isEqualTo("x");
    site.cluster.kubectl("delete", "tenantaddon", "shop", "-n", site.cluster.namespace());
    site.cluster.kubectl("delete", "addondefinition", name).requireSuccess();
  }

  @Test
  void point29_definitionNamesItsKeysAndTheirSecretIsFollowed() throws IOException {
    var secret = "keys-" + site.cluster.namespace();
    var name = definition(secret);
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: shop}
        spec: {clusterRef: {name: web}, addon: %s}
        """
            .formatted(name));
    awaitReason("KeysMissing", "there is no Secret butler-system/" + secret);

    keys(Namespaces.SYSTEM, secret, ADA.publicKeys());

    assertThat(site.awaitPhase("shop", Phase.INSTALLED).signedBy()).isEqualTo(ADA.fingerprint());
  }

  @Test
  void point29_managementAddonIsHeldToTheSame() throws IOException {
    var secret = "keys-" + site.cluster.namespace();
    var name = definition(secret);
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ManagementAddon
        metadata: {name: %s}
        spec: {addon: %s}
        """
            .formatted(name, name));
    var addon = site.admin.resources(ManagementAddon.class).withName(name);
    var await = new Await(site.admin).within(Site.PATIENCE);
    await.until(
        "the keys are missing",
        addon,
        one ->
            one.getStatus() != null
                && String.valueOf(one.getStatus().message()).contains("there is no Secret"));

    keys(Namespaces.SYSTEM, secret, ADA.publicKeys());

    await.until(
        "the signer is told",
        addon,
        one ->
            one.getStatus() != null
                && one.getStatus().phase() == ManagementAddonStatus.Phase.INSTALLED
                && ADA.fingerprint().equals(one.getStatus().signedBy()));
    site.cluster.kubectl("delete", "managementaddon", name).requireSuccess();
  }

  private String definition(String secret) {
    var name = site.definition("1.0.0", "defaults: {namespace: %s}".formatted(there));
    site.cluster
        .kubectl(
            "patch",
            "addondefinition",
            name,
            "--type=merge",
            "-p",
            "{\"spec\":{\"chart\":{\"provenance\":{\"keysRef\":{\"name\":\"%s\"}}}}}"
                .formatted(secret))
        .requireSuccess();
    return name;
  }

  private TenantAddonStatus awaitReason(String reason, String words) {
    var told =
        site.awaitTold(
            reason + ": " + words, "shop", one -> String.valueOf(one.message()).contains(words));
    site.awaitReason("shop", "Ready", reason);
    return told;
  }

  private void publish(String version, Signatory who) throws IOException {
    site.publishSigned("web", version, map(version), who);
  }

  private static Map<String, String> map(String version) {
    return Map.of("map.yaml", configMap("web", "\"" + version + "\""));
  }

  private void order(String version, String more) {
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
            .formatted(site.address(), there, more.isEmpty() ? "" : ", " + more, version));
  }

  /** All charts of the repository have to be signed by that one. */
  private void platform(Signatory who) throws IOException {
    var secret = "platform-" + site.cluster.namespace();
    keys(Namespaces.SYSTEM, secret, who.publicKeys());
    site.apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ButlerConfig
        metadata: {name: butler}
        spec: {addons: {signedSources: [{source: "%s", keysRef: {name: %s}}]}}
        """
            .formatted(site.address(), secret));
  }

  private void keys(String namespace, String name, byte[] keyring) {
    site.admin
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withData(Map.of("keyring", Base64.getEncoder().encodeToString(keyring)))
                .build())
        .serverSideApply();
  }
}
