package dev.butlerlabs.butler.addons.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.KubectlResult;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Addons and definitions as people write them, judged before they are stored. */
@OnRealApiServer
class AddonAdmissionIT {

  private static final String CHART =
      "version: 1.0.0, helm: {repository: '%s', chart: some, namespace: %s, releaseName: some}";

  private Desk desk;

  @BeforeEach
  void open(TestCluster cluster) {
    desk = new Desk(cluster);
  }

  @AfterEach
  void close() {
    desk.close();
  }

  @Test
  void point9_windowOfThePlatformIsInAZoneThatExists() {
    var window =
        "{addons: {upgradePolicy: {mode: Window, window: {start: '02:00', duration: 4h, timeZone: %s}}}}";

    assertThat(desk.write("ButlerConfig", "butler", window.formatted("Middle/Earth")).stderr())
        .contains(
            "spec.addons.upgradePolicy.window.timeZone: there is no time zone 'Middle/Earth'");
    desk.write("ButlerConfig", "butler", window.formatted("Europe/Zurich")).requireSuccess();
  }

  @Test
  void point29_versionThatIsNotOfferedIsAWarningWithThoseThereAre() {
    var nats = desk.own("nats");
    desk.write(
            "AddonDefinition",
            nats,
            "{displayName: Some, description: Something., category: other, chart: {repository:"
                + " 'https://charts.example.com', name: some, defaultVersion: 1.0.0,"
                + " onlyAvailableVersions: true, availableVersions: [1.1.x]}}")
        .requireSuccess();

    assertThat(warned(desk.order("other", "version: 9.9.9, addon: " + nats)))
        .contains(
            "Warning: spec.version: %s is not offered in version 9.9.9, but in 1.0.0, 1.1.x"
                .formatted(nats),
            "it waits until it is");
    desk.order("other", "version: 1.1.7, addon: " + nats).requireSuccess();
    assertThat(warned(desk.order("other", "version: 1.1.8, addon: " + nats))).isEmpty();
  }

  @Test
  void point26_valueThatIsNotWhatItHasToBeIsRefusedWithItsField() {
    var typed = desk.own("typed");
    desk.define(
            typed,
            "parameters: [{path: sink.url, type: Url, required: true, description: where to},"
                + " {path: size, type: Integer, allowed: ['1', '2']},"
                + " {path: who, type: String, from: ClusterName}]")
        .requireSuccess();

    assertThat(desk.order("a", "addon: %s, values: {size: big}".formatted(typed)).stderr())
        .contains(
            "spec.values.sink.url: %s does not work without it (where to)".formatted(typed),
            "spec.values.size: this is no Integer");
    assertThat(
            desk.order("a", "addon: %s, values: {size: 3, sink: {url: x}}".formatted(typed))
                .stderr())
        .contains(
            "spec.values.size: this value is not allowed (write one of 1, 2)",
            "spec.values.sink.url: this is no Url");
    assertThat(
            warned(
                desk.order(
                    "a",
                    "addon: %s, values: {size: 2, sink: {url: 'https://x'}}".formatted(typed))))
        .isEmpty();
    assertThat(
            warned(
                desk.write(
                    "ManagementAddon",
                    desk.own("ma"),
                    "{addon: %s, values: {sink: {url: 'https://x'}}}".formatted(typed))))
        .contains("Warning: spec.values.who: ClusterName is known of TenantClusters only");
    assertThat(
            desk.define(desk.own("bad"), "parameters: [{path: a, type: String, pattern: '(a)'}]")
                .stderr())
        .contains("spec.parameters[0].pattern: this is no pattern");
    assertThat(desk.define(desk.own("bad"), "parameters: [{path: 'a..b', type: String}]").stderr())
        .contains("should match");
    assertThat(desk.define(desk.own("bad"), "parameters: [{path: a, type: Text}]").stderr())
        .contains("Unsupported value");
  }

  @Test
  void whatMayStillComeIsAWarningWithTheNearestName() {
    var nats = desk.own("nats");
    desk.define(nats, "").requireSuccess();

    assertThat(warned(desk.order("slip", "addon: " + nats.replace("nats", "natss"))))
        .contains("Warning: spec.addon: there is no AddonDefinition", "did you mean " + nats + "?");
    assertThat(warned(desk.order("right", "addon: " + nats))).isEmpty();
    assertThat(
            warned(desk.define(desk.own("needy"), "dependsOn: [%s]".formatted(desk.own("later")))))
        .contains("Warning: spec.dependsOn: there is no AddonDefinition " + desk.own("later"));
    assertThat(warned(desk.write("ManagementAddon", desk.own("ma"), "{addon: nobody}")))
        .contains("Warning: spec.addon: there is no AddonDefinition nobody");
  }

  @Test
  void point13_adoptingWhatAnEngineLooksAfterIsTakenWithAWarning() {
    desk.order("theirs", "addon: nobody").requireSuccess();
    desk.kubectl(
            "patch",
            "tenantaddon",
            "theirs",
            "--subresource=status",
            "--type=merge",
            "-p",
            """
            {"status": {"conditions": [{"type": "Ready", "status": "False", "message": "",
              "reason": "ReleaseOfFlux", "lastTransitionTime": "2026-03-01T12:00:00Z"}]}}
            """)
        .requireSuccess();

    assertThat(
            warned(
                desk.kubectl(
                    "annotate",
                    "tenantaddon",
                    "theirs",
                    "butler.butlerlabs.dev/adopt-release=true")))
        .contains("Warning: ", "Flux looks after it", "stop Flux first");
  }

  /** What was told although it was stored. */
  private static String warned(KubectlResult result) {
    result.requireSuccess();
    return result.stderr();
  }

  @Test
  void point1_sourcesAreWellFormedAndAllowed() {
    assertThat(desk.order("bad", CHART.formatted("file:///etc", "north")).stderr())
        .contains("spec.helm.repository: \"file:///etc\" is no address of a repository");
    assertThat(
            desk.define(
                    desk.own("bad"),
                    "dependsOn: [], conflicts: [], prerequisites: [{chart: x, version: latest}]")
                .stderr())
        .contains("spec.prerequisites[0].version: \"latest\" is not one exact version");
    assertThat(desk.define(desk.own("sly"), "", "manager://charts").stderr())
        .contains("spec.chart.repository: manager://charts is for definitions that come with");
    assertThat(desk.order("sly", CHART.formatted("manager://charts", "north")).stderr())
        .contains("\"manager://charts\" is no address of a repository");
    desk.order("older", CHART.formatted("https://charts.example.com", "north")).requireSuccess();

    assertThat(
            desk.write("ButlerConfig", "butler", "{addons: {allowedSources: [example.com]}}")
                .stderr())
        .contains("spec.addons.allowedSources[0]: \"example.com\" is no address of a repository");
    assertThat(
            desk.write(
                    "ButlerConfig",
                    "butler",
                    "{addons: {mirrors: [{source: 'https://*.a.com', mirror: 'oci://b.com'}]}}")
                .stderr())
        .contains("spec.addons.mirrors[0].source: \"https://*.a.com\" is no address");
    desk.write("ButlerConfig", "butler", "{addons: {allowedSources: ['https://good.example.com']}}")
        .requireSuccess();

    assertThat(desk.order("mine", CHART.formatted("https://charts.example.com", "south")).stderr())
        .contains(
            "spec.helm.repository: charts may not come from charts.example.com",
            "choose a repository out of https://good.example.com");
    assertThat(desk.define(desk.own("some"), "").stderr())
        .contains("spec.chart.repository: charts may not come from charts.example.com");
    desk.order("mine", CHART.formatted("https://good.example.com", "south")).requireSuccess();
    desk.order(
            "older",
            CHART.formatted("https://charts.example.com", "north") + ", deletionPolicy: Orphan")
        .requireSuccess();
  }

  @Test
  void point29_signaturesThatNobodyCouldCheckAreRefused() {
    assertThat(
            desk.write(
                    "ButlerConfig",
                    "butler",
                    "{addons: {signedSources: [{source: 'https://*.a.com', keysRef: {name: k}}]}}")
                .stderr())
        .contains("spec.addons.signedSources[0].source: \"https://*.a.com\" is no address");
    assertThat(
            desk.write(
                    "ButlerConfig",
                    "butler",
                    "{addons: {signedSources: [{source: 'https://a.com'}]}}")
                .stderr())
        .contains("spec.addons.signedSources[0].keysRef");
    desk.write(
            "ButlerConfig",
            "butler",
            "{addons: {signedSources: [{source: 'https://a.com', keysRef: {name: k}}]}}")
        .requireSuccess();
  }

  @Test
  void point2_circlesAreRefusedWithTheirWay() {
    var one = desk.own("one");
    var two = desk.own("two");
    desk.define(one, "dependsOn: [%s]".formatted(two)).requireSuccess();

    assertThat(desk.define(two, "dependsOn: [%s]".formatted(one)).stderr())
        .contains(
            "spec.dependsOn: each would wait for the other: %s → %s → %s".formatted(two, one, two));
    desk.define(two, "").requireSuccess();

    desk.order("a", "addon: %s, dependsOn: [{name: b}]".formatted(one)).requireSuccess();
    assertThat(desk.order("b", "addon: %s, dependsOn: [{name: a}]".formatted(two)).stderr())
        .contains("spec.dependsOn: each would wait for the other: b → a → b");
  }

  @Test
  void point29_teamGetsOnlyWhatItMayInstall(TestCluster cluster) {
    var nats = desk.own("nats");
    var loki = desk.own("loki");
    desk.define(nats, "").requireSuccess();
    desk.define(loki, "").requireSuccess();
    desk.order("before", "addon: " + loki).requireSuccess();
    desk.write(
            "Team",
            cluster.namespace(),
            "{resourceLimits: {allowedAddons: [%s], deniedAddons: [%s]}}".formatted(nats, loki))
        .requireSuccess();
    // A namespace that is only called like a team is not the team's.
    desk.order("before", "addon: %s, version: 1.0.0".formatted(loki)).requireSuccess();
    cluster
        .kubectl(
            "patch",
            "team",
            cluster.namespace(),
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"namespace\":\"%s\"}}".formatted(cluster.namespace()))
        .requireSuccess();

    assertThat(desk.order("loki", "addon: " + loki).stderr())
        .contains(
            "spec.addon: team %s may not install %s".formatted(cluster.namespace(), loki),
            "deniedAddons of Team " + cluster.namespace());
    assertThat(desk.order("own", CHART.formatted("https://charts.example.com", "north")).stderr())
        .contains(
            "spec.helm: team %s may not install charts of its own".formatted(cluster.namespace()));
    desk.order("nats", "addon: " + nats).requireSuccess();
    desk.order("before", "addon: %s, deletionPolicy: Orphan".formatted(loki)).requireSuccess();
  }

  @Test
  void point29_managementAddonsThatExcludeEachOtherAreKeptApart() {
    var flux = desk.own("flux");
    var argo = desk.own("argo");
    desk.define(flux, "conflicts: [%s]".formatted(argo)).requireSuccess();
    desk.define(argo, "").requireSuccess();
    desk.write("ManagementAddon", flux, "{addon: %s}".formatted(flux)).requireSuccess();

    assertThat(desk.write("ManagementAddon", argo, "{addon: %s}".formatted(argo)).stderr())
        .contains(
            "spec.addon: %s cannot stand beside %s, which ManagementAddon %s installs"
                .formatted(argo, flux, flux));
    desk.write("ManagementAddon", flux, "{addon: %s, paused: true}".formatted(flux))
        .requireSuccess();
  }

  @Test
  void point11_nobodyButTheManagerOrdersWhatComesWithAClusterOrTakesItsRelease() {
    var network = desk.own("net");
    desk.define(network, "platform: true").requireSuccess();
    var label = "labels: {butler.butlerlabs.dev/platform-addon: 'true'}";
    var owner =
        "ownerReferences: [{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: TenantCluster, name: web, uid: u, controller: true}]";
    var meta = "name: web-%s, %s, %s".formatted(network, label, owner);
    var spec = "{clusterRef: {name: web}, addon: %s}".formatted(network);

    assertThat(desk.order("mine", "addon: " + network).stderr())
        .contains(
            "spec.addon: %s is a platform addon and comes with the cluster".formatted(network));
    assertThat(
            desk.order(
                    "mine",
                    "version: 1.0.0, helm: {repository: 'https://x.org', chart: some, namespace: %1$s, releaseName: %1$s}"
                        .formatted(network))
                .stderr())
        .contains("is that of the platform addon " + network);
    assertThat(desk.apply("TenantAddon", meta, spec).stderr())
        .contains(
            "metadata.labels[butler.butlerlabs.dev/platform-addon]: only Butler says",
            "metadata.ownerReferences: only Butler says",
            "metadata.name: web-%s is the name of the".formatted(network));

    desk.asManager(meta, spec).requireSuccess();

    var name = "tenantaddon/web-" + network;
    assertThat(desk.kubectl("label", name, "butler.butlerlabs.dev/platform-addon-").stderr())
        .contains("comes with its cluster and follows that");
    assertThat(
            desk.kubectl("patch", name, "--type=merge", "-p", "{\"spec\":{\"version\":\"2.0.0\"}}")
                .stderr())
        .contains("change spec.addons of TenantCluster web");
    desk.kubectl("label", name, "mine=too").requireSuccess();
    desk.kubectl("annotate", name, "butler.butlerlabs.dev/adopt-release=true").requireSuccess();
    desk.kubectl("delete", name, "--wait=false").requireSuccess();
    desk.order("other", CHART.formatted("https://x.org", "north")).requireSuccess();
    assertThat(
            desk.kubectl("label", "tenantaddon/other", "butler.butlerlabs.dev/platform-addon=true")
                .stderr())
        .contains("only Butler says what comes with a cluster");
  }

  @Test
  void point12_releaseHasOneOwnerAndStaysWhereItIs() {
    desk.order("first", CHART.formatted("https://x.org", "north")).requireSuccess();
    assertThat(desk.order("second", CHART.formatted("https://x.org", "north")).stderr())
        .contains("release north/some on cluster web is that of TenantAddon first");
    desk.order("first", CHART.formatted("https://x.org", "south")).requireSuccess();

    desk.kubectl(
            "patch",
            "tenantaddon",
            "first",
            "--subresource=status",
            "--type=merge",
            "-p",
            "{\"status\":{\"helmRelease\":{\"name\":\"some\",\"namespace\":\"south\"}}}")
        .requireSuccess();

    assertThat(desk.order("first", CHART.formatted("https://x.org", "west")).stderr())
        .contains("spec.helm.releaseName: release south/some cannot become west/some");
    assertThat(
            desk.write(
                    "TenantAddon",
                    "first",
                    "{clusterRef: {name: other}, %s}"
                        .formatted(CHART.formatted("https://x.org", "south")))
                .stderr())
        .contains("an addon stays on its cluster");
  }

  @Test
  void valuesAreAnObjectAndThoseThatMustBeGivenAreAskedFor() {
    var needy = desk.own("needy");
    desk.define(needy, "requiredValues: [{path: sink.uri, description: where logs go}]")
        .requireSuccess();

    assertThat(desk.order("mine", "addon: %s, values: [1]".formatted(needy)).stderr())
        .contains("spec.values", "must be of type object");
    assertThat(desk.order("mine", "addon: " + needy).stderr())
        .contains(
            "spec.values.sink.uri: %s does not work without it (where logs go)".formatted(needy));
    assertThat(
            desk.write("ManagementAddon", desk.own("ma"), "{addon: %s}".formatted(needy)).stderr())
        .contains("spec.values.sink.uri");
    desk.order("mine", "addon: %s, values: {sink: {uri: x}}".formatted(needy)).requireSuccess();
  }
}
