package dev.butlerlabs.butler.ipam.pool.plan;

import dev.butlerlabs.butler.ipam.claim.plan.Receipt;
import dev.butlerlabs.butler.ipam.claim.plan.Step;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Decides what a pool does next about its claims. */
public final class PoolPlanner {

  private static final Comparator<Claim> OLDEST_FIRST =
      Comparator.comparing(Claim::created).thenComparing(Claim::key);

  private final Book book;
  private final int most;
  private final Server server;
  private final Map<Step, List<Claim>> steps = new EnumMap<>(Step.class);

  private PoolPlanner(Book book, Sight sight, int most) {
    this.book = book;
    this.most = most;
    this.server = new Server(book, sight);
    for (var step : Step.values()) {
      steps.put(step, new ArrayList<>());
    }
    sight.claims().forEach(claim -> at(stepOf(sight, claim)).add(claim));
  }

  /**
   * Whether there may be something to do; looks, and changes nothing. Those that could not be
   * served before are not looked at again while nothing has changed that could help them.
   */
  public static boolean busy(Book book, Sight sight, Tried before) {
    var triedAll = Tried.of(book, sight).equals(before);
    return sight.claims().stream()
        .anyMatch(
            claim ->
                switch (stepOf(sight, claim)) {
                  case STAY -> false;
                  case SERVE -> !triedAll && !book.serves(claim.uid());
                  case CLOSE, BEGIN_LEAVING, LEAVE, FORGET -> true;
                });
  }

  /**
   * The next batch. What it binds is taken in the book from now on.
   *
   * @param most of each sort
   */
  public static Agenda plan(Book book, Sight sight, int most) {
    return new PoolPlanner(book, sight, most).plan();
  }

  /** When the next record is over or the next rest, if nothing happens before. */
  public static Optional<Instant> nextDue(Book book, Sight sight) {
    var retention = sight.spec().effectiveRetention();
    var records =
        sight.claims().stream()
            .filter(claim -> claim.stage() == Stage.LEFT && !claim.deleting())
            .map(claim -> Step.forgottenAt(claim, retention));
    return Stream.concat(records, book.nextRestEnd().stream()).min(Instant::compareTo);
  }

  private Agenda plan() {
    var bind = new ArrayList<Claim>();
    var refuse = new ArrayList<Agenda.Refused>();
    for (var claim : waiting()) {
      if (bind.size() == most) {
        break;
      }
      var refusal = server.serve(claim);
      if (refusal.isEmpty()) {
        bind.add(claim);
      } else if (refuse.size() < most && !Receipt.alreadyFailed(claim, refusal.get())) {
        refuse.add(new Agenda.Refused(claim, refusal.get()));
      }
    }
    return new Agenda(
        bind,
        refuse,
        some(Step.CLOSE),
        some(Step.BEGIN_LEAVING),
        some(Step.LEAVE),
        some(Step.FORGET));
  }

  private List<Claim> waiting() {
    return at(Step.SERVE).stream()
        .filter(claim -> !book.serves(claim.uid()))
        .sorted(OLDEST_FIRST)
        .toList();
  }

  private List<Claim> some(Step step) {
    return at(step).stream().limit(most).toList();
  }

  private List<Claim> at(Step step) {
    return steps.getOrDefault(step, List.of());
  }

  private static Step stepOf(Sight sight, Claim claim) {
    return Step.of(
        claim,
        sight.orphans().contains(claim.uid()),
        sight.spec().effectiveRetention(),
        sight.now());
  }
}
