package dev.butlerlabs.butler.steward.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.steward.backup.Backups.Summary;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.steward.store.driver.Corners;
import dev.butlerlabs.butler.steward.store.driver.EtcdDriver;
import dev.butlerlabs.butler.steward.store.driver.Told;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.KeyValue;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Page;
import dev.butlerlabs.butler.steward.store.etcd.Keys.Span;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.steward.store.etcd.Session;
import dev.butlerlabs.butler.testkit.RealEtcd;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A real etcd with tenants whose keys can be filled and compared. */
final class Lab implements AutoCloseable {

  static final Instant NOON = Instant.parse("2030-01-01T12:00:00Z");

  final RealEtcd etcd = RealEtcd.start();
  private final EtcdDriver driver = Corners.driver(etcd);
  final EtcdClient root = Corners.root(etcd);

  @Override
  public void close() {
    root.close();
    driver.close();
    etcd.close();
  }

  Corner settled(String name) {
    var corner = Corners.named(name);
    Corners.value(driver.ensure(corner));
    return corner;
  }

  void fill(Corner corner, int count, int size) {
    for (var i = 0; i < count; i++) {
      put(corner, "pods/default/" + i, "x".repeat(size) + i, 0);
    }
  }

  void put(Corner corner, String key, String value, long lease) {
    var reply =
        session().keys().put(Bytes.of("/" + corner.schema() + "/" + key), Bytes.of(value), lease);
    assertThat(reply).isEqualTo(Reply.answered(true));
  }

  Map<Bytes, Bytes> content(Corner corner, long revision) {
    var content = new TreeMap<Bytes, Bytes>();
    var prefix = EtcdDriver.prefix(corner);
    keys(corner, revision)
        .forEach(one -> content.put(one.key().from(prefix.length()), one.value()));
    return content;
  }

  List<KeyValue> keys(Corner corner, long revision) {
    var span = Span.under(EtcdDriver.prefix(corner));
    Page page = answer(session().keys().page(span, 0, revision));
    return page.keys();
  }

  Session session() {
    return root.within(Duration.ofSeconds(20));
  }

  static Summary value(Told<Summary> told) {
    return Corners.value(told);
  }

  static String problem(Told<Summary> told) {
    return switch (told) {
      case Told.Refused<Summary>(var problem) -> problem.sentence();
      default -> throw new AssertionError("not refused: " + told);
    };
  }

  static <T> T answer(Reply<T> reply) {
    return switch (reply) {
      case Reply.Answered<T>(var value) -> value;
      default -> throw new AssertionError(reply);
    };
  }
}
