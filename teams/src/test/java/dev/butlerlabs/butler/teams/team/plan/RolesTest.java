package dev.butlerlabs.butler.teams.team.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import java.util.List;
import org.junit.jupiter.api.Test;

class RolesTest {

  /** H1. */
  @Test
  void onlyAdminsReadSecretsAndNothingIsGrantedByWildcard() {
    for (var role : Roles.all()) {
      var secrets =
          role.getRules().stream().anyMatch(rule -> rule.getResources().contains("secrets"));

      assertThat(secrets)
          .as(role.getMetadata().getName())
          .isEqualTo(role.getMetadata().getName().equals("butler-team-admin"));
      assertThat(role.getRules())
          .allSatisfy(
              rule -> {
                assertThat(rule.getResources()).doesNotContain("*");
                assertThat(rule.getVerbs()).doesNotContain("*", "escalate", "bind", "impersonate");
                assertThat(rule.getApiGroups()).doesNotContain("*");
              });
    }
  }

  /** The guide has whoever may order a cluster have a deleted one back from its record. */
  @Test
  void whoeverOrdersReadsTheRecordsOfDeletedClusters() {
    assertThat(Roles.all())
        .filteredOn(role -> rights(role).contains("configmaps"))
        .extracting(role -> role.getMetadata().getName())
        .containsExactlyInAnyOrder("butler-team-operator", "butler-team-admin");
  }

  private static List<String> rights(ClusterRole role) {
    return role.getRules().stream()
        .filter(rule -> rule.getVerbs().contains("list"))
        .flatMap(rule -> rule.getResources().stream())
        .toList();
  }

  /** H1: the platform's password for the infrastructure may lie beside the kubeconfig. */
  @Test
  void kubeconfigIsTheOnlySecretThatIsReadAmongTheParts() {
    var rule = Roles.kubeconfig("web");

    assertThat(rule.getResources()).containsExactly("secrets");
    assertThat(rule.getResourceNames()).containsExactly("web-admin-kubeconfig", "web-kubeconfig");
    assertThat(rule.getVerbs()).containsExactly("get");
  }
}
