package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.api.WireFormat;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** What replaces the pods of one control plane; each returns when nothing of the old is left. */
final class Replacement {

  private static final String OURS = "steward.butlerlabs.dev/";
  private static final String MOUNTED = "component.steward.butlerlabs.dev/";
  private static final String ROTATE = "certs.steward.butlerlabs.dev/rotate";
  private static final Duration PATIENCE = Duration.ofMinutes(4);

  private final KubernetesClient client;
  private final Orders orders;
  private final String name;

  Replacement(KubernetesClient client, Orders orders, String name) {
    this.client = client;
    this.orders = orders;
    this.name = name;
  }

  void allUp() {
    settled("all pods of " + name, (_, _) -> true);
  }

  void upgrade(String version) {
    orders.wish(name, Map.of("kubernetes", Map.of("version", version)));
    settled("pods of " + version, (deployment, _) -> image(deployment).endsWith(":" + version));
  }

  void scale(int pods) {
    orders.wish(name, Map.of("controlPlane", Map.of("deployment", Map.of("replicas", pods))));
    settled(pods + " pods", (deployment, _) -> deployment.getSpec().getReplicas() == pods);
  }

  void newServingCertificate() {
    ask("api-server-certificate");
    settled("a new serving certificate", (_, _) -> true);
  }

  /** Two replacements: everybody trusts it, and then it signs. */
  void newRoot() {
    ask("ca");
    settled("a new root", (_, secrets) -> secrets.stream().anyMatch(this::replacedRoot));
  }

  /** The certificate that signs. */
  String root() {
    return secrets().stream()
        .filter(secret -> secret.getMetadata().getName().equals(name + "-ca"))
        .map(secret -> secret.getData().get("tls.crt"))
        .findFirst()
        .orElseThrow();
  }

  private boolean replacedRoot(Secret secret) {
    return secret.getMetadata().getName().equals(name + "-ca")
        && secret.getData().containsKey("previous.crt");
  }

  private void ask(String part) {
    var note = Map.of("metadata", Map.of("annotations", Map.of(ROTATE, "")));
    client
        .secrets()
        .inNamespace(Orders.NAMESPACE)
        .withName(name + "-" + part)
        .patch(PatchContext.of(PatchType.JSON_MERGE), WireFormat.serialization().asJson(note));
  }

  private void settled(String what, BiPredicate<Deployment, List<Secret>> holds) {
    Waiting.until(
        what,
        PATIENCE,
        Duration.ofMillis(250),
        () -> {
          var secrets = secrets();
          var deployment =
              client.apps().deployments().inNamespace(Orders.NAMESPACE).withName(name).get();
          return deployment != null
                  && secrets.stream().noneMatch(Replacement::rotating)
                  && rolledOut(deployment)
                  && mounts(deployment, secrets)
                  && holds.test(deployment, secrets)
              ? Optional.of(true)
              : Optional.empty();
        });
  }

  private List<Secret> secrets() {
    var labels = Map.of(OURS + "name", name);
    return client.secrets().inNamespace(Orders.NAMESPACE).withLabels(labels).list().getItems();
  }

  private static boolean rotating(Secret secret) {
    return "".equals(annotation(secret, ROTATE)) || secret.getData().containsKey("next.key");
  }

  private static @Nullable String annotation(Secret secret, String key) {
    var annotations = secret.getMetadata().getAnnotations();
    return annotations == null ? null : annotations.get(key);
  }

  private static boolean rolledOut(Deployment deployment) {
    var pods = deployment.getSpec().getReplicas();
    var status = deployment.getStatus();
    return Objects.equals(status.getObservedGeneration(), deployment.getMetadata().getGeneration())
        && Objects.equals(status.getReplicas(), pods)
        && Objects.equals(status.getUpdatedReplicas(), pods)
        && Objects.equals(status.getReadyReplicas(), pods)
        && Objects.requireNonNullElse(status.getTerminatingReplicas(), 0) == 0;
  }

  /** Whether its pods began with what the Secrets hold now. */
  private static boolean mounts(Deployment deployment, List<Secret> secrets) {
    var sums = new HashMap<String, String>();
    for (var secret : secrets) {
      sums.put(
          secret.getMetadata().getLabels().get(OURS + "component"),
          Objects.requireNonNullElse(annotation(secret, OURS + "checksum"), ""));
    }
    return deployment.getSpec().getTemplate().getMetadata().getLabels().entrySet().stream()
        .filter(label -> label.getKey().startsWith(MOUNTED))
        .allMatch(
            label -> label.getValue().equals(sums.get(label.getKey().substring(MOUNTED.length()))));
  }

  private static String image(Deployment deployment) {
    return deployment.getSpec().getTemplate().getSpec().getContainers().getFirst().getImage();
  }
}
