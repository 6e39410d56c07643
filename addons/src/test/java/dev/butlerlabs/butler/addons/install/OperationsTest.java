package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.Operations.Request;
import dev.butlerlabs.butler.addons.install.plan.Past;
import dev.butlerlabs.butler.addons.install.plan.Past.Purpose;
import dev.butlerlabs.butler.addons.install.plan.Result;
import dev.butlerlabs.butler.addons.jobs.Work;
import dev.butlerlabs.butler.addons.jobs.plan.Turns.Limits;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OperationsTest {

  private static final ObjectKey FIRST = new ObjectKey("team", "first");
  private static final ObjectKey SECOND = new ObjectKey("team", "second");

  private static final ReleaseKey RELEASE = new ReleaseKey("shop", "first");

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final List<ObjectKey> news = new CopyOnWriteArrayList<>();
  private final SynchronousQueue<String> steps = new SynchronousQueue<>();
  private final Operations operations = new Operations(new Limits(1, 1, 4), timeline, news::add);

  @AfterEach
  void close() {
    operations.close();
  }

  @Test
  void point7_whatHelmIsAtIsToldOnceForEachStep() throws InterruptedException {
    ask(FIRST);
    Await.untilTrue("it has begun", () -> progress(FIRST).isEmpty());
    ask(SECOND);
    Await.untilTrue("both have looked", () -> news.equals(List.of(FIRST, SECOND)));
    Await.untilTrue("one waits", () -> progress(SECOND).startsWith("waiting"));
    news.clear();
    var now = timeline.instant();

    assertThat(progress(FIRST)).isEmpty();
    assertThat(progress(SECOND)).isEqualTo("waiting for its turn since " + now);
    timeline.advance(Duration.ofMinutes(1));
    steps.put("fetching chart web 1.0.0");
    Await.untilTrue("the first step is told", () -> news.equals(List.of(FIRST)));
    assertThat(progress(FIRST)).isEqualTo("fetching chart web 1.0.0, begun at " + now);
    steps.put("deploying release shop/first");
    Await.untilTrue("the second step is told", () -> news.equals(List.of(FIRST, FIRST)));
    assertThat(progress(FIRST)).isEqualTo("deploying release shop/first, begun at " + now);
    steps.put("");
    Await.untilTrue(
        "the end is told", () -> operations.look(FIRST, () -> "wish") instanceof Past.Done);
  }

  @Test
  void whatAnEditReplacesIsCalledOffAndIsNoFailure() {
    ask(FIRST);
    Await.untilTrue("it has begun", () -> progress(FIRST).isEmpty());

    assertThat(operations.look(FIRST, () -> "wish")).isEqualTo(busy(false));
    assertThat(operations.look(FIRST, () -> "other")).as("edited").isEqualTo(busy(true));
    operations.supersede(FIRST);

    Await.untilTrue(
        "it has ended",
        () -> operations.look(FIRST, () -> "other").equals(new Past.CalledOff(RELEASE)));
    ask(FIRST);
    Await.untilTrue(
        "the next one runs", () -> operations.look(FIRST, () -> "wish") instanceof Past.Busy);
  }

  @Test
  void whatWaitsAndIsReplacedNeverBegins() {
    ask(FIRST);
    Await.untilTrue("it has begun", () -> progress(FIRST).isEmpty());
    ask(SECOND);
    Await.untilTrue("it waits", () -> progress(SECOND).startsWith("waiting"));

    operations.supersede(SECOND);

    assertThat(operations.look(SECOND, () -> "other")).isInstanceOf(Past.CalledOff.class);
  }

  private static Past busy(boolean edited) {
    return new Past.Busy(Purpose.DEPLOY, RELEASE, "", edited);
  }

  private void ask(ObjectKey addon) {
    Work<Result> work =
        step -> {
          try {
            for (var at = steps.take(); !at.isEmpty(); at = steps.take()) {
              step.accept(at);
            }
          } catch (InterruptedException calledOff) {
            Thread.currentThread().interrupt();
          }
          return new Result.Removed(List.of());
        };
    var release = new ReleaseKey("shop", addon.name());
    assertThat(
            operations.ask(
                new Request(addon, "web", release, Purpose.DEPLOY, "a", "wish"),
                Duration.ofMinutes(10),
                Optional::empty,
                work))
        .isTrue();
  }

  private String progress(ObjectKey addon) {
    return operations.look(addon, () -> "wish") instanceof Past.Busy busy
        ? busy.progress()
        : "idle";
  }
}
