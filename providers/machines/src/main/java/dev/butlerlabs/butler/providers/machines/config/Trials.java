package dev.butlerlabs.butler.providers.machines.config;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.providers.machines.account.Accounts.Standing;
import dev.butlerlabs.butler.providers.machines.account.Desk;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.List;
import java.util.Optional;

/** Accounts, tried for real, away from the engine's workers. */
final class Trials {

  private final Desk<Trial> desk;
  private final Trigger news;

  /**
   * What came of trying an account.
   *
   * @param number of the account that was tried
   */
  private record Trial(long number, Preflight preflight) {}

  /**
   * Nothing was tried yet.
   *
   * @param news fired when there is something to collect
   */
  Trials(Desk.Room room, Trigger news) {
    this.desk = new Desk<>(room);
    this.news = news;
  }

  boolean underway(ObjectKey config) {
    return desk.busy(config);
  }

  void begin(ObjectKey config, Standing.Open open) {
    desk.send(
        config,
        config,
        () -> new Trial(open.number(), open.driver().validate()),
        () -> news.fire(config));
  }

  /** What came of it, once. What another driver than the present one found is no answer. */
  Optional<Preflight> collect(ObjectKey config, Standing.Open open) {
    return desk.collect(config)
        .filter(
            answer ->
                !(answer instanceof Desk.Answer.Given<Trial>(var trial))
                    || trial.number() == open.number())
        .map(Trials::preflight);
  }

  void forget(ObjectKey config) {
    var _ = desk.collect(config);
  }

  /** This process may not act any more. */
  void drop() {
    desk.drop();
  }

  private static Preflight preflight(Desk.Answer<Trial> answer) {
    return switch (answer) {
      case Desk.Answer.Given<Trial>(var trial) -> trial.preflight();
      case Desk.Answer.Late<Trial>(var after) ->
          silent("no answer within " + after.toSeconds() + " s");
      case Desk.Answer.Broken<Trial>(var kind) -> silent("the driver failed with " + kind);
    };
  }

  private static Preflight silent(String detail) {
    var fault = new Fault.Unavailable("try the account", detail);
    return new Preflight(
        null, List.of(new Preflight.Finding.Bad(Preflight.Aspect.CREDENTIALS, fault)));
  }
}
