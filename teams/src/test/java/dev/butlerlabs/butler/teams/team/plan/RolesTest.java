package dev.butlerlabs.butler.teams.team.plan;

import static org.assertj.core.api.Assertions.assertThat;

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

  /** H1: the platform's password for the infrastructure may lie beside the kubeconfig. */
  @Test
  void kubeconfigIsTheOnlySecretThatIsReadAmongTheParts() {
    var rule = Roles.kubeconfig("web");

    assertThat(rule.getResources()).containsExactly("secrets");
    assertThat(rule.getResourceNames()).containsExactly("web-admin-kubeconfig", "web-kubeconfig");
    assertThat(rule.getVerbs()).containsExactly("get");
  }
}
