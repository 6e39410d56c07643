package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.Rendering;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.addons.install.plan.Piece;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;

/** Who is rendered with whom; a fake in Helm's place lets one batch pass at a time. */
class BatchesTest {

  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Piece WEB =
      new Piece(new ReleaseKey("shop", "web"), "https://charts.example.com", "web", "1.0.0", "");
  private static final Piece API =
      new Piece(new ReleaseKey("shop", "api"), "https://charts.example.com", "api", "1.0.0", "");

  private final List<Integer> sizes = new CopyOnWriteArrayList<>();
  private final Semaphore pass = new Semaphore(0);
  private boolean anywhere = true;
  private final Batches batches =
      new Batches(
          helm(), new ChartSources(new KubernetesClientBuilder().build()), Duration.ofMinutes(1));

  @Test
  void whoeverComesWhileOthersAreRenderedIsRenderedTogether() {
    var first = asked(WEB, "w1");
    var second = asked(API, "a1");
    Await.untilTrue("both places are taken", PATIENCE, () -> sizes.size() == 2);

    var later = new ArrayList<Asked>();
    for (var at = 0; at < 30; at++) {
      later.add(asked(WEB, "w" + at));
    }
    later.forEach(one -> Await.untilTrue("it waits", PATIENCE, one::waits));
    pass.release(3);

    assertThat(first.answer()).contains("w1 of web");
    assertThat(second.answer()).contains("a1 of api");
    for (var at = 0; at < 30; at++) {
      assertThat(later.get(at).answer()).contains("w%d of web".formatted(at));
    }
    assertThat(sizes).containsExactly(1, 1, 30);
  }

  @Test
  void whoLedAndIsCalledOffTakesNobodyWithHim() {
    var busy = List.of(asked(API, "a1"), asked(API, "a2"));
    Await.untilTrue("a place is taken", PATIENCE, () -> !sizes.isEmpty());
    var leader = asked(WEB, "w1");
    Await.untilTrue("it leads", PATIENCE, leader::waits);
    var follower = asked(WEB, "w2");
    Await.untilTrue("it follows", PATIENCE, follower::waits);

    leader.thread().interrupt();
    leader.done().handle((_, _) -> true).join();
    pass.release(10);

    assertThat(follower.answer()).contains("w2 of web");
    assertThat(busy).allMatch(one -> one.answer().isPresent());
  }

  @Test
  void chartThatOnlyItsClusterCanRenderIsNotRenderedHere() {
    anywhere = false;

    assertThat(asked(WEB, "w1").answer()).isEmpty();
    assertThat(sizes).isEmpty();
  }

  private record Asked(Thread thread, CompletableFuture<Answer<Optional<String>>> done) {

    Optional<String> answer() {
      return done.join().require();
    }

    boolean waits() {
      return done.isDone() || thread.getState() == Thread.State.WAITING;
    }
  }

  private Asked asked(Piece piece, String word) {
    var done = new CompletableFuture<Answer<Optional<String>>>();
    var thread =
        Thread.ofVirtual()
            .start(
                () -> {
                  try {
                    done.complete(
                        batches.upgrade(piece, "1.36.3", Values.none().put("word", word)));
                  } catch (InterruptedException calledOff) {
                    done.completeExceptionally(calledOff);
                  }
                });
    return new Asked(thread, done);
  }

  private Helm helm() {
    return (Helm)
        Proxy.newProxyInstance(
            Helm.class.getClassLoader(),
            new Class<?>[] {Helm.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "pull" -> new Answer.Done<>(new LocalChart(Path.of("web.tgz"), null));
                  case "rendersAnywhere" -> anywhere;
                  case "upgrades" -> rendered((List<?>) arguments[0]);
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }

  private List<Answer<String>> rendered(List<?> all) {
    sizes.add(all.size());
    try {
      pass.acquire();
    } catch (InterruptedException calledOff) {
      Thread.currentThread().interrupt();
      return all.stream()
          .<Answer<String>>map(
              _ -> new Answer.Refused<>(Refusal.of(Cause.CANCELLED, "rendering", "called off")))
          .toList();
    }
    return all.stream()
        .map(Rendering.class::cast)
        .<Answer<String>>map(
            one ->
                new Answer.Done<>(
                    one.values().path("word").asText() + " of " + one.release().name()))
        .toList();
  }
}
