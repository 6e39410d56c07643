package dev.butlerlabs.butler.steward.kubeconfigs;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.LabelSelector;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.KubeconfigGenerator;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorSpec;
import dev.butlerlabs.butler.api.steward.KubeconfigGeneratorSpec.CompoundValue;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cleanup;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Roots;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Generators end in the same state whatever breaks on the way. */
@OnRealApiServer
class GeneratorFaultsIT {

  private static final Instant NOW = Instant.parse("2026-03-01T10:00:00Z");
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final CertificateAuthority ROOT =
      CertificateAuthority.selfSigned(
          "kubernetes", KeyKind.EC_P256, Duration.ofDays(3650), NOW, RANDOM);

  @Test
  void kubeconfigsAreMadeWhateverBreaks(TestCluster cluster) {
    install(cluster);
    var outcome = CrashMatrix.of(cluster, new Making()).with(WireFormat.serialization()).run();
    System.out.println(outcome);
    assertThat(outcome.calls()).isNotEmpty();
  }

  @Test
  void kubeconfigsGoWhateverBreaks(TestCluster cluster) {
    install(cluster);
    var outcome = CrashMatrix.of(cluster, new Going()).with(WireFormat.serialization()).run();
    System.out.println(outcome);
    assertThat(outcome.calls()).isNotEmpty();
  }

  private static void install(TestCluster cluster) {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/kubeconfiggenerators.steward.butlerlabs.dev.yaml");
  }

  private static final class Making implements Story {

    @Override
    public void arrange(KubernetesClient admin, String namespace) {
      order(admin, namespace);
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      make(process.client(), namespace);
    }

    @Override
    public String endState(KubernetesClient admin, String namespace) {
      var told =
          admin
              .genericKubernetesResources("steward.butlerlabs.dev/v1alpha1", "KubeconfigGenerator")
              .withName(namespace)
              .require();
      return told.get("status") + " " + made(admin, namespace).stream().map(this::text).toList();
    }

    private String text(Secret secret) {
      var config = Kubeconfig.parse(SecretText.of(secret).getOrDefault("value", ""));
      var login = (Kubeconfig.Login.Certificate) config.login();
      return "%s at %s, signed %s"
          .formatted(
              config.user(),
              config.address(),
              CertificateAuthority.signed(ROOT.certificate(), login.chain().getFirst()));
    }
  }

  private static final class Going implements Story {

    @Override
    public void arrange(KubernetesClient admin, String namespace) {
      order(admin, namespace);
      make(admin, namespace);
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      var reconciler = new GeneratorReconciler(process.client(), InstantSource.fixed(NOW));
      var generator = generator(process.client(), namespace);
      var cleanup = reconciler.cleanup(generator, context(process.client(), namespace));
      if (!(cleanup instanceof Cleanup.Done)) {
        throw new IllegalStateException(cleanup.toString());
      }
    }

    @Override
    public String endState(KubernetesClient admin, String namespace) {
      return made(admin, namespace).toString();
    }
  }

  private static void make(KubernetesClient client, String namespace) {
    var reconciler = new GeneratorReconciler(client, InstantSource.fixed(NOW));
    var outcome = reconciler.reconcile(generator(client, namespace), context(client, namespace));
    if (outcome instanceof Outcome.Failed(_, var problem)) {
      throw new IllegalStateException(problem.sentence());
    }
  }

  private static KubeconfigGenerator generator(KubernetesClient client, String namespace) {
    return client.resources(KubeconfigGenerator.class).withName(namespace).require();
  }

  private static Context context(KubernetesClient client, String namespace) {
    return new Context(
        new ObjectKey("", namespace),
        new StoredCache(client, namespace),
        NOW,
        NOW.plusSeconds(60),
        0,
        "run");
  }

  private static List<Secret> made(KubernetesClient admin, String namespace) {
    return admin
        .secrets()
        .inNamespace(namespace)
        .withLabel("steward.butlerlabs.dev/managed-by", namespace)
        .list()
        .getItems();
  }

  private static void order(KubernetesClient admin, String namespace) {
    admin
        .load(
            new ByteArrayInputStream(
                """
                apiVersion: steward.butlerlabs.dev/v1alpha1
                kind: TenantControlPlane
                metadata: {namespace: %s, name: shop}
                spec:
                  kubernetes: {version: v1.36.3, kubelet: {}}
                  controlPlane: {service: {serviceType: ClusterIP}}
                """
                    .formatted(namespace)
                    .getBytes(UTF_8)))
        .create();
    var uid =
        admin
            .genericKubernetesResources("steward.butlerlabs.dev/v1alpha1", "TenantControlPlane")
            .inNamespace(namespace)
            .withName("shop")
            .require()
            .getMetadata()
            .getUid();
    store(admin, namespace, uid, Part.CA, Roots.alone(Part.CA, ROOT));
    store(admin, namespace, uid, Part.ADMIN, Map.of("admin.conf", adminConfig()));
    var generator = new KubeconfigGenerator();
    generator.setMetadata(new ObjectMetaBuilder().withName(namespace).build());
    generator.setSpec(
        new KubeconfigGeneratorSpec(
            new LabelSelector(Map.of("kubernetes.io/metadata.name", namespace), List.of()),
            null,
            new CompoundValue("anna", null),
            List.of(),
            "admin.conf"));
    admin.resource(WireFormat.serialization().asYaml(generator)).create();
  }

  private static String adminConfig() {
    var subject = Subject.named("kubernetes-admin");
    var login =
        ROOT.issue(
            CertificateOrder.client(subject, Duration.ofDays(365)), KeyKind.EC_P256, NOW, RANDOM);
    return Kubeconfig.of(
            "shop", URI.create("https://192.0.2.7:6443"), ROOT.certificate(), "admin", login)
        .render();
  }

  private static void store(
      KubernetesClient admin, String namespace, String uid, Part part, Map<String, String> texts) {
    var secret =
        new SecretBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName(part.secretOf("shop"))
            .addToLabels("steward.butlerlabs.dev/project", "steward")
            .addNewOwnerReference()
            .withApiVersion("steward.butlerlabs.dev/v1alpha1")
            .withKind("TenantControlPlane")
            .withName("shop")
            .withUid(uid)
            .endOwnerReference()
            .endMetadata()
            .withData(SecretText.encode(texts))
            .build();
    admin.resource(secret).create();
  }
}
