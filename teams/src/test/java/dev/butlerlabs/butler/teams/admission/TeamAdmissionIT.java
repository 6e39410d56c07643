package dev.butlerlabs.butler.teams.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Teams and policies as people write them, judged before they are stored. */
@OnRealApiServer
class TeamAdmissionIT {

  private static final String MEMBERS =
      "access: {users: [{name: ada@x.org, role: admin}, {name: eve@x.org, role: operator}]}";

  private Desk desk;

  @BeforeEach
  void open(TestCluster cluster) {
    desk = new Desk(cluster);
    desk.letTeamsBeWritten();
  }

  @AfterEach
  void close() {
    desk.close();
  }

  /** H29: one request cannot make its sender an admin and use that at once. */
  @Test
  void nobodyRaisesThemselves() {
    desk.team("{%s, resourceLimits: {maxClusters: 1}}".formatted(MEMBERS)).requireSuccess();

    assertThat(
            desk.teamAs(
                    "eve@x.org",
                    "{access: {users: [{name: eve@x.org, role: admin}]}, resourceLimits:"
                        + " {maxClusters: 99}}")
                .stderr())
        .contains(
            "spec.access: only admins of the team", "spec.resourceLimits: only platform admins");
    assertThat(
            desk.teamAs("ada@x.org", "{%s, resourceLimits: {maxClusters: 99}}".formatted(MEMBERS))
                .stderr())
        .contains("only platform admins say what a team may use, and ada@x.org is none");
    desk.teamAs(
            "ada@x.org",
            "{access: {users: [{name: ada@x.org, role: admin}]}, resourceLimits: {maxClusters: 1}}")
        .requireSuccess();

    desk.write("User", desk.home(), "{email: Root@x.org, platformRole: admin}").requireSuccess();
    desk.teamAs("root@x.org", "{%s, resourceLimits: {maxClusters: 2}}".formatted(MEMBERS))
        .requireSuccess();
    desk.kubectl("delete", "user", desk.home()).requireSuccess();
  }

  /** H11, and test 10 of the specification. */
  @Test
  void nameOfTheSystemIsNoTeam() {
    assertThat(desk.write("Team", "kube-system", "{}").stderr()).contains("choose another name");
    desk.write("ButlerConfig", "butler", "{defaultNamespace: lobby}").requireSuccess();
    assertThat(desk.write("Team", "lobby", "{}").stderr())
        .contains("metadata.name", "lobby is kept for others");
  }

  /** H29: and H23, a Team on its way out is left alone. */
  @Test
  void environmentWithClustersStays() {
    desk.team("{environments: [{name: dev}, {name: prod}]}").requireSuccess();
    desk.orderAs("ada@x.org", "web", "prod", "{}").requireSuccess();

    assertThat(desk.team("{environments: [{name: dev}]}").stderr())
        .contains("environment prod is still that of web");
    desk.team("{environments: [{name: prod}]}").requireSuccess();
    desk.kubectl("delete", "tenantcluster", "web").requireSuccess();
  }

  /** H18, H29: decided on the policy as it is stored, too. */
  @Test
  void policyForEverybodyIsNotTakenOverForATeam() {
    desk.team("{%s}".formatted(MEMBERS)).requireSuccess();
    var options = "options: {image: {mode: pin, values: [a]}}";
    var team = "{scope: {team: {teamRef: {name: %s}}}, %s}".formatted(desk.home(), options);
    var name = "all-" + desk.home();
    desk.policy(name, "{scope: {platformWide: {}}, %s}".formatted(options)).requireSuccess();

    assertThat(desk.writeAs("ada@x.org", "ClusterCreationPolicy", name, team).stderr())
        .contains("only platform admins make rules for everybody, and ada@x.org is none");
    assertThat(
            desk.kubectl(
                    "patch",
                    "clustercreationpolicy",
                    name,
                    "--type=json",
                    "-p",
                    "[{\"op\":\"remove\",\"path\":\"/spec\"}]",
                    "--as=ada@x.org")
                .stderr())
        .contains("only platform admins make rules for everybody");
    desk.writeAs("ada@x.org", "ClusterCreationPolicy", name + "-own", team).requireSuccess();
    desk.writeAs("ada@x.org", "ClusterCreationPolicy", name + "-own", team.replace("[a]", "[b]"))
        .requireSuccess();

    desk.kubectl("delete", "clustercreationpolicy", name, name + "-own").requireSuccess();
  }

  @Test
  void policyNamesATeamThatIsThereAndClashesWithNone() {
    desk.team("{%s, environments: [{name: dev}]}".formatted(MEMBERS)).requireSuccess();
    var options = "options: {image: {mode: pin, values: [a]}}";
    var team = "scope: {team: {teamRef: {name: %s}}}".formatted(desk.home());
    var name = "p-" + desk.home();

    assertThat(
            desk.policy(name, "{scope: {team: {teamRef: {name: nobody}}}, %s}".formatted(options))
                .stderr())
        .contains("there is no Team nobody");
    assertThat(
            desk.policy(
                    name,
                    "{scope: {teamAndEnvironment: {teamRef: {name: %s}, environmentName: prod}}, %s}"
                        .formatted(desk.home(), options))
                .stderr())
        .contains("has no environment prod", "use one of dev");
    desk.policy(name, "{%s, %s}".formatted(team, options)).requireSuccess();
    assertThat(desk.policy(name + "-2", "{%s, %s}".formatted(team, options)).stderr())
        .contains("ClusterCreationPolicy %s has a rule for image".formatted(name));
    // H18: rules for everybody are the platform's.
    assertThat(
            desk.writeAs(
                    "ada@x.org",
                    "ClusterCreationPolicy",
                    name + "-3",
                    "{scope: {platformWide: {}}, %s}".formatted(options))
                .stderr())
        .contains("only platform admins make rules for everybody, and ada@x.org is none");
    desk.kubectl("delete", "clustercreationpolicy", name).requireSuccess();
  }
}
