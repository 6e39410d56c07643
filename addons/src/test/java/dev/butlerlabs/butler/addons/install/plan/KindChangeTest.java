package dev.butlerlabs.butler.addons.install.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class KindChangeTest {

  private static final String BOTH = "{name: v1, served: true}, {name: v2, served: true}";

  @Test
  void point9_whatIsNotThereIsMadeAndWhatIsThereIsRenewed() {
    assertThat(KindChange.of(chart(BOTH), Optional.empty())).isEqualTo(new KindChange.Make());
    assertThat(after("{name: v1, served: true}", "v1", BOTH)).isEqualTo(new KindChange.Renew());
    assertThat(after(BOTH, "v2", BOTH)).isEqualTo(new KindChange.Renew());
  }

  @Test
  void point9_versionInWhichObjectsMayBeStoredNeverGoes() {
    assertThat(refused(after("{name: v1, served: false}", "v1", "{name: v2, served: true}")))
        .isEqualTo(
            "of CustomResourceDefinition things.example.com would go: version v1, in which objects may be stored");
  }

  @Test
  void point9_versionThatIsServedStaysServed() {
    assertThat(refused(after(BOTH, "v2", "{name: v1, served: false}, {name: v2, served: true}")))
        .endsWith("would go: version v1, which is served");
    assertThat(refused(after(BOTH, "v2", "{name: v2, served: true}")))
        .endsWith("would go: version v1, which is served");
    assertThat(
            after(
                "{name: v1, served: false}, {name: v2, served: true}",
                "v2",
                "{name: v2, served: true}"))
        .as("nobody sees it any more")
        .isEqualTo(new KindChange.Renew());
  }

  @Test
  void whatCannotChangeIsToldBeforeItIsTried() {
    var wanted =
        Scenes.yaml(
            "{metadata: {name: things.example.com}, spec: {scope: Cluster, group: example.com, names: {kind: Thing}, versions: []}}");

    assertThat(refused(KindChange.of(wanted, Optional.of(live("", "", "{}")))))
        .endsWith("would go: spec.scope Namespaced");
  }

  @Test
  void whatIsPartOfAReleaseIsLeftToIt() {
    assertThat(
            KindChange.of(
                chart("{name: v2}"),
                Optional.of(
                    live("{name: v1, served: true}", "v1", "{meta.helm.sh/release-name: a}"))))
        .isEqualTo(new KindChange.Leave());
  }

  private static String refused(KindChange change) {
    return change instanceof KindChange.Refuse(var why) ? why : change.toString();
  }

  private static KindChange after(String before, String stored, String wanted) {
    return KindChange.of(chart(wanted), Optional.of(live(before, stored, "{}")));
  }

  private static JsonNode chart(String versions) {
    return live(versions, "", "{}");
  }

  private static JsonNode live(String versions, String stored, String annotations) {
    return Scenes.yaml(
        """
        metadata: {name: things.example.com, annotations: %s}
        spec: {scope: Namespaced, group: example.com, names: {kind: Thing}, versions: [%s]}
        status: {storedVersions: [%s]}
        """
            .formatted(annotations, versions, stored));
  }
}
