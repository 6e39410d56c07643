package dev.butlerlabs.butler.steward.store.etcd;

import java.time.Duration;

/** The calls on leases: the time after which keys go by themselves. */
public record Leases(Session session) {

  /** How long a lease was granted for, and what is left of it; negative when it has ended. */
  public record Life(Duration granted, Duration left) {}

  /** A new lease; answers its number. */
  public Reply<Long> grant(Duration life) {
    var request = new Outgoing().number(1, Math.max(1, life.toSeconds()));
    return session.ask("Lease/LeaseGrant", request, answer -> answer.number(2));
  }

  public Reply<Life> life(long lease) {
    return session.ask(
        "Lease/LeaseTimeToLive",
        new Outgoing().number(1, lease),
        answer ->
            new Life(Duration.ofSeconds(answer.number(4)), Duration.ofSeconds(answer.number(3))));
  }

  /** Ends the lease and removes its keys. */
  public Reply<Boolean> revoke(long lease) {
    return session.tell("Lease/LeaseRevoke", new Outgoing().number(1, lease));
  }
}
