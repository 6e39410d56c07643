package dev.butlerlabs.butler.ipam.pool.plan;

import dev.butlerlabs.butler.ipam.claim.plan.Refusal;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import java.util.List;

/**
 * What is to be done about the claims of a pool, at most one batch of it.
 *
 * @param bind those the book has just given addresses to
 * @param refuse those that cannot be served and have not been told so
 * @param close those that wanted nothing any more before they got something
 * @param beginLeaving those to be told that they are on their way out
 * @param leave those whose addresses go to rest
 * @param forget those whose record is over
 */
public record Agenda(
    List<Claim> bind,
    List<Refused> refuse,
    List<Claim> close,
    List<Claim> beginLeaving,
    List<Claim> leave,
    List<Claim> forget) {

  /** A claim and why it is not served. */
  public record Refused(Claim claim, Refusal refusal) {}

  public Agenda {
    bind = List.copyOf(bind);
    refuse = List.copyOf(refuse);
    close = List.copyOf(close);
    beginLeaving = List.copyOf(beginLeaving);
    leave = List.copyOf(leave);
    forget = List.copyOf(forget);
  }

  public boolean empty() {
    return bind.isEmpty()
        && refuse.isEmpty()
        && close.isEmpty()
        && beginLeaving.isEmpty()
        && leave.isEmpty()
        && forget.isEmpty();
  }
}
