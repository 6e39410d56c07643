package dev.butlerlabs.butler.steward.store.etcd;

import java.util.List;

/** The calls on keys. */
public record Keys(Session session) {

  private static final int EQUAL = 0;
  private static final int CREATE_REVISION = 1;

  /** All keys from the first on, up to but without the second. */
  public record Span(Bytes from, Bytes to) {

    public static Span under(Bytes prefix) {
      return new Span(prefix, prefix.prefixEnd());
    }

    /** What is left beyond a key of the span. */
    public Span after(Bytes key) {
      return new Span(key.next(), to);
    }
  }

  /**
   * Some keys as they stood at one revision.
   *
   * @param count how many there are in the whole span, whatever the page holds
   */
  public record Page(long revision, List<KeyValue> keys, boolean more, long count) {

    public Page {
      keys = List.copyOf(keys);
    }

    static Page read(Incoming message) {
      return new Page(
          message.message(1).number(3),
          message.messages(2).stream().map(KeyValue::read).toList(),
          message.flag(3),
          message.number(4));
    }
  }

  /** How many keys there are, read off the index. */
  public Reply<Page> count(Span span) {
    return session.ask("KV/Range", range(span, 0, 0).flag(9, true), Page::read);
  }

  /**
   * The first keys of the span in their order.
   *
   * @param revision as of when, 0 for now
   */
  public Reply<Page> page(Span span, long limit, long revision) {
    return session.ask("KV/Range", range(span, limit, revision), Page::read);
  }

  /** The same without the values. */
  public Reply<Page> names(Span span, long limit) {
    return session.ask("KV/Range", range(span, limit, 0).flag(8, true), Page::read);
  }

  public Reply<Boolean> put(Bytes key, Bytes value, long lease) {
    return session.tell("KV/Put", putting(key, value, lease));
  }

  /** Removes the keys and answers how many there were. */
  public Reply<Long> delete(Span span) {
    var request = new Outgoing().bytes(1, span.from()).bytes(2, span.to());
    return session.ask("KV/DeleteRange", request, answer -> answer.number(2));
  }

  /** Makes all of them at once, if none of them is there yet; false when one is. */
  public Reply<Boolean> create(List<KeyValue> keys) {
    var request = new Outgoing();
    for (var key : keys) {
      request.message(
          1, new Outgoing().number(1, EQUAL).number(2, CREATE_REVISION).bytes(3, key.key()));
    }
    for (var key : keys) {
      request.message(2, new Outgoing().message(2, putting(key.key(), key.value(), key.lease())));
    }
    return session.ask("KV/Txn", request, answer -> answer.flag(2));
  }

  private static Outgoing range(Span span, long limit, long revision) {
    return new Outgoing()
        .bytes(1, span.from())
        .bytes(2, span.to())
        .number(3, limit)
        .number(4, revision);
  }

  private static Outgoing putting(Bytes key, Bytes value, long lease) {
    return new Outgoing().bytes(1, key).bytes(2, value).number(3, lease);
  }
}
