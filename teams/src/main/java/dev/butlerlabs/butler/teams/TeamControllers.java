package dev.butlerlabs.butler.teams;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicy;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.kube.admission.Admission;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.teams.admission.ClusterRule;
import dev.butlerlabs.butler.teams.admission.PolicyRule;
import dev.butlerlabs.butler.teams.admission.ProviderDeletionRule;
import dev.butlerlabs.butler.teams.admission.StoredRecords;
import dev.butlerlabs.butler.teams.admission.TeamRule;
import dev.butlerlabs.butler.teams.line.LineReconciler;
import dev.butlerlabs.butler.teams.people.UserReconciler;
import dev.butlerlabs.butler.teams.platform.ConfigReconciler;
import dev.butlerlabs.butler.teams.signin.IdentityProviderReconciler;
import dev.butlerlabs.butler.teams.team.TeamReconciler;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;

/** The feature as a whole: its controllers, and what it wants to be asked about. */
public final class TeamControllers {

  private TeamControllers() {}

  /**
   * Adds the controllers.
   *
   * @param instance unlike that of any other process
   */
  public static void add(
      Engine engine, KubernetesClient client, InstantSource clock, String instance) {
    var teams = new TeamReconciler(client, instance, clock);
    engine.add("teams", teams.watches(), teams, ControllerSettings.DEFAULT);
    var line = new LineReconciler(client, clock);
    engine.add("orders", line.watches(), line, ControllerSettings.DEFAULT);
    var users = new UserReconciler(client, clock);
    engine.add("user-teams", users.watches(), users, ControllerSettings.DEFAULT);
    var signIn = new IdentityProviderReconciler(client, clock);
    engine.add("sign-in", signIn.watches(), signIn, ControllerSettings.DEFAULT);
    var platform = new ConfigReconciler(client, clock);
    engine.add("platform", platform.watches(), platform, ControllerSettings.DEFAULT);
  }

  /** All that is asked about teams before it is stored. */
  public static List<Admission<?>> admissions(KubernetesClient client) {
    var records = new StoredRecords(client);
    return List.of(
        Admission.onWrite("tenantclusters", TenantCluster.class, new ClusterRule(records))
            .heeding(Labels.ENVIRONMENT)
            .heedingAnnotation(Annotations.OWNER)
            .heedingAnnotation(Annotations.CREATOR_EMAIL),
        Admission.onWrite("teams", Team.class, new TeamRule(records)),
        Admission.onWrite(
            "clustercreationpolicies", ClusterCreationPolicy.class, new PolicyRule(records)),
        Admission.onDelete(
            "providerconfig-deletions", ProviderConfig.class, new ProviderDeletionRule(records)));
  }
}
