package dev.butlerlabs.butler.addons.install.plan;

import static dev.butlerlabs.butler.addons.install.plan.Scenes.addon;
import static dev.butlerlabs.butler.addons.install.plan.Scenes.definition;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class NeedsTest {

  private static final Map<String, AddonDefinitionSpec> CATALOG =
      Map.of("top", definition("dependsOn: [base, cilium]"), "base", definition("{}"));

  @Test
  void point2_whatIsNamedHasToBeInstalledFirst() {
    var self = addon("app", "{addon: base, dependsOn: [{name: db}, {name: queue}]}");
    var db = addon("db", "addon: base", 0, true, false);

    assertThat(Needs.unmet(self, List.of(db), CATALOG, Set.of()))
        .containsExactly("TenantAddon db is not installed yet", "there is no TenantAddon queue");
    assertThat(
            Needs.unmet(
                self,
                List.of(
                    addon("db", "addon: base", 0, true, true),
                    addon("queue", "addon: base", 0, true, true)),
                CATALOG,
                Set.of()))
        .isEmpty();
  }

  @Test
  void point2_whatTheDefinitionNeedsIsAnAddonOfTheClusterOrOfThePlatform() {
    var self = addon("app", "addon: top");
    var elsewhere = addon("other", "{clusterRef: {name: another}, addon: base}", 0, true, true);
    var here = addon("here", "addon: base", 0, true, true);

    assertThat(Needs.unmet(self, List.of(elsewhere), CATALOG, Set.of("cilium")))
        .containsExactly("addon base is not installed on cluster web");
    assertThat(Needs.unmet(self, List.of(here), CATALOG, Set.of()))
        .containsExactly("addon cilium is not installed on cluster web");
    assertThat(Needs.unmet(self, List.of(here), CATALOG, Set.of("cilium"))).isEmpty();
  }

  @Test
  void point2_whoeverIsNeededGoesLast() {
    var db = addon("db", "addon: base", 0, true, true);
    var app = addon("app", "{addon: other, dependsOn: [{name: db}]}", 0, true, true);
    var top = addon("top", "addon: top", 0, true, false);

    assertThat(Needs.dependents(db, List.of(app, top), CATALOG)).containsExactly("app", "top");
    assertThat(Needs.dependents(app, List.of(db, top), CATALOG)).isEmpty();
    var second = addon("second", "addon: base", 0, true, true);
    assertThat(Needs.dependents(db, List.of(top, second), CATALOG))
        .as("another one serves for it")
        .isEmpty();
  }

  @Test
  void whoNeverHadAReleaseHoldsNobodyBack() {
    var db = addon("db", "addon: base", 0, true, true);
    var app = addon("app", "{addon: other, dependsOn: [{name: db}]}", 0, false, false);

    assertThat(Needs.dependents(db, List.of(app), CATALOG)).isEmpty();
  }

  @Test
  void thoseThatNeedEachOtherCanStillGo() {
    var one = addon("one", "{addon: base, dependsOn: [{name: two}]}", 0, true, true);
    var two = addon("two", "{addon: base, dependsOn: [{name: one}]}", 0, true, true);

    assertThat(Needs.dependents(one, List.of(two), CATALOG)).isEmpty();
  }
}
