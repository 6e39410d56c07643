package dev.butlerlabs.butler.teams.admission;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicy;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.Requester;
import io.fabric8.kubernetes.api.model.Namespace;
import java.util.List;
import java.util.Optional;

/** What the rules look things up in. */
public interface Records {

  Optional<ButlerConfig> config();

  Optional<Team> findTeam(String name);

  Optional<ProviderConfig> findProvider(ObjectKey key);

  List<ClusterCreationPolicy> policies();

  List<TenantCluster> clusters(String namespace);

  List<TenantCluster> allClusters();

  /** Where the parts of a deleted cluster are kept; at most one. */
  List<Namespace> kept(String uid);

  List<User> users();

  /** Whether Kubernetes lets somebody {@code administer} teams, a verb that does nothing itself. */
  boolean administersTeams(Requester asker);
}
