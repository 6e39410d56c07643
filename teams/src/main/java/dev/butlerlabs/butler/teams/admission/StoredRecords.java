package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicy;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.Requester;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Looks things up as they are stored: what a user has just written must count. */
public final class StoredRecords implements Records {

  private static final String CONFIG = "butler";

  private final KubernetesClient client;

  public StoredRecords(KubernetesClient client) {
    this.client = client;
  }

  @Override
  public Optional<ButlerConfig> config() {
    var one = client.resources(ButlerConfig.class).withName(CONFIG);
    return ask("ButlerConfig", ObjectKey.cluster(CONFIG), () -> Optional.ofNullable(one.get()));
  }

  @Override
  public Optional<Team> findTeam(String name) {
    var one = client.resources(Team.class).withName(name);
    return ask("Team", ObjectKey.cluster(name), () -> Optional.ofNullable(one.get()));
  }

  @Override
  public Optional<ProviderConfig> findProvider(ObjectKey key) {
    var one =
        client.resources(ProviderConfig.class).inNamespace(key.namespace()).withName(key.name());
    return ask("ProviderConfig", key, () -> Optional.ofNullable(one.get()));
  }

  @Override
  public List<ClusterCreationPolicy> policies() {
    return ask(
        "ClusterCreationPolicy",
        ObjectKey.cluster("(all)"),
        () -> client.resources(ClusterCreationPolicy.class).list().getItems());
  }

  @Override
  public List<TenantCluster> clusters(String namespace) {
    return ask(
        "TenantCluster",
        new ObjectKey(namespace, "(all)"),
        () -> client.resources(TenantCluster.class).inNamespace(namespace).list().getItems());
  }

  @Override
  public List<TenantCluster> allClusters() {
    return ask(
        "TenantCluster",
        ObjectKey.cluster("(all)"),
        () -> client.resources(TenantCluster.class).inAnyNamespace().list().getItems());
  }

  @Override
  public List<Namespace> kept(String uid) {
    return ask(
        "Namespace",
        ObjectKey.cluster("(all)"),
        () -> client.namespaces().withLabel(Labels.KEPT, uid).list().getItems());
  }

  @Override
  public List<User> users() {
    return ask(
        "User", ObjectKey.cluster("(all)"), () -> client.resources(User.class).list().getItems());
  }

  @Override
  public boolean administersTeams(Requester asker) {
    var review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser(asker.name())
            .withGroups(asker.groups())
            .withNewResourceAttributes()
            .withGroup("butler.butlerlabs.dev")
            .withResource("teams")
            .withVerb("administer")
            .endResourceAttributes()
            .endSpec()
            .build();
    var answer =
        ask(
            "SubjectAccessReview",
            ObjectKey.cluster(asker.name()),
            () -> client.authorization().v1().subjectAccessReview().create(review));
    return answer.getStatus() != null && Boolean.TRUE.equals(answer.getStatus().getAllowed());
  }

  private static <T> T ask(String kind, ObjectKey key, Supplier<T> question) {
    return Asking.ask(new Attempt("read", kind, key), question).orElseThrow();
  }
}
