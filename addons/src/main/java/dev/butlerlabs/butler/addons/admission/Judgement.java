package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.List;

/** Makes an answer of what was found. */
final class Judgement {

  private Judgement() {}

  /**
   * What was wrong before is not held against an edit: whoever is told that a source is not allowed
   * any more must still be able to say what becomes of the release.
   *
   * @param before what was wrong with the object as it is stored; none for a new one
   * @param absent what is not there yet; objects of one batch come in any order
   */
  static Ruling of(List<Problem> now, List<Problem> before, List<Problem> absent) {
    var fresh =
        now.stream()
            .filter(problem -> !before.contains(problem))
            .filter(problem -> !absent.contains(problem))
            .toList();
    return fresh.isEmpty()
        ? Ruling.allowed(
            absent.stream()
                .map(problem -> problem.sentence() + "; it waits until there is")
                .toArray(String[]::new))
        : Ruling.of(fresh);
  }
}
