package dev.butlerlabs.butler.teams.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.teams.rules.TeamChange.Asker;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** H29: who may change what of a Team, by what the Team was before. */
class TeamChangeTest {

  private static final Asker NOBODY = new Asker("eve@x.org", false, false);
  private static final Asker TEAM_ADMIN = new Asker("ada@x.org", false, true);
  private static final Asker PLATFORM_ADMIN = new Asker("root", true, false);

  @Test
  void onlyPlatformAdminsSetLimitsOfATeam() {
    var raised = change("{resourceLimits: {maxClusters: 9}}", "{resourceLimits: {maxClusters: 1}}");
    var fresh = change("{resourceLimits: {maxClusters: 9}}", null);

    assertThat(fields(raised, TEAM_ADMIN)).containsExactly("spec.resourceLimits");
    assertThat(fields(fresh, NOBODY)).containsExactly("spec.resourceLimits");
    assertThat(fields(change("{}", "{resourceLimits: {maxClusters: 1}}"), TEAM_ADMIN))
        .containsExactly("spec.resourceLimits");
    assertThat(fields(raised, PLATFORM_ADMIN)).isEmpty();
  }

  @Test
  void limitsOfEnvironmentsAreTheTeamAdminsOnceTheTeamIsThere() {
    var three = "{environments: [{name: dev, limits: {maxClusters: 3}}]}";

    assertThat(fields(change(three, "{environments: [{name: dev}]}"), TEAM_ADMIN)).isEmpty();
    assertThat(fields(change(three, "{environments: [{name: dev}]}"), NOBODY))
        .containsExactly("spec.environments");
    assertThat(fields(change(three, null), TEAM_ADMIN)).containsExactly("spec.environments");
    assertThat(fields(change(three, null), PLATFORM_ADMIN)).isEmpty();
  }

  @Test
  void membersAreTheAdminsMatter() {
    var more =
        "{access: {users: [{name: ada@x.org, role: admin}, {name: eve@x.org, role: admin}]}}";
    var less = "{access: {users: [{name: ada@x.org, role: admin}]}}";

    assertThat(fields(change(more, less), NOBODY)).containsExactly("spec.access");
    assertThat(fields(change(more, less), TEAM_ADMIN)).isEmpty();
    assertThat(fields(change(more, null), NOBODY)).isEmpty();
    assertThat(
            fields(
                change(
                    "{access: {users: [{name: eve@x.org}]}, environments: [{name: dev, access:"
                        + " {users: [{name: eve@x.org, role: admin}]}}]}",
                    "{access: {users: [{name: eve@x.org}]}, environments: [{name: dev}]}"),
                NOBODY))
        .containsExactly("spec.access");
  }

  @Test
  void whatNobodyGuardsConcernsNobody() {
    assertThat(change("{displayName: a, environments: [{name: dev}]}", "{displayName: b}").gated())
        .isFalse();
    assertThat(change("{access: {}}", "{}").gated()).isFalse();
  }

  @Test
  void environmentAddsNobodyToTheTeam() {
    var change =
        change(
            "{access: {users: [{name: Ada@x.org}]}, environments: [{name: dev}, {name: prod,"
                + " access: {users: [{name: ada@x.org, role: admin}, {name: mal@x.org}], groups:"
                + " [{name: devs}]}}]}",
            null);

    assertThat(change.impossible(Map.of()))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.subject()).isEqualTo("spec.environments[1].access");
              assertThat(problem.trouble()).contains("mal@x.org, devs is not in spec.access");
            });
  }

  @Test
  void environmentWithClustersStays() {
    var change =
        change("{environments: [{name: dev}]}", "{environments: [{name: dev}, {name: prod}]}");

    assertThat(change.impossible(Map.of("prod", List.of("web"), "dev", List.of("api"))))
        .extracting(Problem::trouble)
        .containsExactly("environment prod is still that of web");
    assertThat(change.impossible(Map.of("dev", List.of("api")))).isEmpty();
  }

  @Test
  void defaultAddonThatTheTeamMayNotInstallIsRefused() {
    var both =
        "{resourceLimits: {allowedAddons: [nats]}, clusterDefaults: {defaultAddons: [nats]},"
            + " environments: [{name: dev, clusterDefaults: {defaultAddons: [istio]}}]}";

    assertThat(change(both, null).impossible(Map.of()))
        .singleElement()
        .satisfies(
            problem -> {
              assertThat(problem.subject())
                  .isEqualTo("spec.environments[0].clusterDefaults.defaultAddons");
              assertThat(problem.trouble()).contains("the team may not install istio");
            });
    assertThat(change(both, both).impossible(Map.of())).as("it was so before").isEmpty();
  }

  private static List<String> fields(TeamChange change, Asker asker) {
    return change.forbidden(asker).stream().map(Problem::subject).toList();
  }

  private static TeamChange change(String wanted, @Nullable String before) {
    return new TeamChange("shop", read(wanted), before == null ? null : read(before));
  }

  private static TeamSpec read(String yaml) {
    return WireFormat.serialization().unmarshal("---\n" + yaml, TeamSpec.class);
  }
}
