package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.Ruling;
import java.util.List;
import java.util.stream.Stream;

/** Makes an answer of what was found. */
final class Judgement {

  private Judgement() {}

  /** Of something that names no version. */
  static Ruling of(List<Problem> now, List<Problem> before, List<Problem> absent) {
    return of(now, before, absent, List.of(), List.of());
  }

  /**
   * What was wrong before is not held against an edit: whoever is told that a source is not allowed
   * any more must still be able to say what becomes of the release.
   *
   * @param before what was wrong with the object as it is stored; none for a new one
   * @param absent what is not there yet; objects of one batch come in any order
   * @param unoffered versions that no definition lists yet; the same batch may bring the list
   * @param more sentences that its user has to know
   */
  static Ruling of(
      List<Problem> now,
      List<Problem> before,
      List<Problem> absent,
      List<Problem> unoffered,
      List<String> more) {
    var fresh =
        now.stream()
            .filter(problem -> !before.contains(problem))
            .filter(problem -> !absent.contains(problem))
            .toList();
    return fresh.isEmpty()
        ? Ruling.allowed(
            Stream.of(
                    absent.stream().map(one -> one.sentence() + "; it waits until there is"),
                    unoffered.stream().map(one -> one.sentence() + "; it waits until it is"),
                    more.stream())
                .flatMap(told -> told)
                .toArray(String[]::new))
        : Ruling.of(fresh);
  }
}
