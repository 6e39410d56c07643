package dev.butlerlabs.butler.steward.store.etcd;

/**
 * One key and what is stored under it.
 *
 * @param version how often it was written since it was made; 1 for a key written once
 * @param lease the lease it ends with, 0 for none
 */
public record KeyValue(
    Bytes key, Bytes value, long createRevision, long modRevision, long version, long lease) {

  static KeyValue read(Incoming message) {
    return new KeyValue(
        message.bytes(1),
        message.bytes(5),
        message.number(2),
        message.number(3),
        message.number(4),
        message.number(6));
  }
}
