package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.helm.plan.Engine;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What is known of the objects of a release, held against what the release says. */
public sealed interface Drift {

  /** There is news when it is known. */
  record Unknown() implements Drift {}

  /** It could not be looked at. */
  record Unclear(String sentence) implements Drift {}

  /** All are as they should be. */
  record None() implements Drift {}

  /**
   * These are not.
   *
   * @param repairing whether they are about to be repaired, as far as nothing hinders it
   */
  record Standing(List<Difference> differences, boolean repairing) implements Drift {

    public Standing {
      differences = List.copyOf(differences);
    }

    boolean somethingGone() {
      return differences.stream().anyMatch(Difference::gone);
    }
  }

  /** They were repaired again and again, and somebody changes them each time. */
  record Contested(List<Difference> differences, List<String> writers) implements Drift {

    public Contested {
      differences = List.copyOf(differences);
      writers = List.copyOf(writers);
    }
  }

  /**
   * Somebody has put other objects into the release.
   *
   * @param by the engine that did, if it was one
   */
  record Replaced(int revision, Optional<Engine> by) implements Drift {

    public Replaced(int revision) {
      this(revision, Optional.empty());
    }
  }

  /**
   * The release is not there any more.
   *
   * @param repairing whether it is installed anew
   */
  record Gone(boolean repairing) implements Drift {}

  /** The first few clauses. */
  static String clauses(List<Difference> differences) {
    var clauses = new ArrayList<>(differences.stream().limit(3).map(Difference::clause).toList());
    if (differences.size() > clauses.size()) {
      clauses.add((differences.size() - clauses.size()) + " more");
    }
    return String.join("; ", clauses);
  }
}
