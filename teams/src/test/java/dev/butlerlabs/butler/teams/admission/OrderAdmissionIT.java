package dev.butlerlabs.butler.teams.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Orders as kubectl sends them, judged before they are stored. */
@OnRealApiServer
class OrderAdmissionIT {

  private Desk desk;

  @BeforeEach
  void open(TestCluster cluster) {
    desk = new Desk(cluster);
  }

  @AfterEach
  void close() {
    desk.close();
  }

  /** H23, and tests 2 and 8 of the specification. */
  @Test
  void growthIsRefusedAndEverythingElseGoesThrough() {
    desk.team("{resourceLimits: {maxClusters: 2, maxTotalNodes: 5}}").requireSuccess();
    desk.order("api", "{workers: {replicas: 2}}").requireSuccess();
    desk.order("web", "{workers: {replicas: 3}}").requireSuccess();

    assertThat(desk.order("third", "{workers: {replicas: 1}}").stderr())
        .contains(
            "team %s may have 2 clusters and has 2, so none is left: ".formatted(desk.home()),
            "1 worker more are wanted, but of the 5 that team %s may have nothing is left: web uses"
                    .formatted(desk.home())
                + " 3, api 2",
            "raise spec.resourceLimits.maxClusters of Team " + desk.home());
    assertThat(desk.order("web", "{workers: {replicas: 4}}").stderr())
        .contains("spec.workers", "nothing is left: api uses 2");

    desk.team("{resourceLimits: {maxClusters: 0, maxTotalNodes: 0, maxNodesPerCluster: 0}}")
        .requireSuccess();
    desk.order("web", "{workers: {replicas: 2}}").requireSuccess();
    desk.kubectl("annotate", "tenantcluster", "web", "note=x").requireSuccess();
    desk.kubectl("label", "tenantcluster", "web", "a=b").requireSuccess();
    desk.kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--type=merge",
            "-p",
            "{\"metadata\":{\"finalizers\":[\"test.dev/hold\"]}}")
        .requireSuccess();
    desk.kubectl("delete", "tenantcluster", "web", "--wait=false").requireSuccess();
    desk.kubectl(
            "patch",
            "tenantcluster",
            "web",
            "--type=merge",
            "-p",
            "{\"metadata\":{\"finalizers\":null},\"spec\":{\"workers\":{\"replicas\":9}}}")
        .requireSuccess();
    assertThat(desk.kubectl("get", "tenantcluster", "web").stderr()).contains("not found");
  }

  /** Test 3 of the specification. */
  @Test
  void orderThatNamesNeitherTeamNorProviderIsCheckedLikeAnyOther() {
    desk.kubectl("create", "namespace", "butler-system");
    desk.write(
            "ProviderConfig",
            desk.home(),
            "{provider: local, limits: {maxNodesPerTeam: 2}}",
            "--namespace=butler-system")
        .requireSuccess();
    desk.team(
            "{providerConfigRef: {name: %s}, clusterDefaults: {workerCount: 3}}"
                .formatted(desk.home()))
        .requireSuccess();

    assertThat(desk.order("web", "{}").stderr())
        .contains(
            "on ProviderConfig butler-system/%s one team may have 2 workers, of which 2 are left for team %s"
                .formatted(desk.home(), desk.home()));
    desk.order("web", "{workers: {replicas: 2}}").requireSuccess();
    desk.kubectl("delete", "providerconfig", desk.home(), "--namespace=butler-system");
  }

  @Test
  void modeOfThePlatformSaysWhereClustersLive() {
    desk.write("ButlerConfig", "butler", "{multiTenancy: {mode: Enforced}}").requireSuccess();
    desk.team("{}").requireSuccess();

    assertThat(desk.order("web", "{}").stderr())
        .contains("spec.teamRef", "set spec.teamRef.name to " + desk.home());
    assertThat(desk.order("web", "{teamRef: {name: nobody}}").stderr())
        .contains("there is no Team nobody");
    assertThat(desk.order("web", "{teamRef: {name: %s}}".formatted(desk.home())).stderr())
        .contains("Team %s is not Ready".formatted(desk.home()));
    desk.kubectl(
            "patch",
            "team",
            desk.home(),
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"phase\":\"Ready\",\"namespace\":\"%s\"}}".formatted(desk.home()))
        .requireSuccess();
    desk.order("web", "{teamRef: {name: %s}}".formatted(desk.home())).requireSuccess();
  }

  /** H29: a cluster that moves meets the limits of where it goes, like a new one. */
  @Test
  void environmentThatChangesAloneIsJudged() {
    desk.team("{environments: [{name: dev}, {name: prod, limits: {maxClusters: 1}}]}")
        .requireSuccess();
    desk.orderAs("ada@x.org", "shop", "prod", "{}").requireSuccess();
    desk.orderAs("ada@x.org", "web", "dev", "{}").requireSuccess();

    assertThat(move("web", "prod").stderr())
        .contains("environment prod of team %s may have 1 cluster".formatted(desk.home()));
    assertThat(move("web", "nowhere").stderr()).contains("has no environment nowhere");
    move("shop", "dev").requireSuccess();
    move("web", "prod").requireSuccess();
    desk.kubectl("label", "tenantcluster", "shop", "other=label").requireSuccess();

    // H23: on its way out nothing of it is judged any more.
    desk.kubectl(
            "patch",
            "tenantcluster",
            "shop",
            "--type=merge",
            "-p",
            "{\"metadata\":{\"finalizers\":[\"test.dev/hold\"]}}")
        .requireSuccess();
    desk.kubectl("delete", "tenantcluster", "shop", "--wait=false").requireSuccess();
    move("shop", "prod").requireSuccess();
    desk.kubectl(
            "patch",
            "tenantcluster",
            "shop",
            "--type=merge",
            "-p",
            "{\"metadata\":{\"finalizers\":null}}")
        .requireSuccess();
  }

  private KubectlResult move(String cluster, String environment) {
    return relabel(cluster, environment, "\"true\"");
  }

  private KubectlResult relabel(String cluster, String environment, String meant) {
    return desk.kubectl(
        "patch",
        "tenantcluster",
        cluster,
        "--type=merge",
        "-p",
        """
        {"metadata": {"labels": {"butler.butlerlabs.dev/environment": "%s"},
          "annotations": {"butler.butlerlabs.dev/migration-operation": %s}}}
        """
            .formatted(environment, meant));
  }

  /** T1 of the specification: limits and rights follow the label. */
  @Test
  void clusterMovesToAnotherEnvironmentOnlyWhenThatIsMeant() {
    desk.team("{environments: [{name: dev}, {name: prod}]}").requireSuccess();
    desk.orderAs("ada@x.org", "web", "dev", "{}").requireSuccess();

    assertThat(relabel("web", "prod", "null").stderr())
        .contains(
            "metadata.labels[butler.butlerlabs.dev/environment]",
            "the cluster would move from environment dev to environment prod",
            "set the annotation butler.butlerlabs.dev/migration-operation to true");
    relabel("web", "dev", "null").requireSuccess();
    move("web", "prod").requireSuccess();
    relabel("web", "prod", "null").requireSuccess();
    desk.kubectl("delete", "tenantcluster", "web").requireSuccess();
  }

  /** What was stored while nobody judged is named in the status, and edited and deleted freely. */
  @Test
  void workersThatCouldNeverJoinAreNotOrdered(TestCluster cluster) {
    var talos = "machineTemplate: {os: {type: talos}}";
    var refusal =
        "machineTemplate.os.type of pool workers: workers join with kubeadm, which such machines"
            + " do not have (name rocky or kairos, with an image that holds kubeadm)";
    assertThat(desk.order("web", "{workers: {replicas: 1, %s}}".formatted(talos)).stderr())
        .contains(refusal);
    desk.order("web", "{workers: {replicas: 1}}").requireSuccess();
    assertThat(
            desk.order(
                    "web",
                    "{workers: {replicas: 1}, workerPools: [{name: gpu, replicas: 1,"
                        + " machineTemplate: {os: {type: bottlerocket}}}]}")
                .stderr())
        .contains("machineTemplate.os.type of pool gpu: workers join with kubeadm");

    desk.close();
    desk.order("web", "{workers: {replicas: 1, %s}}".formatted(talos)).requireSuccess();
    open(cluster);
    desk.kubectl("annotate", "tenantcluster", "web", "note=x").requireSuccess();
    desk.order("web", "{workers: {replicas: 2, %s}}".formatted(talos)).requireSuccess();
    desk.kubectl("delete", "tenantcluster", "web").requireSuccess();
  }

  /** What counts for a member goes on counting for that member. */
  @Test
  void nobodyMakesTheirClusterSomebodyElses() {
    desk.letTeamsBeWritten();
    desk.team("{environments: [{name: dev, limits: {maxClustersPerMember: 1}}, {name: prod}]}")
        .requireSuccess();
    var ada = "{butler.butlerlabs.dev/creator-email: ada@x.org}";
    desk.orderAs("ada@x.org", "one", "dev", ada).requireSuccess();

    assertThat(note("one", "creator-email=eve@x.org", "--as=ada@x.org").stderr())
        .contains("environment dev counts clusters by member", "ada@x.org", "eve@x.org");
    assertThat(note("one", "owner=eve@x.org", "--as=ada@x.org").stderr())
        .contains("ask a platform admin");
    assertThat(note("one", "creator-email-", "--as=ada@x.org").stderr()).contains("ada@x.org");
    note("one", "description=mine", "--as=ada@x.org").requireSuccess();
    note("one", "owner=Ada@x.org", "--as=ada@x.org").requireSuccess();

    // Nor by way of an environment that does not count.
    desk.orderAs("ada@x.org", "two", "prod", ada.replace("ada@", "eve@")).requireSuccess();
    assertThat(
            desk.kubectl(
                    "label",
                    "--overwrite",
                    "tenantcluster",
                    "two",
                    "butler.butlerlabs.dev/environment=dev",
                    "--as=ada@x.org")
                .stderr())
        .contains("is moved there by ada@x.org and is that of eve@x.org");
    note("two", "creator-email=ada@x.org", "--as=ada@x.org").requireSuccess();

    note("one", "owner=eve@x.org").requireSuccess();
  }

  private KubectlResult note(String cluster, String note, String... flags) {
    var whole =
        Stream.concat(
            Stream.of(
                "annotate",
                "--overwrite",
                "tenantcluster",
                cluster,
                "butler.butlerlabs.dev/" + note),
            Stream.of(flags));
    return desk.kubectl(whole.toArray(String[]::new));
  }

  @Test
  void clustersAreCountedByWhoeverReallyOrdersThem() {
    desk.team("{environments: [{name: dev, limits: {maxClustersPerMember: 1}}]}").requireSuccess();
    var email = "{butler.butlerlabs.dev/creator-email: %s}";

    assertThat(desk.orderAs("ada@x.org", "one", "dev", "{}").stderr())
        .contains("nothing says whose this one is", "creator-email to ada@x.org");
    assertThat(desk.orderAs("ada@x.org", "one", "dev", email.formatted("eve@x.org")).stderr())
        .contains("this one is ordered by ada@x.org for eve@x.org");
    desk.orderAs("ada@x.org", "one", "dev", email.formatted("Ada@x.org")).requireSuccess();
    assertThat(desk.orderAs("ada@x.org", "two", "dev", email.formatted("ada@x.org")).stderr())
        .contains("each member may have 1 cluster, and ada@x.org has 1, so none is left: one");
    desk.orderAs("eve@x.org", "two", "dev", email.formatted("eve@x.org")).requireSuccess();
    assertThat(desk.orderAs("eve@x.org", "three", "prod", email.formatted("eve@x.org")).stderr())
        .contains("has no environment prod", "to one of: dev");
  }

  /** H8: also clusters that name no ProviderConfig keep theirs. */
  @Test
  void providerConfigStaysWhileClustersRunOnIt() {
    desk.kubectl("create", "namespace", "butler-system");
    for (var name : new String[] {"named", "given"}) {
      desk.write("ProviderConfig", name, "{provider: local}", "--namespace=butler-system")
          .requireSuccess();
    }
    desk.order("names", "{providerConfigRef: {name: named}}").requireSuccess();
    desk.order("says-nothing", "{}").requireSuccess();
    desk.kubectl(
            "patch",
            "tenantcluster",
            "says-nothing",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"effective\":{\"providerConfigRef\":"
                + "{\"namespace\":\"butler-system\",\"name\":\"given\"}}}}")
        .requireSuccess();

    assertThat(deleted("named").stderr())
        .contains(
            "1 TenantCluster needs ProviderConfig butler-system/named to be changed, healed and"
                + " deleted: %s/names".formatted(desk.home()),
            "delete these clusters first");
    assertThat(deleted("given").stderr()).contains(desk.home() + "/says-nothing");

    desk.kubectl("delete", "tenantcluster", "names", "says-nothing").requireSuccess();
    deleted("named").requireSuccess();
    deleted("given").requireSuccess();
  }

  private KubectlResult deleted(String config) {
    return desk.kubectl("delete", "providerconfig", config, "--namespace=butler-system");
  }
}
