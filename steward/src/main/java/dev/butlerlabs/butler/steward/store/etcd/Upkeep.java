package dev.butlerlabs.butler.steward.store.etcd;

import java.util.List;

/** The calls on the store as a whole. */
public record Upkeep(Session session) {

  private static final int NO_SPACE = 1;
  private static final int CORRUPT = 2;

  /**
   * How one member does.
   *
   * @param size of its file
   * @param inUse how much of the file is in use
   * @param quota the size at which it takes no more writes, 0 when it does not say
   * @param errors what it says of itself
   */
  public record Condition(String version, long size, long inUse, long quota, List<String> errors) {

    public Condition {
      errors = List.copyOf(errors);
    }
  }

  /** What was raised by members and not taken back. */
  public record Alarms(boolean noSpace, boolean corrupt) {}

  public Reply<Condition> condition() {
    return session.ask(
        "Maintenance/Status",
        new Outgoing(),
        answer ->
            new Condition(
                answer.text(2),
                answer.number(3),
                answer.number(9),
                answer.number(12),
                answer.texts(8)));
  }

  public Reply<Alarms> alarms() {
    return session.ask(
        "Maintenance/Alarm",
        new Outgoing(),
        answer -> {
          var kinds = answer.messages(2).stream().map(alarm -> alarm.number(2)).toList();
          return new Alarms(kinds.contains((long) NO_SPACE), kinds.contains((long) CORRUPT));
        });
  }
}
