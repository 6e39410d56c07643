package dev.butlerlabs.butler.tenants.cause.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.testkit.failures.Failure;
import dev.butlerlabs.butler.testkit.failures.Failures;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * All seeded failures: in at least 95 of 100 the cause that is told is the one that was injected.
 */
class FailureCorpusTest {

  private static final double WANTED = 0.95;

  @Test
  void theInjectedCauseIsTold() {
    var failures = Failures.all();

    var misses = failures.stream().flatMap(failure -> miss(failure).stream()).toList();

    System.out.printf(
        "causes: %d of %d seeded failures are named%n",
        failures.size() - misses.size(), failures.size());
    misses.forEach(System.out::println);
    assertThat((failures.size() - misses.size()) / (double) failures.size())
        .as("misses:%n%s", String.join("\n", misses))
        .isGreaterThanOrEqualTo(WANTED);
  }

  /** Here only the deepest of several is right, so none may be missed. */
  @Test
  void ofTwoFaultsTheRightOneIsTold() {
    var pairs =
        Failures.all().stream().filter(failure -> failure.name().startsWith("two-faults")).toList();

    assertThat(pairs).hasSizeGreaterThanOrEqualTo(6);
    assertThat(pairs.stream().flatMap(failure -> miss(failure).stream())).isEmpty();
  }

  /**
   * The running manager does not hold everything: it asks for pods and providers' objects where
   * others complain, and never for Nodes, whose words Cluster API repeats under its own reasons.
   */
  @Test
  void mostIsNamedFromWhatTheManagerLooksAt() {
    var misses =
        Failures.all().stream().flatMap(failure -> miss(failure, seen(failure)).stream()).toList();

    System.out.printf(
        "causes: %d of %d seeded failures are named from what a manager holds and asks for%n",
        Failures.all().size() - misses.size(), Failures.all().size());
    misses.forEach(System.out::println);
    assertThat((Failures.all().size() - misses.size()) / (double) Failures.all().size())
        .as("misses:%n%s", String.join("\n", misses))
        .isGreaterThanOrEqualTo(WANTED);
  }

  private static Tree seen(Failure failure) {
    return seen(tree(failure));
  }

  static Tree seen(Tree all) {
    var asked =
        all.parts().stream()
            .filter(Troubled::onItsPlatform)
            .map(part -> part.text("/spec/infrastructureRef/name"))
            .toList();
    var pods = all.parts().stream().anyMatch(Troubled::inItsPods);
    return new Tree(
        all.cluster(),
        all.parts().stream().filter(part -> looked(part, asked, pods)).toList(),
        all.refused());
  }

  private static boolean looked(Part part, List<String> asked, boolean pods) {
    return switch (part.kind()) {
      case "Pod" -> pods;
      case "Node" -> false;
      default ->
          !part.text("/apiVersion").startsWith("infrastructure.cluster")
              || asked.contains(part.name());
    };
  }

  private static Optional<String> miss(Failure failure) {
    return miss(failure, tree(failure));
  }

  /** What was told instead, when it is not what was expected. */
  private static Optional<String> miss(Failure failure, Tree tree) {
    var found = Causes.of(tree);
    if (found.filter(one -> named(one, failure.cause())).isPresent()) {
      return Optional.empty();
    }
    var told =
        found
            .map(
                one ->
                    "%s since %s: %s"
                        .formatted(one.cause().reason(), one.since(), one.cause().sentence()))
            .orElse("nothing");
    return Optional.of(
        "  - %s%n      expected %s%n      told %s".formatted(failure, failure.cause(), told));
  }

  private static boolean named(Found found, Failure.Expected expected) {
    var cause = found.cause();
    return expected.isTold(cause.reason(), cause.what(), cause.butlerDoes() + " " + cause.youCan())
        && (expected.since().isEmpty() || found.since().equals(Instant.parse(expected.since())));
  }

  static Tree tree(Failure failure) {
    return tree(failure.objects(), failure.refused());
  }

  static Tree tree(List<JsonNode> objects, List<JsonNode> refused) {
    var cluster =
        objects.stream()
            .filter(one -> one.path("kind").asText().equals("TenantCluster"))
            .findFirst()
            .orElseThrow();
    return Tree.of(
        cluster,
        objects.stream().filter(one -> !one.equals(cluster)).toList(),
        refused.stream()
            .map(
                one ->
                    new Refused(
                        one.path("object").asText(),
                        one.path("reason").asText(),
                        one.path("message").asText(),
                        Instant.parse(one.path("since").asText())))
            .toList());
  }
}
