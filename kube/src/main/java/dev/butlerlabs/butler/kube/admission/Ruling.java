package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;

/** What a rule answers. */
public sealed interface Ruling {

  /**
   * The object may be stored.
   *
   * @param warnings shown to whoever asked, one line each; kubectl prints them
   */
  record Allowed(List<String> warnings) implements Ruling {

    public Allowed {
      warnings = List.copyOf(warnings);
    }
  }

  /**
   * The object is not stored, and nothing changes.
   *
   * @param problems all there are, each with the path of the field as its subject
   */
  record Denied(List<Problem> problems) implements Ruling {

    public Denied {
      problems = List.copyOf(problems);
      if (problems.isEmpty()) {
        throw new IllegalArgumentException("a denial needs at least one problem to tell");
      }
    }
  }

  static Ruling allowed(String... warnings) {
    return new Allowed(List.of(warnings));
  }

  /**
   * One thing that is wrong.
   *
   * @param field the path in the user's object, such as {@code spec.workers[0].replicas}
   * @param trouble what is wrong with it
   * @param remedy what to write instead, {@code ""} when the trouble says it
   */
  static Ruling denied(String field, String trouble, String remedy) {
    return new Denied(List.of(new Problem(field, trouble, remedy)));
  }

  /** Allowed when there are none. */
  static Ruling of(List<Problem> problems) {
    return problems.isEmpty() ? allowed() : new Denied(problems);
  }
}
