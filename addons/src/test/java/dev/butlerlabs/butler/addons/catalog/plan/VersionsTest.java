package dev.butlerlabs.butler.addons.catalog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionsTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "[]                 | 1.0.0      | ''     | true",
        "[]                 | 7.7.7      | ''     | false",
        "[1.0.1]            | ''         | ''     | true",
        "[1.0.1]            | 1.0.0      | ''     | true",
        "[1.0.1]            | 1.0.1      | ''     | true",
        "[1.0.1]            | v1.0.1     | ''     | true",
        "[v1.0.1]           | 1.0.1      | ''     | true",
        "[1.0.1]            | 1.0.2      | ''     | false",
        "[1.0.1]            | 1.0.2      | 1.0.2  | true",
        "[1.0.1]            | 1.0.2      | 1.0.3  | false",
        "[1.1.x]            | 1.1.9      | ''     | true",
        "[v1.1.x]           | 1.1.9      | ''     | true",
        "[1.1.x]            | v1.1.9     | ''     | true",
        "[1.1.x]            | 1.10.9     | ''     | false",
        "[1.1.x]            | 11.1.9     | ''     | false",
        "[1.1.x]            | 1.1.9-rc.1 | ''     | false",
        "['1.1.9-rc.1']     | 1.1.9-rc.1 | ''     | true",
        "[2.x]              | 2.8.0      | ''     | true",
        "[2.x]              | 20.8.0     | ''     | false",
      })
  void point29_onlyWhatTheDefinitionOffersOrWhatIsThereMayBeAskedFor(
      String list, String version, String installed, boolean offered) {
    var definition = listing(list);

    assertThat(CatalogRules.offered("some", version, Map.of("some", definition), installed))
        .hasSize(offered ? 0 : 1);
  }

  @Test
  void listThatIsNotSaidToBeAllOfThemLeavesEveryVersionOpen() {
    var definition = Entries.definition("chart: {availableVersions: [1.0.1]}");

    assertThat(CatalogRules.offered("some", "7.7.7", Map.of("some", definition), "")).isEmpty();
  }

  @Test
  void point29_whoeverAsksForAnotherVersionReadsWhichThereAre() {
    var definition = listing("[1.0.0, 0.9.x]");

    assertThat(
            Problem.list(
                CatalogRules.offered("some", "3.0.0", Map.of("some", definition), "1.0.0")))
        .endsWith(
            "spec.version: some is not offered in version 3.0.0, but in 1.0.0, 0.9.x (write one of"
                + " these, or have a platform admin add it to spec.chart.availableVersions of"
                + " AddonDefinition some)");
  }

  @ParameterizedTest
  @CsvSource({"1.x, 0", "1.17.x, 0", "v1.17.x, 0", "1.17.3, 0", "x, 1", "1.x.3, 1", "latest, 1"})
  void listNamesVersionsOneByOneOrByTheirMinor(String entry, int problems) {
    var definition = Entries.definition("chart: {availableVersions: ['%s']}".formatted(entry));

    assertThat(DefinitionRules.check("some", definition, Map.of(), SourcePolicy.everything()))
        .hasSize(problems);
  }

  private static AddonDefinitionSpec listing(String versions) {
    return Entries.definition(
        "chart: {onlyAvailableVersions: true, availableVersions: %s}".formatted(versions));
  }
}
