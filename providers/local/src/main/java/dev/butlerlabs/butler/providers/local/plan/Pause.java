package dev.butlerlabs.butler.providers.local.plan;

import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Whether an object is to be left alone, and how that is told. */
public final class Pause {

  /** On an object of a cluster: leave it alone. */
  public static final String ANNOTATION = "cluster.x-k8s.io/paused";

  private Pause() {}

  /** Why the object is to be left alone; empty when it is not. */
  public static Optional<String> reason(boolean annotated, Optional<ClusterView> cluster) {
    var whole = cluster.filter(ClusterView::paused);
    if (whole.isPresent()) {
      return Optional.of("Cluster %s is paused".formatted(whole.get().name()));
    }
    return annotated ? Optional.of("the annotation " + ANNOTATION + " is there") : Optional.empty();
  }

  public static Verdict no() {
    return Verdict.no(Milestone.PAUSED.wire(), "NotPaused", "it is looked after");
  }

  /** All that was told stays, and that nothing is done is told beside it. */
  public static List<Verdict> yes(String why, List<Condition> before) {
    var paused = Verdict.yes(Milestone.PAUSED.wire(), "Paused", why + "; remove that to go on");
    return Stream.concat(
            before.stream()
                .filter(condition -> Milestone.types().contains(condition.type()))
                .map(Condition::verdict)
                .filter(verdict -> !verdict.type().equals(Milestone.PAUSED.wire())),
            Stream.of(paused))
        .toList();
  }
}
