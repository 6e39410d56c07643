package dev.butlerlabs.butler.apps.workbench.trial;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;

/** A trial as a page that can be attached to an issue. */
public final class Report {

  private Report() {}

  /** What stands at the top of a report. */
  public record Head(Instant when, String config, String platform, String machine, String butler) {}

  public static String of(Head head, Trial.Verdict verdict) {
    return """
    # Trial of a provider: %s

    | | |
    |---|---|
    | When | %s |
    | ProviderConfig | %s |
    | Platform | %s |
    | Machine | %s |
    | Butler | %s |

    ## Steps

    | Step | Result | Took | Seen |
    |---|---|---|---|
    %s

    ## Left behind

    %s
    """
        .formatted(
            result(verdict),
            head.when(),
            cell(head.config()),
            cell(head.platform() + verdict.platformVersion().map(v -> " " + v).orElse("")),
            cell(head.machine()),
            cell(head.butler()),
            verdict.steps().stream().map(Report::row).collect(Collectors.joining("\n")),
            left(verdict.left()));
  }

  /** In a word or two. */
  public static String result(Trial.Verdict verdict) {
    if (!verdict.left().isEmpty()) {
      return "something is left behind";
    }
    if (verdict.stopped()) {
      return "stopped";
    }
    return verdict.passed() ? "passed" : "failed";
  }

  private static String row(Step step) {
    return "| %s | %s | %d s | %s |"
        .formatted(
            cell(step.what()),
            step.good() ? "good" : "**failed**",
            step.took().toSeconds(),
            cell(step.detail()));
  }

  private static String left(List<String> left) {
    return left.isEmpty()
        ? "Nothing."
        : left.stream().map(line -> "- " + cell(line)).collect(Collectors.joining("\n"));
  }

  /** One line, with nothing in it that ends a cell. */
  private static String cell(String text) {
    return text.replaceAll("\\s+", " ").replace("|", "\\|");
  }
}
