package dev.butlerlabs.butler.addons.install.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.catalog.plan.ClusterFacts;
import dev.butlerlabs.butler.addons.catalog.plan.Mirrors;
import dev.butlerlabs.butler.addons.catalog.plan.Signatures;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.catalog.plan.Turn;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.ChartMirror;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.SignedSource;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SignedPiecesTest {

  private static final String SIGNED =
      "{chart: {provenance: {keysRef: {name: own}}}, prerequisites: [{chart: base, version: 3.0.0}]}";
  private static final Signatures PLATFORM =
      new Signatures(
          List.of(new SignedSource("https://charts.example.com", new LocalRef("platform"))));

  @Test
  void point29_keysOfTheDefinitionAndOfThePlatformBothHaveToFitForAllItsCharts() {
    var wanted = wanted(definition(SIGNED).signed(PLATFORM, SignedPiecesTest::unseen));

    assertThat(wanted.pieces())
        .hasSize(2)
        .allSatisfy(
            piece ->
                assertThat(piece.keys())
                    .extracting(KeySecret::secret)
                    .containsExactly(
                        new ObjectKey("butler-system", "own"),
                        new ObjectKey("butler-system", "platform")));
    assertThat(wanted(definition("{}").signed(PLATFORM, SignedPiecesTest::unseen)).chart().keys())
        .hasSize(1);
    assertThat(
            wanted(definition(SIGNED).signed(Signatures.none(), SignedPiecesTest::unseen))
                .chart()
                .keys())
        .hasSize(1);
    assertThat(
            wanted(definition("{}").signed(Signatures.none(), SignedPiecesTest::unseen))
                .chart()
                .keys())
        .isEmpty();
  }

  @Test
  void point29_keysOfAnAddonsOwnChartLieInItsNamespace() {
    var addon =
        Scenes.addon(
            "mine",
            "{helm: {repository: 'https://charts.example.com', chart: some, provenance: {keysRef:"
                + " {name: own}}}, version: 1.0.0}");

    var wanted = wanted(resolve(addon, "{}").signed(PLATFORM, SignedPiecesTest::unseen));

    assertThat(wanted.chart().keys())
        .extracting(KeySecret::secret)
        .containsExactly(
            new ObjectKey(addon.namespace(), "own"), new ObjectKey("butler-system", "platform"));
  }

  @Test
  void point29_mirroredChartIsHeldToWhatHoldsForItsPublisher() {
    var mirrors =
        new Mirrors(
            List.of(
                new ChartMirror("https://charts.example.com", "oci://mirror.example.org", null)));

    var wanted =
        wanted(definition("{}").signed(PLATFORM, SignedPiecesTest::unseen).through(mirrors));

    assertThat(wanted.chart().repository()).isEqualTo("oci://mirror.example.org");
    assertThat(wanted.chart().keys()).hasSize(1);
  }

  @Test
  void point29_signatureThatIsWantedLaterInstallsNothingAnewAndKeysThatAreWrittenAreTriedAtOnce() {
    var before = wanted(definition("{prerequisites: [{chart: base, version: 3.0.0}]}"));
    var after = wanted(definition(SIGNED).signed(PLATFORM, _ -> "7"));
    var renewed = wanted(definition(SIGNED).signed(PLATFORM, _ -> "8"));

    assertThat(after.fingerprint()).isEqualTo(before.fingerprint());
    assertThat(after.mark()).isEqualTo(before.mark());
    assertThat(after.attempt()).isNotEqualTo(before.attempt());
    assertThat(renewed.attempt()).isNotEqualTo(after.attempt());
  }

  /**
   * What is installed is known again by these words, whatever version of the manager wrote them.
   */
  @Test
  void point29_piecesAreWrittenAsTheyWereBeforeThereWereSignatures() {
    var piece =
        new Piece(new ReleaseKey("shop", "web"), "https://charts.example.com", "web", "1.0.0", "")
            .signedBy(new ObjectKey("shop", "keys"));

    assertThat(piece.toString())
        .isEqualTo(
            "Piece[release=%s, repository=https://charts.example.com, chart=web, version=1.0.0,"
                    .formatted(piece.release())
                + " digest=, credentials=null, shown=]");
  }

  private static String unseen(ObjectKey secret) {
    return "";
  }

  private static Resolution definition(String more) {
    return resolve(Scenes.addon("mine", "addon: some"), more);
  }

  private static Resolution resolve(Neighbour self, String more) {
    return Resolving.tenant(
        self,
        List.of(),
        Map.of("some", Scenes.definition(more)),
        Facts.none(),
        SourcePolicy.everything(),
        ClusterFacts.none(),
        new Turn.Now(),
        Scenes.NOW);
  }

  private static Wanted wanted(Resolution resolution) {
    assertThat(resolution).isInstanceOf(Resolution.Clear.class);
    return ((Resolution.Clear) resolution).wanted();
  }
}
