package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.allocator.Allocator;
import dev.butlerlabs.butler.ipam.allocator.Finding;
import dev.butlerlabs.butler.ipam.allocator.Grant;
import dev.butlerlabs.butler.ipam.allocator.Restored;
import dev.butlerlabs.butler.ipam.territory.Territory;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who holds what of one pool, true as long as the stored ledger is the version it was made from or
 * last swapped in.
 *
 * <p>It errs on the side of taken: what is given here is taken at once, before any write, and what
 * is given back is free only when the receipt says so. After a write whose outcome nobody knows the
 * book is thrown away and built anew. One thread works on it; any thread may ask for totals.
 */
public final class Book {

  private final Territory territory;
  private final Allocator<Holder> allocator;
  private final List<Finding<Holder>> findings;
  private final Map<String, Held> held = new LinkedHashMap<>();
  private final Map<String, Open> open = new LinkedHashMap<>();
  private final Map<AddressRange, Resting> resting = new LinkedHashMap<>();

  /** Those of the resting that their holder has still, because its receipt says so. */
  private final Set<AddressRange> leaving = new HashSet<>();

  /** Held or open, stored or about to be. */
  private final Totals totals = new Totals();

  /** Only what a stored receipt says; for other threads. */
  private final Totals certain = new Totals();

  private volatile StoredLedger stored;
  private boolean cleared;
  private int changes;

  Book(Territory territory, Restored<Holder> restored, StoredLedger stored, Collection<Held> held) {
    this.territory = territory;
    this.allocator = restored.allocator();
    this.findings = restored.findings();
    this.stored = stored;
    stored.ledger().resting().forEach(rest -> resting.put(rest.range(), rest));
    for (var one : held) {
      note(one);
      one.ranges().stream().filter(resting::containsKey).forEach(leaving::add);
    }
    for (var entry : stored.ledger().open()) {
      if (!this.held.containsKey(entry.holder().uid())) {
        open.put(entry.holder().uid(), entry);
        totals.add(entry.share(), entry.size());
      }
    }
  }

  public Territory territory() {
    return territory;
  }

  public Allocator<Holder> allocator() {
    return allocator;
  }

  /** What cannot be right about what is stored: an address with two holders, and the like. */
  public List<Finding<Holder>> findings() {
    return findings;
  }

  /** Goes up with every change of who has what. */
  public int changes() {
    return changes;
  }

  /** The ledger this book is true for. */
  public StoredLedger stored() {
    return stored;
  }

  public Collection<Held> held() {
    return List.copyOf(held.values());
  }

  public boolean holds(String uid) {
    return held.containsKey(uid);
  }

  /** The claim is served, or about to be. */
  public boolean serves(String uid) {
    return held.containsKey(uid) || open.containsKey(uid);
  }

  /** Nobody has anything, or is about to. */
  public boolean empty() {
    return held.isEmpty() && open.isEmpty();
  }

  /** Bindings without a receipt so far as we know. */
  public List<Open> open() {
    return List.copyOf(open.values());
  }

  /** What rests and the ledger has to remember. */
  public List<Resting> resting() {
    return List.copyOf(resting.values());
  }

  /** What the share has or is about to have here. */
  public BigInteger total(Share share) {
    return totals.of(share);
  }

  public Map<Share, BigInteger> totals() {
    return totals.all();
  }

  /**
   * What receipts give the share here, if the ledger's version is still that one; for other
   * threads. Together with what stands open in that version it is all the share can have; what is
   * only decided counts when it is stored.
   */
  public Optional<BigInteger> certainAt(String version, Share share) {
    return stored.version().equals(version) ? Optional.of(certain.of(share)) : Optional.empty();
  }

  /** Decides what the claim gets; granted, it is taken and open from now on. */
  public Grant<Holder> give(Claim claim, Wish wish) {
    var holder = claim.holder();
    var grant =
        switch (wish) {
          case Wish.Anywhere(var size) -> allocator.allocate(holder, size);
          case Wish.Aligned aligned ->
              allocator.allocateAligned(holder, aligned.size(), aligned.alignment());
          case Wish.Pinned(var range) -> allocator.pin(holder, range);
        };
    if (grant instanceof Grant.Granted<Holder> granted) {
      changes++;
      var entry = new Open(holder, claim.share(), granted.range(), claim.version());
      open.put(holder.uid(), entry);
      totals.add(entry.share(), entry.size());
    }
    return grant;
  }

  /** Its receipt is stored. */
  public void bound(Open entry) {
    changes++;
    if (open.remove(entry.holder().uid()) != null) {
      totals.take(entry.share(), entry.size());
      note(Held.of(entry));
    }
  }

  /** Its receipt was never written and never will be; the range is free for the next swap. */
  public void revoked(Open entry, Instant now) {
    changes++;
    if (open.remove(entry.holder().uid()) != null) {
      totals.take(entry.share(), entry.size());
      free(entry.holder(), now, now);
    }
  }

  /** The ranges will rest; the holder has them until {@link #left}. Asking twice is once. */
  public void rest(Held one, Instant until) {
    for (var range : one.ranges()) {
      resting.putIfAbsent(range, new Resting(range, until));
      leaving.add(range);
    }
  }

  /** It has nothing any more; what it had rests as the ledger says. */
  public void left(String uid, Instant now) {
    changes++;
    var one = held.remove(uid);
    if (one != null) {
      totals.take(one.share(), one.size());
      certain.take(one.share(), one.size());
      free(one.holder(), now, restOf(one, now));
      one.ranges().forEach(leaving::remove);
      cleared |= disputes(one.holder());
    }
  }

  /** One of several holders of an address has left, so who has it now must be read anew. */
  public boolean cleared() {
    return cleared;
  }

  private boolean disputes(Holder holder) {
    return findings.stream()
        .anyMatch(
            finding ->
                finding instanceof Finding.SeveralHolders<Holder> several
                    && several.holders().contains(holder));
  }

  /** Lets go what has rested long enough; answers whether anything has. */
  public boolean expire(Instant now) {
    var over = resting.values().removeIf(rest -> rest.over(now) && !leaving.contains(rest.range()));
    var any = !allocator.expire(now).isEmpty() || over;
    changes += any ? 1 : 0;
    return any;
  }

  /** When something has rested long enough next. */
  public Optional<Instant> nextRestEnd() {
    return resting.values().stream().map(Resting::until).min(Instant::compareTo);
  }

  /** The ledger as it should be stored now. */
  public Ledger next() {
    return stored.ledger().with(open(), resting());
  }

  public void swapped(StoredLedger now) {
    stored = now;
  }

  private void note(Held one) {
    held.put(one.holder().uid(), one);
    totals.add(one.share(), one.size());
    certain.add(one.share(), one.size());
  }

  private void free(Holder holder, Instant now, Instant until) {
    for (var range : allocator.rangesOf(holder)) {
      var _ = allocator.release(holder, range, now, until);
    }
  }

  private Instant restOf(Held one, Instant now) {
    return one.ranges().stream()
        .flatMap(range -> Stream.ofNullable(resting.get(range)))
        .map(Resting::until)
        .max(Instant::compareTo)
        .orElse(now);
  }
}
