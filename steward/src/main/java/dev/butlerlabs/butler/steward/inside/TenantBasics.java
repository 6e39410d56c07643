package dev.butlerlabs.butler.steward.inside;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.plane.Basics;
import dev.butlerlabs.butler.steward.plane.Tools;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBinding;
import io.fabric8.kubernetes.api.model.rbac.Role;
import io.fabric8.kubernetes.api.model.rbac.RoleBinding;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** Writes the basics of a tenant: rights, kubeadm's and kubelets' configuration, cluster-info. */
public final class TenantBasics implements Basics {

  private static final YAMLMapper YAML =
      YAMLMapper.builder()
          .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
          .disable(YAMLGenerator.Feature.SPLIT_LINES)
          .build();

  private static final Map<String, Class<? extends HasMetadata>> KINDS =
      Map.of(
          "ClusterRole", ClusterRole.class,
          "ClusterRoleBinding", ClusterRoleBinding.class,
          "Role", Role.class,
          "RoleBinding", RoleBinding.class);

  private static final Duration SOON = Duration.ofMillis(200);

  private final TenantClients tenants;
  private final List<HasMetadata> rights;

  public TenantBasics(TenantClients tenants) {
    this.tenants = tenants;
    this.rights = rights();
  }

  @Override
  public Answer<Boolean> write(Tenant tenant, byte[] kubeconfig, Plan.Basics wanted) {
    var objects = objects(wanted);
    return tenants
        .call(
            tenant,
            kubeconfig,
            client ->
                write(client, objects)
                    .then(_ -> WriteLimits.hold(client, wanted.refused()))
                    .then(_ -> inForce(client)))
        .then(known -> known ? Answer.done(true) : Answer.failed(notYet(tenant)));
  }

  @Override
  public Answer<Boolean> limit(Tenant tenant, byte[] kubeconfig, Plan.Basics wanted) {
    return tenants.call(tenant, kubeconfig, client -> WriteLimits.hold(client, wanted.refused()));
  }

  /** An API server reads new rights from its own cache, a moment after they are stored. */
  private static Answer<Boolean> inForce(KubernetesClient client) {
    var review = administrators();
    return Asking.ask(
            Attempt.to("ask", review),
            () -> client.authorization().v1().subjectAccessReview().create(review))
        .map(answer -> Boolean.TRUE.equals(answer.getStatus().getAllowed()));
  }

  /** Told outside the call, because the tenant did answer. */
  private static Trouble notYet(Tenant tenant) {
    return new Trouble.Unreachable(
        new Attempt("let administrators into", "tenant", tenant.key()),
        "its API server does not know their rights yet",
        SOON);
  }

  private static SubjectAccessReview administrators() {
    return new SubjectAccessReviewBuilder()
        .withNewMetadata()
        .endMetadata()
        .withNewSpec()
        .withUser("kubernetes-admin")
        .withGroups("kubeadm:cluster-admins", "system:authenticated")
        .withNewResourceAttributes()
        .withVerb("*")
        .withGroup("*")
        .withResource("*")
        .endResourceAttributes()
        .endSpec()
        .build();
  }

  @Override
  public void forget(Tenant tenant) {
    tenants.forget(tenant);
  }

  /** The first opens the connection that all the others share. */
  private static Answer<Boolean> write(KubernetesClient client, List<HasMetadata> objects) {
    var applier = new Applier(client, Tools.MANAGER);
    return applier
        .apply(objects.getFirst())
        .then(_ -> atOnce(applier, objects.subList(1, objects.size())));
  }

  /**
   * None needs another, and a tenant that has just come up answers slowly: one after the other they
   * would wait for each other's answers.
   */
  private static Answer<Boolean> atOnce(Applier applier, List<HasMetadata> objects) {
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var writes =
          objects.stream()
              .map(object -> (Callable<Answer<HasMetadata>>) () -> applier.apply(object))
              .toList();
      var all = Answer.done(true);
      for (var written : threads.invokeAll(writes)) {
        all = all.then(_ -> written.resultNow().map(_ -> true));
      }
      return all;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return Answer.failed(
          new Trouble.Unreachable(
              Attempt.to("apply", objects.getFirst()), "the call was cut off", Duration.ZERO));
    }
  }

  List<HasMetadata> objects(Plan.Basics wanted) {
    var objects = new ArrayList<>(rights);
    objects.add(
        configMap(
            "kube-system",
            "kubeadm-config",
            Map.of("ClusterConfiguration", wanted.clusterConfiguration())));
    objects.add(
        configMap(
            "kube-system", "kubelet-config", Map.of("kubelet", wanted.kubeletConfiguration())));
    objects.add(
        configMap("kube-public", "cluster-info", Map.of("kubeconfig", clusterInfo(wanted))));
    return objects;
  }

  private static ConfigMap configMap(String namespace, String name, Map<String, String> data) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(namespace)
        .withName(name)
        .endMetadata()
        .withData(data)
        .build();
  }

  /** A kubeconfig without a user: where the tenant is and how to know it. */
  private static String clusterInfo(Plan.Basics wanted) {
    var root = YAML.createObjectNode();
    root.put("apiVersion", "v1").put("kind", "Config");
    var cluster = root.putArray("clusters").addObject().put("name", "").putObject("cluster");
    cluster
        .put(
            "certificate-authority-data",
            Base64.getEncoder().encodeToString(wanted.authorities().getBytes(UTF_8)))
        .put("server", "https://" + wanted.endpoint());
    root.putArray("contexts");
    root.put("current-context", "");
    root.putObject("preferences");
    root.putArray("users");
    try {
      return YAML.writeValueAsString(root);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a tree can always be written", impossible);
    }
  }

  private static List<HasMetadata> rights() {
    var mapper = WireFormat.mapper();
    try (var stream = TenantBasics.class.getResourceAsStream("rights.yaml")) {
      var found = new ArrayList<HasMetadata>();
      var source = Objects.requireNonNull(stream, "rights.yaml");
      try (var documents = YAML.readerFor(JsonNode.class).<JsonNode>readValues(source)) {
        while (documents.hasNext()) {
          var tree = documents.next();
          var type = Objects.requireNonNull(KINDS.get(tree.path("kind").asText()), "kind");
          found.add(mapper.convertValue(tree, type));
        }
      }
      return List.copyOf(found);
    } catch (IOException broken) {
      throw new UncheckedIOException("rights.yaml cannot be read from the class path", broken);
    }
  }
}
