package dev.butlerlabs.butler.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Events told behind the work they are about, for work on very many objects at once.
 *
 * <p>One is written at a time and in order, so that all of them together take no more of an API
 * server than one more caller does, and none while somebody {@linkplain #hold holds} them. They
 * bear the time they were told at. What cannot be kept, or written ten times in a row, is dropped:
 * logged once, and counted in {@code butler_events_dropped_total}. What still waits when the
 * process ends is lost; a status, not an event, is what others may rely on.
 */
public final class EventQueue implements AutoCloseable {

  private static final int FAILURES = 10;
  private static final Logger log = LoggerFactory.getLogger(EventQueue.class);

  /** Holds events back until it is closed. */
  public interface Hold extends AutoCloseable {
    @Override
    void close();
  }

  /** Tells one event; answers whether it is written down. */
  private interface Telling {
    boolean tell();
  }

  private final Events events;
  private final Executor executor;
  private final Counter dropped;
  private final int most;
  private final Deque<Telling> waiting = new ArrayDeque<>();
  private int holds;
  private boolean working;
  private boolean full;
  private boolean closed;

  /**
   * A queue with nothing in it.
   *
   * @param executor where events are written; it is asked when there is something to write
   * @param most how many may wait
   */
  public EventQueue(Events events, Executor executor, MeterRegistry meters, int most) {
    this.events = events;
    this.executor = executor;
    this.dropped = meters.counter("butler.events.dropped");
    this.most = most;
  }

  /** Takes it down to be told soon; never waits, and never fails the caller's work. */
  public <R extends Enum<R> & EventReason> void tell(HasMetadata regarding, R reason, String note) {
    var now = events.now();
    if (put(() -> events.tell(regarding, reason, note, now))) {
      executor.execute(this::work);
    }
  }

  /** From now on events only wait, so that work on very many objects has the API server alone. */
  public Hold hold() {
    synchronized (this) {
      holds++;
    }
    return () -> {
      if (goesOn()) {
        executor.execute(this::work);
      }
    };
  }

  private synchronized boolean goesOn() {
    holds--;
    var begin = holds == 0 && !working && !waiting.isEmpty();
    working |= begin;
    return begin;
  }

  /** Whether somebody has to begin working. */
  private synchronized boolean put(Telling telling) {
    if (closed) {
      return false;
    }
    if (waiting.size() >= most) {
      dropped.increment();
      if (!full) {
        log.warn("more than {} events wait to be told; some are dropped", most);
      }
      full = true;
      return false;
    }
    waiting.add(telling);
    var begin = !working && holds == 0;
    working |= begin;
    return begin;
  }

  private void work() {
    var failures = 0;
    for (var next = take(); next != null; next = take()) {
      failures = told(next) ? 0 : failures + 1;
      if (failures == FAILURES) {
        dropAll();
        failures = 0;
      }
    }
  }

  /** What waits is lost, and what comes; whoever closes the client next need not wait for it. */
  @Override
  public synchronized void close() {
    closed = true;
    waiting.clear();
  }

  /** A client that is closed throws; that is as good as not told. An error ends the work. */
  private boolean told(Telling next) {
    try {
      return next.tell();
    } catch (RuntimeException failed) {
      log.atWarn().addKeyValue("problem", failed.getMessage()).log("event not told");
      return false;
    } catch (Error fatal) {
      stop();
      throw fatal;
    }
  }

  private synchronized @Nullable Telling take() {
    full = false;
    var next = holds > 0 ? null : waiting.poll();
    working = next != null;
    return next;
  }

  private synchronized void stop() {
    working = false;
  }

  private synchronized void dropAll() {
    log.warn(
        "{} events in a row could not be told; {} that wait are dropped", FAILURES, waiting.size());
    dropped.increment(waiting.size());
    waiting.clear();
  }
}
