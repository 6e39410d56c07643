package dev.butlerlabs.butler.steward.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.LabelSelector;
import dev.butlerlabs.butler.api.steward.KubeconfigGenerator;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorSpec;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorSpec.CompoundValue;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorStatus;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.steward.kubeconfigs.GeneratorReconciler;
import dev.butlerlabs.butler.steward.plane.OneTenant;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Kubeconfigs that generators make for a real tenant. */
@OnRealApiServer
@ExtendWith(OneTenant.class)
class GeneratorIT {

  @Test
  void userGetsInIsRotatedAndGoesWithTheGenerator(TestCluster cluster, ServedTenant tenant) {
    try (var landlord = new Landlord(cluster)) {
      landlord.order(tenant, "{}");
      start(landlord);
      var generator = generator(landlord, "devs", "anna", "team-a");
      told(landlord, generator, status -> status.availableResources() == 1);
      var secret = secret(landlord, "shop-devs");
      var first = secret.require();
      assertThat(first.getMetadata().getOwnerReferences().getFirst().getName()).isEqualTo("shop");
      assertThat(whoIs(tenant, first)).contains("\"username\":\"anna\"").contains("\"team-a\"");

      landlord
          .cluster
          .kubectl("annotate", "secret", "shop-devs", "certs.steward.butlerlabs.dev/rotate=")
          .requireSuccess();
      var second =
          landlord
              .await()
              .until("rotated", secret, found -> !found.getData().equals(first.getData()));
      assertThat(second.getMetadata().getAnnotations())
          .hasEntrySatisfying(
              "certs.steward.butlerlabs.dev/rotate", when -> assertThat(when).startsWith("20"));
      secret.delete();
      landlord
          .await()
          .until(
              "made again",
              secret,
              found -> !found.getMetadata().getUid().equals(first.getMetadata().getUid()));

      landlord.client.resource(generator).delete();
      landlord.await().untilGone(secret);
    }
  }

  @Test
  void whatIsSelectedNoMoreLosesItsSecret(TestCluster cluster, ServedTenant tenant) {
    try (var landlord = new Landlord(cluster)) {
      landlord.order(tenant, "{}");
      start(landlord);
      var generator = generator(landlord, "gold", "anna", "team-a");
      told(landlord, generator, status -> status.availableResources() == 1);
      landlord
          .cluster
          .kubectl(
              "patch",
              "kubeconfiggenerator",
              "gold",
              "--type=merge",
              "-p",
              "{\"spec\": {\"tenantControlPlaneSelector\": {\"matchLabels\": {\"tier\": \"gold\"}}}}")
          .requireSuccess();
      landlord.await().untilGone(secret(landlord, "shop-gold"));
      told(landlord, generator, status -> status.resources() == 0);
      landlord.cluster.kubectl("label", "tcp", "shop", "tier=gold").requireSuccess();
      landlord.await().until("back", secret(landlord, "shop-gold"), _ -> true);
    }
  }

  @Test
  void nobodyBecomesKubernetesItself(TestCluster cluster, ServedTenant tenant) {
    try (var landlord = new Landlord(cluster)) {
      landlord.order(tenant, "{}");
      start(landlord);
      var generator = generator(landlord, "root", "anna", "system:masters");
      var status = told(landlord, generator, one -> !one.errors().isEmpty());
      assertThat(status.availableResources()).isZero();
      assertThat(status.errors().getFirst().message()).contains("system:masters");
      assertThat(secret(landlord, "shop-root").get()).isNull();
    }
  }

  @Test
  void secretOfSomebodyElseIsLeftAlone(TestCluster cluster, ServedTenant tenant) {
    try (var landlord = new Landlord(cluster)) {
      var foreign =
          new SecretBuilder()
              .withNewMetadata()
              .withNamespace(cluster.namespace())
              .withName("shop-mine")
              .endMetadata()
              .withData(SecretText.encode(Map.of("value", "mine")))
              .build();
      landlord.client.resource(foreign).create();
      landlord.order(tenant, "{}");
      start(landlord);
      var mine = generator(landlord, "mine", "anna", "team-a");
      var authority = generator(landlord, "ca", "anna", "team-a");
      for (var generator : List.of(mine, authority)) {
        told(landlord, generator, one -> one.errors().size() == 1);
      }
      assertThat(SecretText.of(secret(landlord, "shop-mine").require()))
          .containsEntry("value", "mine");
      assertThat(SecretText.of(secret(landlord, "shop-ca").require())).containsKey("ca.key");
      landlord.client.resource(mine).delete();
      landlord.await().untilGone(landlord.client.resource(mine));
      assertThat(secret(landlord, "shop-mine").get()).isNotNull();
    }
  }

  private static void start(Landlord landlord) {
    landlord.start(
        GeneratorReconciler.watches(), new GeneratorReconciler(landlord.client, landlord.timeline));
  }

  /** Names are the cluster's, so each test has its own; only the test's namespace is selected. */
  private static KubeconfigGenerator generator(
      Landlord landlord, String name, String user, String group) {
    var generator = new KubeconfigGenerator();
    generator.setMetadata(new ObjectMetaBuilder().withName(name).build());
    var here =
        new LabelSelector(
            Map.of("kubernetes.io/metadata.name", landlord.cluster.namespace()), List.of());
    generator.setSpec(
        new KubeconfigGeneratorSpec(
            here,
            null,
            new CompoundValue(user, null),
            List.of(new CompoundValue(group, null)),
            "admin.conf"));
    return landlord.client.resource(generator).create();
  }

  private static KubeconfigGeneratorStatus told(
      Landlord landlord, KubeconfigGenerator generator, Predicate<KubeconfigGeneratorStatus> what) {
    return Objects.requireNonNull(
        landlord
            .await()
            .until(
                "told",
                landlord.client.resource(generator),
                found -> found.getStatus() != null && what.test(found.getStatus()))
            .getStatus());
  }

  private static Resource<Secret> secret(Landlord landlord, String name) {
    return landlord.client.secrets().inNamespace(landlord.cluster.namespace()).withName(name);
  }

  private static String whoIs(ServedTenant tenant, Secret secret) {
    var text = SecretText.of(secret).getOrDefault("value", "");
    assertThat(Kubeconfig.parse(text).address()).isEqualTo(tenant.server());
    var file = tenant.file("anna.conf", text).toString();
    var said = tenant.reading("", "--kubeconfig=" + file, "auth", "whoami", "-o", "json");
    return said.out().replaceAll("\\s", "");
  }
}
