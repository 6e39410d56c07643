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
          .isEqualTo(admin(role.getMetadata().getName()));
      assertThat(role.getRules())
          .allSatisfy(
              rule -> {
                assertThat(rule.getResources()).doesNotContain("*");
                assertThat(rule.getVerbs()).doesNotContain("*", "escalate", "bind", "impersonate");
                assertThat(rule.getApiGroups()).doesNotContain("*");
              });
    }
  }

  private static boolean admin(String name) {
    return name.equals("butler-team-admin") || name.equals("butler-tenant-admin");
  }
}
