package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.ipam.address.Address;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.ListOptionsBuilder;
import io.fabric8.kubernetes.client.Watch;
import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * Every version of every claim of a lab that was ever stored since this began, in the order of the
 * store. What must hold at every moment is checked against it, not only against the end.
 */
final class History implements AutoCloseable, Watcher<IPAllocation> {

  /** One version, or the end of an object. */
  private record Entry(Action action, IPAllocation object) {}

  private record Held(AddressRange range, Claim claim) {}

  private final Lab lab;
  private final List<Entry> entries = new CopyOnWriteArrayList<>();
  private final Watch watch;
  private int marks;

  private History(Lab lab) {
    this.lab = lab;
    var now = lab.client().resources(IPAllocation.class).inNamespace(lab.namespace()).list();
    now.getItems().forEach(object -> entries.add(new Entry(Action.ADDED, object)));
    this.watch =
        lab.client()
            .resources(IPAllocation.class)
            .inNamespace(lab.namespace())
            .watch(
                new ListOptionsBuilder()
                    .withResourceVersion(now.getMetadata().getResourceVersion())
                    .build(),
                this);
  }

  static History of(Lab lab) {
    return new History(lab);
  }

  @Override
  public void eventReceived(Action action, IPAllocation object) {
    entries.add(new Entry(action, object));
  }

  @Override
  public void onClose(WatcherException cause) {
    throw new IllegalStateException("the history has a hole", cause);
  }

  @Override
  public void close() {
    watch.close();
  }

  /** What went wrong at some moment: an address with two holders. Empty when nothing did. */
  List<String> doubleHolders() {
    var wrong = new ArrayList<String>();
    var held = new TreeMap<Address, Held>();
    var known = new HashMap<String, Claim>();
    for (var entry : complete()) {
      var claim = Claim.of(entry.object()).orElseThrow();
      var before = known.get(claim.uid());
      if (before != null && before.stage().taken()) {
        before.ranges().forEach(range -> held.remove(range.start()));
      }
      if (entry.action() == Action.DELETED) {
        known.remove(claim.uid());
        continue;
      }
      known.put(claim.uid(), claim);
      if (claim.stage().taken()) {
        claim.ranges().forEach(range -> hold(held, range, claim, wrong));
      }
    }
    return wrong;
  }

  /** The most addresses that a tenant ever had at one moment. */
  int most(Share share) {
    var had = new HashMap<String, BigInteger>();
    var most = BigInteger.ZERO;
    for (var entry : complete()) {
      var claim = Claim.of(entry.object()).orElseThrow();
      if (!claim.share().equals(share)) {
        continue;
      }
      var has = entry.action() != Action.DELETED && claim.stage().taken();
      had.put(claim.uid(), has ? claim.size() : BigInteger.ZERO);
      most = most.max(had.values().stream().reduce(BigInteger.ZERO, BigInteger::add));
    }
    return most.intValueExact();
  }

  int size() {
    return entries.size();
  }

  /** All stored versions of one claim, with who had written each. */
  List<String> of(String claim) {
    return complete().stream()
        .filter(one -> one.object().getMetadata().getName().equals(claim))
        .map(one -> one.action() + " " + line(one.object()))
        .toList();
  }

  private static String line(IPAllocation object) {
    var writers =
        object.getMetadata().getManagedFields().stream()
            .map(field -> field.getManager() + "/" + field.getSubresource())
            .toList();
    return "%s: deleted %s, %s, by %s"
        .formatted(
            object.getMetadata().getResourceVersion(),
            object.getMetadata().getDeletionTimestamp(),
            object.getStatus(),
            writers);
  }

  private static void hold(
      NavigableMap<Address, Held> held, AddressRange range, Claim claim, List<String> wrong) {
    var near = held.floorEntry(range.end());
    if (near != null && near.getValue().range().overlaps(range)) {
      var other = near.getValue();
      wrong.add("%s has %s while %s has %s".formatted(claim, range, other.claim(), other.range()));
    }
    held.put(range.start(), new Held(range, claim));
  }

  /** All up to now: a mark is made, and when it is seen here, so is everything before it. */
  private List<Entry> complete() {
    var mark = "history-" + marks++;
    lab.bareClaim(mark, "history", "nobody", "type: nodes");
    Await.untilTrue(
        "the history is complete",
        () -> entries.stream().anyMatch(one -> one.object().getMetadata().getName().equals(mark)));
    lab.delete("IPAllocation", mark);
    return List.copyOf(entries);
  }
}
