package dev.butlerlabs.butler.ipam.pool.plan;

import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Sample;
import dev.butlerlabs.butler.ipam.ledger.Share;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A pool of one spec, with its book and what a plan may see of it. */
record Scene(String spec, Book book) {

  static Scene of(String spec, Claim... held) {
    return new Scene(spec, Sample.book(spec, held));
  }

  Sight sight(Claim... claims) {
    return sight(false, Map.of(), claims);
  }

  Sight sight(boolean closing, Map<Share, Allowance> allowances, Claim... claims) {
    return new Sight(
        Sample.POOL,
        Sample.spec(spec),
        closing,
        List.of(claims),
        Set.of(),
        allowances,
        _ -> "red",
        Sample.NOW);
  }

  Agenda plan(int most, Claim... claims) {
    return PoolPlanner.plan(book, sight(claims), most);
  }

  /** Why the claim is not served, as one line; {@code served} if it is. */
  String serve(Sight sight, Claim claim) {
    return new Server(book, sight)
        .serve(claim)
        .map(refusal -> refusal.why().wire() + ": " + refusal.message())
        .orElse("served");
  }

  String serve(Claim claim) {
    return serve(sight(claim), claim);
  }
}
