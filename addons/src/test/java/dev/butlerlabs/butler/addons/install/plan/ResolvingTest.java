package dev.butlerlabs.butler.addons.install.plan;

import static dev.butlerlabs.butler.addons.install.plan.Scenes.addon;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.catalog.plan.ClusterFacts;
import dev.butlerlabs.butler.addons.catalog.plan.Identity;
import dev.butlerlabs.butler.addons.catalog.plan.Mirrors;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.catalog.plan.Turn;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.api.addons.ManagementAddonSpec;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.ChartMirror;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ResolvingTest {

  @Test
  void point9_versionStaysWhatItWasWhenTheCatalogMovesOn() {
    var order = addon("mine", "addon: some");
    var old = clear(order, definition("{}"), Facts.none());
    var known = facts(old);
    var newer = definition("chart: {defaultVersion: 2.0.0}");

    var later = clear(order, newer, known);

    assertThat(later.chart().version()).isEqualTo("1.0.0");
    assertThat(later.fingerprint().order()).isEqualTo(old.fingerprint().order());
    assertThat(later.offered()).isEqualTo("2.0.0");
    assertThat(clear(order, newer, Facts.none()).chart().version()).isEqualTo("2.0.0");
    assertThat(
            clear(addon("mine", "{addon: some, version: 2.0.0}"), newer, known).chart().version())
        .isEqualTo("2.0.0");
  }

  @Test
  void point9_valuesOfTheCatalogRollOverNoClusterByThemselves() {
    var order = addon("mine", "{addon: some, values: {a: 1}}");
    var old = clear(order, definition("{}"), Facts.none());

    var later = clear(order, definition("defaults: {values: {b: 2}}"), facts(old));

    assertThat(later.fingerprint().order()).isEqualTo(old.fingerprint().order());
    assertThat(later.fingerprint().catalog()).isNotEqualTo(old.fingerprint().catalog());
    assertThat(later.values().toString()).isEqualTo("{\"b\":2,\"a\":1}");
  }

  @Test
  void point26_whatIsKnownOfTheClusterIsInstalledAndTheUsersWordHolds() {
    var taking = definition("parameters: [{path: a.name, type: String, from: ClusterName}]");
    var bare = addon("mine", "addon: some");

    var filled = wanted(resolve(bare, taking, Facts.none(), cluster("web", "")));
    var said =
        wanted(
            resolve(
                addon("mine", "{addon: some, values: {a: {name: mine}}}"),
                taking,
                Facts.none(),
                cluster("web", "")));

    assertThat(filled.values().toString()).isEqualTo("{\"a\":{\"name\":\"web\"}}");
    assertThat(said.values().toString()).isEqualTo("{\"a\":{\"name\":\"mine\"}}");
    assertThat(said.fingerprint().catalog())
        .as("nothing is laid under what the user says")
        .isEqualTo(clear(bare, definition("{}"), Facts.none()).fingerprint().catalog());
  }

  @Test
  void point26_whatIsFilledInRollsOverNoClusterByItself() {
    var order = addon("mine", "addon: some");
    var old = clear(order, definition("{}"), Facts.none());
    var taking = definition("parameters: [{path: name, type: String, from: ClusterName}]");

    var later = wanted(resolve(order, taking, facts(old), cluster("web", "")));

    assertThat(later.standsIn(facts(old))).isTrue();
    assertThat(later.fingerprint().catalog()).isNotEqualTo(old.fingerprint().catalog());
    assertThat(wanted(resolve(order, taking, Facts.none(), cluster("web", ""))).fingerprint())
        .isNotEqualTo(
            wanted(resolve(order, taking, Facts.none(), cluster("shop", ""))).fingerprint());
  }

  @Test
  void point26_whatIsNotKnownYetIsWaitedForAndWhatIsInstalledStays() {
    var taking = definition("parameters: [{path: api, type: String, from: ControlPlaneEndpoint}]");
    var order = addon("mine", "addon: some");
    var edited = addon("mine", "{addon: some, values: {b: 1}}");
    var there =
        facts(wanted(resolve(order, taking, Facts.none(), cluster("web", "10.0.0.9:6443"))));
    var unknown = cluster("web", "");
    var waits =
        new Resolution.Unknown("the cluster has no endpoint yet, which values.api is taken from");

    assertThat(resolve(order, taking, Facts.none(), unknown)).isEqualTo(waits);
    assertThat(resolve(edited, taking, there, unknown)).isEqualTo(waits);
    var kept = wanted(resolve(order, taking, there, unknown));
    assertThat(kept.standsIn(there)).isTrue();
    assertThat(kept.offer()).isEqualTo(new Offer.None());
  }

  @Test
  void point26_addonThatWasStoredBeforeItsDefinitionSaidSoTellsIt() {
    var typed = definition("parameters: [{path: size, type: Integer, required: true}]");
    var once = addon("mine", "{addon: some, values: {size: big}}");

    assertThat(sentence(resolve(once, List.of(), typed, Facts.none())))
        .isEqualTo(
            "spec.values.size: this is no Integer (write a whole number without quotes, such as 3)");
  }

  @Test
  void point26_whatTheClusterTellsHasToBeAllowedToo() {
    var picky =
        definition("parameters: [{path: a, type: String, from: ClusterName, allowed: [shop]}]");

    assertThat(
            sentence(
                resolve(addon("mine", "addon: some"), picky, Facts.none(), cluster("web", ""))))
        .isEqualTo("spec.values.a: this value is not allowed (write one of shop)");
  }

  private static ClusterFacts cluster(String name, String endpoint) {
    return new ClusterFacts(new Identity(name, "team", "u-1", "", "", ""), endpoint);
  }

  private static Resolution resolve(
      Neighbour self, AddonDefinitionSpec definition, Facts known, ClusterFacts cluster) {
    return Resolving.tenant(
        self,
        List.of(),
        Map.of("some", definition),
        known,
        SourcePolicy.everything(),
        cluster,
        new Turn.Now(),
        Scenes.NOW);
  }

  @Test
  void point9_whatThePolicyTakesIsWantedWithTheValuesOfTheCatalog() {
    var patches = addon("mine", "{addon: some, upgradePolicy: {mode: Patch}}");
    var old = clear(patches, definition("{}"), Facts.none());
    var known = facts(old);

    var patch = clear(patches, definition("chart: {defaultVersion: 1.0.7}"), known);
    var values = clear(patches, definition("defaults: {values: {b: 2}}"), known);
    var minor = clear(patches, definition("chart: {defaultVersion: 1.1.0}"), known);

    assertThat(patch.chart().version()).isEqualTo("1.0.7");
    assertThat(patch.standsIn(known)).isFalse();
    assertThat(values.standsIn(known)).isFalse();
    assertThat(values.standsIn(facts(values))).isTrue();
    assertThat(minor.chart().version()).isEqualTo("1.0.0");
    assertThat(minor.standsIn(known)).isTrue();
    assertThat(minor.offered()).isEqualTo("1.1.0");
  }

  @Test
  void point9_versionThatSomebodyWroteIsNotReplacedByAnOffer() {
    var pinned = addon("mine", "{addon: some, version: 1.0.0, upgradePolicy: {mode: Patch}}");
    var known = facts(clear(pinned, definition("{}"), Facts.none()));

    var later = clear(pinned, definition("chart: {defaultVersion: 1.0.7}"), known);

    assertThat(later.chart().version()).isEqualTo("1.0.0");
    assertThat(later.standsIn(known)).isTrue();
    assertThat(later.offered()).isEmpty();
  }

  @Test
  void point9_editWhileSomethingIsOfferedKeepsTheVersionThatIsThere() {
    var newer = definition("chart: {defaultVersion: 2.0.0}");
    var known = facts(clear(addon("mine", "addon: some"), definition("{}"), Facts.none()));

    var edited = clear(addon("mine", "{addon: some, values: {a: 1}}"), newer, known);

    assertThat(edited.chart().version()).isEqualTo("1.0.0");
    assertThat(edited.standsIn(known)).isFalse();
  }

  @Test
  void point19_mirrorThatComesLaterInstallsNothingAnewAndWhatFailedIsTriedAtOnce() {
    var order = addon("mine", "addon: some");
    var needy = definition("prerequisites: [{chart: first, version: 1.0.0}]");
    var known = facts(clear(order, needy, Facts.none()));
    var published = clear(order, needy, known);
    var mirrors =
        new Mirrors(
            List.of(
                new ChartMirror(
                    published.chart().repository(), "oci://mirror.example.org/charts", null)));

    var mirrored = published.through(mirrors);

    assertThat(mirrored.each())
        .extracting(one -> one.chart().repository())
        .containsExactly("oci://mirror.example.org/charts", "oci://mirror.example.org/charts");
    assertThat(mirrored.standsIn(known)).isTrue();
    assertThat(mirrored.mark()).isEqualTo(published.mark());
    assertThat(mirrored.attempt()).isNotEqualTo(published.attempt());
  }

  @Test
  void point29_versionThatIsNotOfferedGoesNotToHelmAndWhatServesStays() {
    var order = addon("mine", "{addon: some, version: 1.0.0, values: {a: 1}}");
    var known = facts(clear(order, definition("{}"), Facts.none()));
    var dropped =
        definition(
            "chart: {defaultVersion: 2.0.0, onlyAvailableVersions: true, availableVersions: [2.0.0]}");

    var faulty = resolve(order, List.of(), dropped, Facts.none());
    var edited = addon("mine", "{addon: some, version: 1.0.0, values: {a: 2}}");

    assertThat(faulty)
        .isInstanceOfSatisfying(
            Resolution.Faulty.class,
            it -> assertThat(it.sentence()).startsWith("spec.version: some is not offered"));
    assertThat(clear(order, dropped, known).standsIn(known)).isTrue();
    assertThat(clear(edited, dropped, known).chart().version()).isEqualTo("1.0.0");
  }

  @Test
  void point10_releaseStaysWhereItWasPutWhateverTheCatalogSays() {
    var known = facts(clear(addon("mine", "addon: some"), definition("{}"), Facts.none()));

    var moved = definition("defaults: {namespace: elsewhere, releaseName: other}");

    assertThat(clear(addon("mine", "addon: some"), moved, known).release())
        .isEqualTo(new ReleaseKey("some", "some"));
  }

  @Test
  void releaseOfAChartOfOnesOwnDoesNotMove() {
    var first = addon("mine", chart("releaseName: one"));
    var known = facts(clear(first, definition("{}"), Facts.none()));

    var moved = resolve(addon("mine", chart("releaseName: two")), List.of(), known);

    assertThat(sentence(moved))
        .contains("release mine/one cannot become mine/two", "delete this TenantAddon");
  }

  @Test
  void point12_whoeverHasAReleaseKeepsItAndTheOtherIsTold() {
    var old = addon("old", chart("{releaseName: web, namespace: shop}"), 100, false, false);
    var owner = addon("owner", chart("{releaseName: web, namespace: shop}"), 10, true, true);

    assertThat(sentence(resolve(old, List.of(owner), Facts.none())))
        .contains("release shop/web on cluster web is that of TenantAddon owner");
    assertThat(resolve(owner, List.of(old), Facts.none())).isInstanceOf(Resolution.Clear.class);
  }

  @Test
  void point12_ofTwoThatWantTheSameTheOlderGetsIt() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    for (var round = 0; round < 200; round++) {
      var all = new ArrayList<Neighbour>();
      for (var i = 0; i < 4; i++) {
        all.add(
            addon(
                "addon-" + i,
                chart("{releaseName: web, namespace: shop}"),
                random.nextInt(3),
                random.nextInt(4) == 0,
                false));
      }
      Collections.shuffle(all, random);
      var winners =
          all.stream()
              .filter(
                  one -> resolve(one, without(all, one), Facts.none()) instanceof Resolution.Clear)
              .toList();

      assertThat(winners).as("seed %d round %d of %s", seed, round, all).hasSize(1);
    }
  }

  @Test
  void point24_namespaceIsAsOpenAsTheDefinitionSaysAndBaselineOtherwise() {
    var order = addon("mine", "addon: some");

    assertThat(clear(order, definition("{}"), Facts.none()).podSecurity())
        .isEqualTo(PodSecurity.BASELINE);
    assertThat(clear(order, definition("podSecurity: privileged"), Facts.none()).podSecurity())
        .isEqualTo(PodSecurity.PRIVILEGED);
    assertThat(clear(addon("mine", chart("{}")), definition("{}"), Facts.none()).podSecurity())
        .isEqualTo(PodSecurity.BASELINE);
  }

  @Test
  void chartsThatComeFirstAndDigestsAreTakenFromTheDefinition() {
    var digest = "a".repeat(64);
    var wanted =
        clear(
            addon("mine", "addon: some"),
            definition(
                "{chart: {digests: {1.0.0: %s}}, prerequisites: [{chart: base, version: 3.0.0}]}"
                    .formatted(digest)),
            Facts.none());

    assertThat(wanted.chart().digest()).isEqualTo(digest);
    assertThat(wanted.first())
        .containsExactly(
            new Piece(
                new ReleaseKey("some", "base"), "https://charts.example.com", "base", "3.0.0", ""));
  }

  @Test
  void orderOfKeysIsNoOrder() {
    var one = addon("mine", "{addon: some, values: {a: {x: 1, y: [1, 2]}, b: 2}}");
    var other = addon("mine", "{addon: some, values: {b: 2, a: {y: [1, 2], x: 1}}}");
    var third = addon("mine", "{addon: some, values: {b: 2, a: {y: [2, 1], x: 1}}}");

    var first = clear(one, definition("{}"), Facts.none()).fingerprint();

    assertThat(clear(other, definition("{}"), Facts.none()).fingerprint()).isEqualTo(first);
    assertThat(clear(third, definition("{}"), Facts.none()).fingerprint()).isNotEqualTo(first);
    assertThat(Fingerprint.parse(first.text())).isEqualTo(first);
    assertThat(Fingerprint.parse("")).isEqualTo(Fingerprint.none());
  }

  @Test
  void nameThatFitsNoReleaseIsToldAndNotThrown() {
    var wrong = addon("mine", chart("releaseName: No_Release"));

    assertThat(sentence(resolve(wrong, List.of(), Facts.none()))).contains("spec.helm.releaseName");
  }

  @Test
  void point6_managementAddonGetsTheValuesOfTheCatalogAndItsOwn() {
    var spec =
        new ManagementAddonSpec(
            "some", null, Scenes.yaml("a: 1"), null, null, null, List.of(), null);
    var catalog = Map.of("some", definition("defaults: {values: {a: 0, b: 2}}"));

    var wanted = wanted(managed(spec, catalog));

    assertThat(wanted.values().toString()).isEqualTo("{\"a\":1,\"b\":2}");
    assertThat(wanted.release()).isEqualTo(new ReleaseKey("mine-system", "mine"));
    assertThat(sentence(managed(spec, Map.of()))).contains("there is no AddonDefinition some");
  }

  private static List<Neighbour> without(List<Neighbour> all, Neighbour one) {
    return all.stream().filter(other -> !other.equals(one)).toList();
  }

  private static String chart(String more) {
    return "{helm: %s, version: 1.0.0}"
        .formatted(
            more.equals("{}")
                ? "{repository: 'https://charts.example.com', chart: some}"
                : "{repository: 'https://charts.example.com', chart: some, %s}"
                    .formatted(more.replaceAll("[{}]", "")));
  }

  @Test
  void point1_sourceThatIsNotAllowedAnyMoreIsToldBeforeHelmIsAskedAndWhatIsInstalledStays() {
    var elsewhere = new SourcePolicy(List.of("https://other.example.com"));
    var catalog = Map.of("some", definition("{}"));
    var self = Scenes.addon("mine", "addon: some");
    var installed = facts(clear(self, definition("{}"), Facts.none()));
    var edited = Scenes.addon("mine", "{addon: some, values: {a: 1}}");

    assertThat(
            Resolving.tenant(
                self,
                List.of(),
                catalog,
                Facts.none(),
                elsewhere,
                ClusterFacts.none(),
                new Turn.Now(),
                Scenes.NOW))
        .isInstanceOfSatisfying(
            Resolution.Faulty.class,
            faulty -> assertThat(faulty.sentence()).contains("from where charts may not come"));
    assertThat(
            Resolving.tenant(
                self,
                List.of(),
                catalog,
                installed,
                elsewhere,
                ClusterFacts.none(),
                new Turn.Now(),
                Scenes.NOW))
        .isInstanceOf(Resolution.Clear.class);
    assertThat(
            Resolving.tenant(
                edited,
                List.of(),
                catalog,
                installed,
                elsewhere,
                ClusterFacts.none(),
                new Turn.Now(),
                Scenes.NOW))
        .isInstanceOf(Resolution.Faulty.class);
  }

  @Test
  void point1_managementAddonIsHeldToTheSameRules() {
    var spec = Scenes.management("addon: some");
    var catalog = Map.of("some", definition("{requiredValues: [{path: key}]}"));
    var elsewhere = new SourcePolicy(List.of("https://other.example.com"));

    assertThat(
            faults(
                Resolving.management("mine", spec, catalog, Facts.none(), elsewhere, Scenes.NOW)))
        .contains("spec.values.key: some does not work without it");
    assertThat(
            faults(
                Resolving.management(
                    "mine",
                    Scenes.management("{addon: some, values: {key: x}}"),
                    catalog,
                    Facts.none(),
                    elsewhere,
                    Scenes.NOW)))
        .contains("from where charts may not come");
    assertThat(faults(managed(spec, Map.of("somme", definition("{}")))))
        .contains("did you mean somme?");
  }

  private static String faults(Resolution resolution) {
    assertThat(resolution).isInstanceOf(Resolution.Faulty.class);
    return ((Resolution.Faulty) resolution).sentence();
  }

  private static Resolution managed(
      ManagementAddonSpec spec, Map<String, AddonDefinitionSpec> catalog) {
    return Resolving.management(
        "mine", spec, catalog, Facts.none(), SourcePolicy.everything(), Scenes.NOW);
  }

  private static Resolution resolve(Neighbour self, List<Neighbour> others, Facts known) {
    return resolve(self, others, definition("{}"), known);
  }

  private static Resolution resolve(
      Neighbour self, List<Neighbour> others, AddonDefinitionSpec definition, Facts known) {
    return Resolving.tenant(
        self,
        others,
        Map.of("some", definition),
        known,
        SourcePolicy.everything(),
        ClusterFacts.none(),
        new Turn.Now(),
        Scenes.NOW);
  }

  private static Wanted clear(Neighbour self, AddonDefinitionSpec definition, Facts known) {
    return wanted(resolve(self, List.of(), definition, known));
  }

  private static Wanted wanted(Resolution resolution) {
    assertThat(resolution).isInstanceOf(Resolution.Clear.class);
    return ((Resolution.Clear) resolution).wanted();
  }

  private static String sentence(Resolution resolution) {
    assertThat(resolution).isInstanceOf(Resolution.Faulty.class);
    return ((Resolution.Faulty) resolution).sentence();
  }

  private static Facts facts(Wanted wanted) {
    return new Facts(
        wanted.release(),
        wanted.chart().version(),
        1,
        "deployed",
        wanted.fingerprint(),
        "",
        List.of());
  }
}
