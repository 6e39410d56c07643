package dev.butlerlabs.butler.api.compat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.catalog.Kinds;
import dev.butlerlabs.butler.api.compat.Comparison.Difference;
import dev.butlerlabs.butler.api.schema.Crds;
import io.fabric8.kubernetes.client.CustomResource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class CompatibilityTest {

  private static final Path COMPAT = Path.of("src/test/resources/compat");

  @TestFactory
  Stream<DynamicTest> releasedKindDiffersOnlyWhereReviewed() throws IOException {
    var reviewed = ReviewedDifferences.read(COMPAT.resolve("differences.tsv"));
    return tables().stream()
        .map(
            table ->
                DynamicTest.dynamicTest(
                    table.getFileName().toString(),
                    () -> assertThat(reviewed.notCovered(differences(table))).isEmpty()));
  }

  @Test
  void everyReviewedDifferenceStillExists() throws IOException {
    var all = new ArrayList<Difference>();
    for (var table : tables()) {
      all.addAll(differences(table));
    }

    assertThat(ReviewedDifferences.read(COMPAT.resolve("differences.tsv")).stale(all)).isEmpty();
  }

  @Test
  void thereAreTwentySixKinds() {
    assertThat(Kinds.all()).hasSize(26).doesNotHaveDuplicates();
  }

  private static List<Path> tables() throws IOException {
    try (var butler = Files.list(COMPAT.resolve("butler"));
        var steward = Files.list(COMPAT.resolve("steward"))) {
      return Stream.concat(butler, steward).sorted().toList();
    }
  }

  private static List<Difference> differences(Path table) throws IOException {
    var released = FactTable.read(table);
    var kind =
        Kinds.all().stream()
            .filter(type -> crdName(released).equals(CustomResource.getCRDName(type)))
            .findFirst()
            .orElseThrow(() -> new AssertionError("no class of ours for " + table));
    return Comparison.of(released, CrdFacts.of(Crds.of(kind)));
  }

  private static String crdName(Facts facts) {
    var group = facts.header().groupVersion().split("/", -1)[0];
    return facts.header().plural() + "." + group;
  }
}
