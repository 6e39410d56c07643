package dev.butlerlabs.butler.kube.lead;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Instant;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The lead, held by whoever renews a Lease.
 *
 * <p>Clocks of different machines are never compared, and a clock that jumps moves nobody: a
 * candidate waits by alarm from when it saw the last renewal, a leader stops by alarm counted from
 * before it sent the last renewal. So a leader that is cut off has stopped before the next starts.
 * Stopping in order releases the lease, and the next leads after one look.
 */
public final class LeaseLeadership implements Leadership, AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(LeaseLeadership.class);

  private final KubernetesClient client;
  private final CompareAndSwap swap;
  private final ObjectKey key;
  private final String identity;
  private final Timings timings;
  private final Timeline timeline;
  private final Lead lead;
  private final ReentrantLock round = new ReentrantLock();

  private @Nullable Sent sent;
  private @Nullable Claim watched;
  private boolean watchedExpired;
  private Timeline.@Nullable Alarm expiry;
  private Timeline.@Nullable Alarm next;
  private boolean closed;

  /** A claim that was sent, when that was, and the lease it made once we know. */
  private record Sent(Claim claim, Instant when, @Nullable Lease stored) {}

  /**
   * Stands for nothing yet.
   *
   * @param client with a call timeout well below the renew deadline, and not held back by this lead
   * @param identity unlike that of any other process, now or earlier
   */
  public LeaseLeadership(
      KubernetesClient client, ObjectKey key, String identity, Timings timings, Timeline timeline) {
    this.client = client;
    this.swap = new CompareAndSwap(client, CompareAndSwap.Part.OBJECT);
    this.key = key;
    this.identity = identity;
    this.timings = timings;
    this.timeline = timeline;
    this.lead = new Lead(timeline, timings.renewDeadline());
  }

  /** Begins to stand for the lead. */
  public void start() {
    schedule(timeline.instant());
  }

  @Override
  public boolean leading() {
    return lead.held();
  }

  @Override
  public Registration onChange(Listener listener) {
    return lead.register(listener);
  }

  /** Stops acting, then lets the next one lead. Safe to repeat. */
  @Override
  public void close() {
    lead.stop("this process stops");
    round.lock();
    try {
      if (!closed) {
        closed = true;
        cancel(next);
        cancel(expiry);
        release();
      }
    } finally {
      round.unlock();
    }
  }

  private void release() {
    if (sent == null) {
      return;
    }
    var answer =
        read()
            .then(
                stored -> {
                  var claim = Claim.of(stored);
                  return claim.holder().equals(identity)
                      ? swap.swap(stored, claim.released(timeline.instant()).in(stored))
                      : Answer.done(stored);
                });
    report(answer);
  }

  private void schedule(Instant when) {
    next = timeline.at(when, this::round);
  }

  private void round() {
    round.lock();
    try {
      if (closed) {
        return;
      }
      var begin = timeline.instant();
      var stored = renewable();
      if (stored != null) {
        renew(stored);
      } else {
        look();
      }
      schedule(begin.plus(renewable() == null ? timings.retry() : timings.renewal()));
    } catch (RuntimeException bug) {
      log.error("leader election failed; it goes on", bug);
      schedule(timeline.instant().plus(timings.retry()));
    } finally {
      round.unlock();
    }
  }

  /** The lease as we wrote it last, if we lead and heard the answer. */
  private @Nullable Lease renewable() {
    return lead.held() && sent != null ? sent.stored() : null;
  }

  private void renew(Lease stored) {
    switch (claim(stored)) {
      case Answer.Failed<Lease>(Trouble.Conflict _), Answer.Failed<Lease>(Trouble.NotFound _) ->
          look();
      case Answer.Failed<Lease> failed -> report(failed);
      case Answer.Done<Lease> _ -> {}
    }
  }

  private void look() {
    switch (read()) {
      case Answer.Failed<Lease>(Trouble.NotFound _) -> create();
      case Answer.Failed<Lease> failed -> report(failed);
      case Answer.Done<Lease>(var stored) -> judge(stored);
    }
  }

  private Answer<Lease> read() {
    var lease = client.leases().inNamespace(key.namespace()).withName(key.name());
    return Asking.ask(new Attempt("read", "Lease", key), lease::require);
  }

  private void judge(Lease stored) {
    var claim = Claim.of(stored);
    if (sent != null && claim.equals(sent.claim())) {
      // The lease says what we wrote last, though we may not have heard the answer.
      won(sent.claim(), sent.when(), stored);
      if (lead.held()) {
        return;
      }
    }
    var ours = claim.holder().equals(identity);
    if (ours || claim.free() || (claim.equals(watched) && watchedExpired)) {
      report(claim(stored));
    } else {
      lead.end("another process leads");
      watch(claim);
    }
  }

  /** From now on the holder has its full time, whatever any clock says. */
  private void watch(Claim claim) {
    if (claim.equals(watched)) {
      return;
    }
    cancel(expiry);
    watched = claim;
    watchedExpired = false;
    expiry = timeline.at(timeline.instant().plus(claim.lasts()), () -> expire(claim));
  }

  private void expire(Claim claim) {
    round.lock();
    try {
      watchedExpired |= claim.equals(watched);
    } finally {
      round.unlock();
    }
  }

  private void create() {
    var begin = timeline.instant();
    var claim = Claim.first(identity, begin, timings.lease());
    var lease = claim.lease(key);
    sent = new Sent(claim, begin, null);
    var answer = Asking.ask(Attempt.to("create", lease), () -> client.resource(lease).create());
    if (report(answer) instanceof Answer.Done<Lease>(var stored)) {
      won(claim, begin, stored);
    }
  }

  private Answer<Lease> claim(Lease stored) {
    var begin = timeline.instant();
    var claim = Claim.of(stored).by(identity, begin, timings.lease());
    sent = new Sent(claim, begin, null);
    var answer = swap.swap(stored, claim.in(stored));
    if (answer instanceof Answer.Done<Lease>(var now)) {
      won(claim, begin, now);
    }
    return answer;
  }

  private void won(Claim claim, Instant begin, Lease stored) {
    sent = new Sent(claim, begin, stored);
    cancel(expiry);
    watched = null;
    lead.extend(begin);
  }

  private static void cancel(Timeline.@Nullable Alarm alarm) {
    if (alarm != null) {
      alarm.cancel();
    }
  }

  private Answer<Lease> report(Answer<Lease> answer) {
    if (answer instanceof Answer.Failed<Lease>(var trouble)
        && !(trouble instanceof Trouble.Conflict)) {
      log.atWarn()
          .addKeyValue("lease", key)
          .addKeyValue("identity", identity)
          .addKeyValue("problem", trouble.problem().sentence())
          .log("lease not written or read");
    }
    return answer;
  }
}
