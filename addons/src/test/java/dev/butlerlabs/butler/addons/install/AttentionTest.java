package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.plan.Contest;
import dev.butlerlabs.butler.addons.install.plan.Difference;
import dev.butlerlabs.butler.addons.install.plan.Drift;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Fingerprint;
import dev.butlerlabs.butler.addons.install.plan.Part;
import dev.butlerlabs.butler.addons.jobs.JobKey;
import dev.butlerlabs.butler.addons.jobs.JobState;
import dev.butlerlabs.butler.addons.jobs.Ticket;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AttentionTest {

  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
  private static final Set<Kind<GenericKubernetesResource>> MAPS =
      Set.of(Kind.untyped(Kind.of(ConfigMap.class).coordinates()));
  private static final Part WEB = new Part("", "ConfigMap", "shop", "web");
  private static final Part DNS = new Part("", "ConfigMap", "shop", "dns");
  private static final View SEEN = view("1", "1");

  private final Attention attention = new Attention(facts("one"), 1, null);
  private Look look = new Look();

  @Test
  void point16_kindsAreWatchedBeforeAnythingIsCompared() {
    ask(attention, View.none(), NOW);
    end(new Found.Compared(MAPS, List.of(), List.of()));

    assertThat(attention.kinds(NOW)).isEqualTo(MAPS);
    assertThat(attention.drift(true, NOW)).isEqualTo(new Drift.Unknown());
    assertThat(attention.next(new View(false, false, Map.of()), true, NOW)).isEmpty();
    assertThat(attention.next(SEEN, true, NOW))
        .hasValueSatisfying(due -> assertThat(due.which().test(WEB)).isTrue());
  }

  @Test
  void point16_settledReleaseIsNotLookedAtAndOneThatChangedIsLookedAtThere() {
    settle();

    assertThat(attention.drift(true, NOW)).isEqualTo(new Drift.None());
    assertThat(attention.next(SEEN, true, NOW.plusSeconds(3_600))).isEmpty();
    assertThat(attention.comeBack(SEEN, true, NOW.plusSeconds(3_600))).isEmpty();
    assertThat(attention.next(view("2", "1"), true, NOW))
        .hasValueSatisfying(
            due -> {
              assertThat(due.which().test(WEB)).isTrue();
              assertThat(due.which().test(DNS)).isFalse();
            });
  }

  @Test
  void point16_fightOverOneObjectLeavesTheOthersRepaired() {
    settle();
    for (var round = 1; round <= Contest.FIGHT; round++) {
      ask(attention, view("spoilt" + round, "1"), NOW);
      end(new Found.Compared(MAPS, List.of(), List.of(Difference.missing(WEB))));
      ask(attention, view("repaired" + round, "1"), NOW);
      end(new Found.Compared(MAPS, List.of(), List.of()));
    }

    var due = attention.next(view("again", "again"), true, NOW).orElseThrow();

    assertThat(due.which().test(WEB)).isTrue();
    assertThat(due.repair().test(WEB)).isFalse();
    assertThat(due.repair().test(DNS)).isTrue();
    assertThat(attention.takeRepaired()).hasSize(Contest.FIGHT);
  }

  @Test
  void point16_whatWasMadeAnewAndIsNotShownIsLookedAtOnceMore() {
    settle();
    var without = new View(true, false, Map.of(DNS, "1"));
    ask(attention, without, NOW);
    end(new Found.Compared(MAPS, List.of(), List.of(Difference.missing(WEB))));

    assertThat(attention.next(without, true, NOW)).isEmpty();
    var due = attention.comeBack(without, true, NOW).orElseThrow();
    assertThat(due).isBefore(NOW.plusSeconds(5));
    ask(attention, without, due);
    end(new Found.Compared(MAPS, List.of(), List.of()));
    assertThat(attention.next(without, true, due.plusSeconds(60))).isEmpty();
    assertThat(attention.comeBack(without, true, due)).isEmpty();
  }

  @Test
  void point16_whatWasMadeAnewAndIsShownIsSettled() {
    settle();
    ask(attention, new View(true, false, Map.of(DNS, "1")), NOW);
    end(new Found.Compared(MAPS, List.of(), List.of(Difference.missing(WEB))));
    ask(attention, SEEN, NOW);
    end(new Found.Compared(MAPS, List.of(), List.of()));

    assertThat(attention.next(SEEN, true, NOW.plusSeconds(60))).isEmpty();
    assertThat(attention.comeBack(SEEN, true, NOW)).isEmpty();
  }

  @Test
  void point16_lookForAnEarlierWishIsWaitedForAndSaysOnlyWhatItRepaired() {
    settle();
    ask(attention, view("2", "1"), NOW);

    var edited = attention.about(facts("one"), 2);
    assertThat(edited.busy()).isTrue();
    assertThat(edited.next(view("2", "2"), true, NOW)).isEmpty();
    end(new Found.Compared(MAPS, List.of(), List.of(Difference.missing(WEB))));

    assertThat(edited.busy()).isFalse();
    assertThat(edited.drift(true, NOW)).isEqualTo(new Drift.Unknown());
    assertThat(edited.takeRepaired()).containsExactly(Difference.missing(WEB));
    assertThat(edited.next(view("2", "2"), true, NOW))
        .hasValueSatisfying(due -> assertThat(due.which().test(DNS)).isTrue());
  }

  @Test
  void point16_whatCannotBeRepairedIsTriedAgainLaterAndTroubleIsTold() {
    settle();
    var hindered = Difference.missing(WEB).hindered("the cluster does not know its kind");
    ask(attention, view("2", "1"), NOW);
    end(new Found.Compared(MAPS, List.of(hindered), List.of()));

    assertThat(attention.drift(false, NOW)).isEqualTo(new Drift.Standing(List.of(hindered), false));
    var due = attention.comeBack(view("2", "1"), false, NOW).orElseThrow();
    assertThat(attention.next(view("2", "1"), false, due.minusSeconds(1))).isEmpty();
    ask(attention, view("2", "1"), due);
    end(new Found.Unclear("no answer"));
    assertThat(attention.drift(false, due)).isEqualTo(new Drift.Unclear("no answer"));
    assertThat(attention.comeBack(view("2", "1"), false, due)).contains(due.plusSeconds(30));
    assertThat(attention.comeBack(new View(false, true, Map.of()), false, due.plusSeconds(60)))
        .as("there is news to come")
        .isEmpty();
  }

  /** Everything was looked at and is as it should be. */
  private void settle() {
    ask(attention, View.none(), NOW);
    end(new Found.Compared(MAPS, List.of(), List.of()));
    ask(attention, SEEN, NOW);
    end(new Found.Compared(MAPS, List.of(), List.of()));
  }

  private void ask(Attention of, View view, Instant now) {
    assertThat(of.next(view, true, now)).isPresent();
    look = new Look();
    of.asked(look, view);
  }

  private void end(Found found) {
    look.state = new JobState.Finished<>(found);
  }

  private static View view(String web, String dns) {
    return new View(true, false, Map.of(WEB, web, DNS, dns));
  }

  private static Facts facts(String order) {
    return new Facts(
        new ReleaseKey("shop", "web"),
        "1.0.0",
        1,
        "deployed",
        new Fingerprint(order, ""),
        "manifest",
        List.of());
  }

  /** A look that ends when the test says so. */
  private static final class Look implements Ticket<Found> {

    private JobState<Found> state = new JobState.Running<>(NOW, "");

    @Override
    public JobKey key() {
      return new JobKey("web", "shop/web");
    }

    @Override
    public JobState<Found> state() {
      return state;
    }

    @Override
    public void cancel() {
      state = new JobState.Cancelled<>();
    }
  }
}
