package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.testkit.Edit;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;

/** The user of a control plane called shop, and the node its pods are on, played by hand. */
record PlaneHand(KubernetesClient client, String namespace) {

  private static final String NAME = "shop";

  void order(String spec) {
    if (plane().isPresent()) {
      resource()
          .edit(
              Edit.atAnyVersion(
                  stored -> {
                    stored.setSpec(Planes.spec(spec));
                    return stored;
                  }));
      return;
    }
    var plane = new TenantControlPlane();
    plane.getMetadata().setName(NAME);
    plane.getMetadata().setNamespace(namespace);
    plane.setSpec(Planes.spec(spec));
    client.resource(plane).create();
  }

  void ask(Part part) {
    client
        .secrets()
        .inNamespace(namespace)
        .withName(part.secretOf(NAME))
        .edit(
            Edit.atAnyVersion(
                secret -> {
                  secret.getMetadata().getAnnotations().put(Marks.ROTATE, "");
                  return secret;
                }));
  }

  /** With one pod that takes its time to end. */
  void delete() {
    var pod =
        new PodBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName("shop-0")
            .addToLabels(Marks.NAME, NAME)
            .endMetadata()
            .withNewSpec()
            .withAutomountServiceAccountToken(false)
            .addNewContainer()
            .withName("kube-apiserver")
            .withImage("kube-apiserver")
            .endContainer()
            .endSpec()
            .build();
    client.resource(pod).create();
    resource().delete();
  }

  Optional<TenantControlPlane> plane() {
    return Optional.ofNullable(resource().get());
  }

  private Resource<TenantControlPlane> resource() {
    return client.resources(TenantControlPlane.class).inNamespace(namespace).withName(NAME);
  }

  private Optional<Deployment> deployment() {
    return Optional.ofNullable(
        client.apps().deployments().inNamespace(namespace).withName(NAME).get());
  }

  /** All pods come up; false when they all were. Pods without their Secrets never would. */
  boolean rollOut() {
    var deployment = deployment().orElseThrow();
    mountsWhatIsStored(deployment);
    var pods = deployment.getSpec().getReplicas();
    var up =
        new DeploymentStatusBuilder()
            .withObservedGeneration(deployment.getMetadata().getGeneration())
            .withReplicas(pods)
            .withUpdatedReplicas(pods)
            .withReadyReplicas(pods)
            .withAvailableReplicas(pods)
            .build();
    var before = deployment.getStatus();
    deployment.setStatus(up);
    client.resource(deployment).updateStatus();
    return !Objects.equals(before.getObservedGeneration(), up.getObservedGeneration())
        || !Objects.equals(pods, Objects.requireNonNullElse(before.getReadyReplicas(), 0));
  }

  private void mountsWhatIsStored(Deployment deployment) {
    var labels = deployment.getSpec().getTemplate().getMetadata().getLabels();
    for (var part : Part.mounted().stream().filter(Part.always()::contains).toList()) {
      assertThat(labels.get(Marks.MOUNTED + part.suffix()))
          .as("the content of %s, as pods find it", part.secretOf(NAME))
          .isEqualTo(keys(part).checksum());
    }
  }

  private Keys keys(Part part) {
    var secrets = client.secrets().inNamespace(namespace);
    var secret = secrets.withName(part.secretOf(NAME)).get();
    assertThat(secret).as(part.secretOf(NAME)).isNotNull();
    return new Keys(
        SecretText.of(secret),
        secret.getType(),
        secret.getMetadata().getAnnotations().get(Marks.ROTATE));
  }

  /** Pods end when nobody wants them any more. */
  void endPods() {
    if (deployment().isEmpty()) {
      client.pods().inNamespace(namespace).withGracePeriod(0).delete();
    }
  }

  /** What is left of it. */
  String left() {
    return "plane: %s, Deployment: %s, pods: %d, stored: "
        .formatted(
            plane().isPresent(),
            deployment().isPresent(),
            client.pods().inNamespace(namespace).list().getItems().size());
  }

  /** All that matters of it, without what is different each time. */
  String told(String phase) {
    var lines = new ArrayList<String>();
    lines.addAll(secrets());
    lines.addAll(trust());
    var deployment = deployment().orElseThrow();
    mountsWhatIsStored(deployment);
    var pods = deployment.getSpec().getTemplate();
    lines.add("labels: " + new TreeSet<>(pods.getMetadata().getLabels().keySet()));
    var all = new ArrayList<>(pods.getSpec().getInitContainers());
    all.addAll(pods.getSpec().getContainers());
    for (var container : all) {
      lines.add(container.getName() + " of " + container.getImage());
      lines.addAll(container.getArgs());
    }
    lines.add(pods.getSpec().getVolumes().toString());
    lines.add("replicas: " + deployment.getSpec().getReplicas());
    var settings = client.configMaps().inNamespace(namespace).withName("shop-kubeadmconfig");
    lines.add(settings.require().getData().toString());
    var budget = client.policy().v1().podDisruptionBudget().inNamespace(namespace).withName(NAME);
    lines.add(budget.require().getSpec().toString());
    lines.addAll(status(phase));
    return String.join("\n", lines)
        .replaceAll("(?:\\d+\\.){3}\\d+", "{address}")
        .replaceAll("tcp_[0-9a-f]{32}", "{schema}");
  }

  private List<String> secrets() {
    var lines = new ArrayList<String>();
    for (var secret : ours()) {
      var rotated = secret.getMetadata().getAnnotations().get(Marks.ROTATE);
      lines.add(
          "%s %s %s, rotated: %s"
              .formatted(
                  secret.getMetadata().getName(),
                  secret.getType(),
                  new TreeSet<>(secret.getData().keySet()),
                  rotated));
    }
    assertThat(lines).hasSize(Part.always().size());
    return lines;
  }

  private List<Secret> ours() {
    return client.secrets().inNamespace(namespace).withLabel(Marks.NAME, NAME).list().getItems();
  }

  /** How many keys are believed, and that all that was signed is signed by the first of them. */
  private List<String> trust() {
    var roots = Pem.certificates(keys(Part.CA).text("ca.crt"));
    var served = Pem.certificates(keys(Part.API_SERVER).text("apiserver.crt"));
    var admin = Kubeconfig.parse(keys(Part.ADMIN).text("admin.conf"));
    var tokens = keys(Part.SERVICE_ACCOUNT).text("sa.pub").split("BEGIN PUBLIC KEY", -1).length - 1;
    return List.of(
        "roots: %d, behind the serving certificate: %d, keys for tokens: %d"
            .formatted(roots.size(), served.size() - 1, tokens),
        "serving certificate signed by the first root: "
            + CertificateAuthority.signed(roots.getFirst(), served.getFirst()),
        "administrators trust all roots: " + admin.authorities().equals(roots));
  }

  private List<String> status(String phase) {
    var plane = plane().orElseThrow();
    var status = Objects.requireNonNull(plane.getStatus());
    var objects = Objects.requireNonNull(status.kubernetesResources());
    var lines = new ArrayList<String>();
    lines.add("finalizers: " + plane.getMetadata().getFinalizers());
    lines.add("version: " + objects.version());
    lines.add("endpoint: " + status.controlPlaneEndpoint());
    status
        .conditions()
        .forEach(one -> lines.add(one.type() + " " + one.status() + ": " + one.message()));
    assertThat(String.valueOf(objects.version()).toUpperCase(Locale.ROOT))
        .contains(phase.toUpperCase(Locale.ROOT));
    return lines;
  }
}
