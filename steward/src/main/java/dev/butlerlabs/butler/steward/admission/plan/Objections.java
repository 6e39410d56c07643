package dev.butlerlabs.butler.steward.admission.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** What the API server has against a trial, told by the fields the user wrote. */
public final class Objections {

  private static final Pattern UNKNOWN = Pattern.compile("(unknown|duplicate) field \"([^\"]+)\"");
  private static final Pattern PREFIX =
      Pattern.compile("^.*cannot be handled as a Deployment: (strict decoding error: )?");

  /** How the API server's JSON reader tells a wrong type. */
  private static final Pattern WRONG_TYPE =
      Pattern.compile("^json: cannot unmarshal (\\w+) into Go .* of type (?:\\[])?(?:v1\\.)?(.+)$");

  /** As many questions as fit well into the time a rule has. */
  private static final int MOST_TRIALS = 60;

  private Objections() {}

  /** What the API server answered to a trial. */
  public sealed interface Answer {

    /** It would be stored. */
    record Accepted() implements Answer {}

    /** It can be read and is wrong. */
    record Invalid(List<Cause> causes) implements Answer {

      public Invalid {
        causes = List.copyOf(causes);
      }
    }

    /** It cannot even be read. */
    record Unreadable(String message) implements Answer {}
  }

  /** One thing that is wrong in the Deployment. */
  public record Cause(String field, String message) {}

  /**
   * All problems with a trial, none when it was accepted.
   *
   * @param ask tries another Deployment, to find out which field cannot be read
   */
  public static List<Problem> of(Trial trial, Function<JsonNode, Answer> ask) {
    return switch (ask.apply(trial.deployment())) {
      case Answer.Accepted _ -> List.of();
      case Answer.Invalid(var causes) ->
          causes.stream().map(cause -> problem(trial, cause.field(), cause.message())).toList();
      case Answer.Unreadable(var message) -> unreadable(trial, message, ask);
    };
  }

  private static List<Problem> unreadable(
      Trial trial, String message, Function<JsonNode, Answer> ask) {
    var said = PREFIX.matcher(message).replaceFirst("");
    var unknown = new ArrayList<Problem>();
    var matcher = UNKNOWN.matcher(said);
    while (matcher.find()) {
      unknown.add(problem(trial, matcher.group(2), matcher.group(1) + " field"));
    }
    if (!unknown.isEmpty()) {
      return List.copyOf(unknown);
    }
    // Such a message names the field by its Go type, or not at all.
    var culprit = culprit(trial, ask);
    var field = culprit.flatMap(trial::given).map(FieldPath::toString);
    var words = WRONG_TYPE.matcher(said).replaceFirst("$1 given where $2 is wanted");
    return List.of(new Problem(field.orElse("spec"), "cannot be read: " + words, ""));
  }

  private static Problem problem(Trial trial, String field, String message) {
    var given = trial.given(FieldPath.of(field)).map(FieldPath::toString);
    return given
        .map(path -> new Problem(path, message, ""))
        .orElseGet(() -> new Problem("spec", "the pods' " + field + ": " + message, ""));
  }

  /** The smallest field without which the rest can be read. */
  private static Optional<FieldPath> culprit(Trial trial, Function<JsonNode, Answer> ask) {
    var left = MOST_TRIALS;
    var candidates = trial.origins().stream().map(Trial.Origin::placed).toList();
    var found = Optional.<FieldPath>empty();
    while (!candidates.isEmpty()) {
      var deeper = Optional.<FieldPath>empty();
      for (var candidate : candidates) {
        if (left-- <= 0) {
          return found;
        }
        var rest = candidate.removedFrom(trial.deployment());
        if (!(ask.apply(rest) instanceof Answer.Unreadable)) {
          deeper = Optional.of(candidate);
          break;
        }
      }
      if (deeper.isEmpty()) {
        return found;
      }
      found = deeper;
      candidates = deeper.get().children(trial.deployment());
    }
    return found;
  }
}
