package dev.butlerlabs.butler.testkit.faults;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The log of what one client did, in the order it began, with what became of it. */
public final class Calls {

  private final List<Entry> entries = new ArrayList<>();
  private int requests;
  private int watches;
  private int afterDeath;

  /** Every request made so far, watches left out. */
  public synchronized List<Call> requests() {
    return entries.stream().map(entry -> entry.call).filter(Calls::isRequest).toList();
  }

  /** The requests that may have changed something. */
  public List<Call> writes() {
    return requests().stream().filter(call -> call.verb().writes()).toList();
  }

  /** The watches opened so far. */
  public synchronized List<Call> watches() {
    return entries.stream().map(entry -> entry.call).filter(call -> !isRequest(call)).toList();
  }

  /** The calls at which a fault happened. */
  public synchronized List<Call> faulted() {
    return entries.stream().filter(entry -> entry.fault != null).map(entry -> entry.call).toList();
  }

  /** How many calls were tried after the process was killed: threads that did not notice. */
  public synchronized int afterDeath() {
    return afterDeath;
  }

  /** One line per call: number, what, fault if any, and how it ended as far as known. */
  public synchronized List<String> lines() {
    return entries.stream().map(Entry::toString).toList();
  }

  @Override
  public String toString() {
    return String.join("\n", lines());
  }

  synchronized Entry begin(CallPath path) {
    var number = path.verb() == Verb.WATCH ? ++watches : ++requests;
    var entry = new Entry(path.numbered(number));
    entries.add(entry);
    return entry;
  }

  synchronized void countAfterDeath() {
    afterDeath++;
  }

  private static boolean isRequest(Call call) {
    return call.verb() != Verb.WATCH;
  }

  /** One call while it goes on. */
  static final class Entry {
    private final Call call;
    private volatile @Nullable Fault fault;
    private volatile String outcome = "";

    private Entry(Call call) {
      this.call = call;
    }

    Call call() {
      return call;
    }

    Optional<Fault> fault() {
      return Optional.ofNullable(fault);
    }

    void hit(Fault happened) {
      fault = happened;
    }

    void ended(String how) {
      outcome = how;
    }

    @Override
    public String toString() {
      return call
          + fault().map(happened -> " ! " + happened).orElse("")
          + (outcome.isEmpty() ? "" : " -> " + outcome);
    }
  }
}
