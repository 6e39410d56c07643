package dev.butlerlabs.butler.addons.helm.plan;

import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Place;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads what Helm says when it fails. Helm has one exit code for everything, so its words are all
 * there is; they are those of the version in the tool chain, and tests hear them from the real
 * program.
 */
public final class Complaint {

  private static final int LONGEST = 600;

  /** Said after every broken template; our callers have no such flag. */
  private static final String HINT = "Use --debug flag to render out invalid YAML";

  private static final Pattern LAST_ERROR = Pattern.compile("(?s).*(?:^|\\n)Error: (.*)");

  private static final Pattern TEMPLATE_LINE =
      Pattern.compile("(?:^|[\\s(\"])([^\\s:()\"]+/templates/[^\\s:()\"]+):(\\d+)");

  private static final Pattern RENDERED_LINE =
      Pattern.compile("(?s)YAML parse error on (\\S+?): .*?line (\\d+)");

  private static final Pattern RENDERED_FILE = Pattern.compile("YAML parse error on (\\S+?): ");

  private static final Pattern FOR_DEBUGGING = Pattern.compile("(?m)^level=DEBUG .*\\R?");

  /** The errors are listed in brackets, with quotes in them escaped. */
  private static final Pattern NOT_DELETED =
      Pattern.compile(
          "msg=\"uninstall: Failed to delete release\" error=\"((?:[^\"\\\\]++|\\\\.)*+)\"");

  private record Sign(Cause cause, Pattern words) {
    private static Sign of(Cause cause, String words) {
      return new Sign(cause, Pattern.compile("(?is).*(?:" + words + ").*"));
    }
  }

  /** In this order: the first that fits is it. */
  private static final List<Sign> SIGNS =
      List.of(
          Sign.of(Cause.LOCKED, "another operation \\(install/upgrade/rollback\\)"),
          Sign.of(Cause.CLUSTER_FULL, "database space exceeded"),
          Sign.of(Cause.QUOTA_EXCEEDED, "exceeded quota"),
          // It was not asked at all: its pods or its certificate are not there yet.
          Sign.of(Cause.NOT_READY, "failed calling webhook"),
          Sign.of(
              Cause.OBJECT_REFUSED,
              "validatingadmissionpolicy|admission webhook|denied the request"),
          Sign.of(
              Cause.CLUSTER_DENIED,
              "cluster unreachable: .*(?:unauthorized|forbidden|must be logged in)"),
          Sign.of(Cause.CLUSTER_UNREACHABLE, "cluster unreachable|cluster reachability check"),
          Sign.of(Cause.NAME_TAKEN, "cannot re-?use a name that is still in use"),
          Sign.of(Cause.RELEASE_MISSING, "release: not found|has no deployed releases"),
          Sign.of(Cause.OBJECT_TAKEN, "exists and cannot be imported"),
          Sign.of(Cause.FIELD_TAKEN, "conflict occurred while"),
          Sign.of(
              Cause.VALUES_WRONG,
              "values don't meet the specifications|wrong type for value|incompatible types for"
                  + "|failed to parse .*values|can't evaluate field|range can't iterate over"),
          Sign.of(
              Cause.TEMPLATE_BROKEN,
              "parse error (?:at|in) \\(|execution error at \\(|YAML parse error on|template: "
                  + "|/templates/\\S+:\\d+"),
          Sign.of(Cause.KUBERNETES_UNFIT, "chart requires kubeversion"),
          Sign.of(
              Cause.CHART_BROKEN,
              "chart\\.yaml file is missing|validation: chart|does not appear to be a gzipped"
                  + "|cannot load chart|missing in charts/ directory"),
          Sign.of(
              Cause.REPOSITORY_UNTRUSTED,
              "x509:|certificate signed by unknown|server gave http response to https"),
          Sign.of(
              Cause.REPOSITORY_DENIED,
              "(?:failed to fetch|unable to get an update|failed to perform|response from|chart"
                  + " repository|registry).*(?:401|403|unauthorized|forbidden|denied)"),
          Sign.of(Cause.REPOSITORY_DOWN, "failed to fetch \\S+/index\\.yaml : 404"),
          Sign.of(
              Cause.CHART_MISSING,
              "not found in \\S+ (?:index|repository)|no chart (?:name|version) found"
                  + "|failed to fetch \\S+ : 404|manifest unknown|name unknown|: not found$"
                  + "|unable to locate any tags|path \"[^\"]*\" not found"),
          Sign.of(
              Cause.REPOSITORY_DOWN,
              "unable to get an update from|not a valid chart repository|failed to fetch"
                  + "|failed to perform|dial tcp|no such host|connection re(?:fused|set)"
                  + "|failed to update the following repositories"),
          Sign.of(
              Cause.NOT_READY,
              "context deadline exceeded|timed out waiting|resource not ready|not ready\\. status"),
          Sign.of(Cause.CLUSTER_DENIED, "forbidden: user|is forbidden|unauthorized"),
          Sign.of(
              Cause.OBJECT_REFUSED,
              "is invalid:|no matches for kind|unable to build kubernetes objects"
                  + "|failed to create (?:typed|resource)"
                  + "|field is immutable|field not declared in schema|unknown field"));

  private Complaint() {}

  /**
   * What the words mean.
   *
   * @param tried what was to be done, on what
   * @param told all that Helm said, already without secrets
   */
  public static Refusal read(String tried, String told) {
    var said = essence(told);
    var words = said.replaceAll("\\s+", " ").strip();
    var cause =
        SIGNS.stream()
            .filter(sign -> sign.words().matcher(words).matches())
            .map(Sign::cause)
            .findFirst()
            .orElse(Cause.OTHER);
    return new Refusal(cause, tried, gist(said), place(said).orElse(null), false);
  }

  /** Without what is for debugging, but for the one thing that is said nowhere else. */
  private static String essence(String told) {
    var why = NOT_DELETED.matcher(told);
    var more = why.find() ? ": " + why.group(1).replace("\\\"", "\"") : "";
    return FOR_DEBUGGING.matcher(told).replaceAll("").strip() + more;
  }

  private static Optional<Place> place(String said) {
    for (var pattern : List.of(RENDERED_LINE, TEMPLATE_LINE)) {
      var found = pattern.matcher(said);
      if (found.find()) {
        return Optional.of(new Place(found.group(1), Integer.parseInt(found.group(2))));
      }
    }
    var file = RENDERED_FILE.matcher(said);
    return file.find() ? Optional.of(new Place(file.group(1), 1)) : Optional.empty();
  }

  /** From the last error on, on one line, cut where nobody reads on. */
  private static String gist(String said) {
    var error = LAST_ERROR.matcher(said.replace(HINT, "").strip());
    var text = (error.matches() ? error.group(1) : said).replaceAll("\\s+", " ").strip();
    if (text.isEmpty()) {
      return "Helm said nothing";
    }
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + " …";
  }
}
