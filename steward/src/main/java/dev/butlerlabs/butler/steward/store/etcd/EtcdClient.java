package dev.butlerlabs.butler.steward.store.etcd;

import io.grpc.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

/** A client of one etcd, for one identity. Safe for many threads. */
public final class EtcdClient implements AutoCloseable {

  private final Line line;

  private EtcdClient(Line line) {
    this.line = line;
  }

  /**
   * Connects when the first call is made, not now.
   *
   * @param endpoints each {@code host:port}
   */
  public static EtcdClient of(List<String> endpoints, SSLContext tls) {
    return new EtcdClient(new Line(endpoints, tls));
  }

  /** A piece of work that must be over by then, however many calls it makes. */
  public Session within(Duration patience) {
    return new Session(line, Deadline.after(patience.toNanos(), TimeUnit.NANOSECONDS));
  }

  @Override
  public void close() {
    line.close();
  }
}
