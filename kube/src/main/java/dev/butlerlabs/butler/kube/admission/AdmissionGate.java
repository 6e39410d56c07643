package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.Trouble;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.admissionregistration.v1.ValidatingWebhookConfiguration;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Admission of one process: the endpoint, its certificate and its registration, kept in order while
 * the process runs. Every replica has one, whether it leads or not.
 */
public final class AdmissionGate implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AdmissionGate.class);
  private static final FieldManager MANAGER = FieldManager.of("admission");
  private static final Duration FIRST_RETRY = Duration.ofMillis(100);
  private static final Duration LAST_RETRY = Duration.ofSeconds(10);

  /** While nothing is registered yet, somebody waits for us. */
  private static final Duration LAST_RETRY_AT_START = Duration.ofMillis(500);

  private final KubernetesClient client;
  private final Timeline timeline;
  private final AdmissionSettings settings;
  private final Registration registration;
  private final List<HasMetadata> policies;
  private final ServingIdentity identity = new ServingIdentity();
  private final AdmissionEndpoint endpoint;
  private final ServingStore store;
  private final Applier applier;
  private final ReentrantLock round = new ReentrantLock();
  private final CountDownLatch registeredOnce = new CountDownLatch(1);

  private volatile @Nullable Problem unregistered =
      new Problem("admission", "not registered with the API server yet", "wait a moment");
  private Duration pause = FIRST_RETRY;
  private String told = "";
  private Timeline.@Nullable Alarm next;
  private boolean serving;
  private boolean closed;

  /**
   * Takes the address and nothing else yet.
   *
   * @param client not held back by the lead: every replica serves
   * @param admissions what we are asked about
   * @param policies what the API server decides by itself
   */
  public AdmissionGate(
      KubernetesClient client,
      Timeline timeline,
      MeterRegistry meters,
      AdmissionSettings settings,
      List<Admission<?>> admissions,
      List<Policy> policies) {
    this.client = client;
    this.timeline = timeline;
    this.settings = settings;
    this.endpoint =
        new AdmissionEndpoint(settings.listen(), identity, admissions, new ReviewDesk(meters));
    var reach = settings.reach().on(endpoint.address().getPort());
    this.registration = new Registration(settings.registration(), reach, admissions);
    this.policies =
        policies.stream()
            .<HasMetadata>mapMulti(
                (policy, all) -> {
                  all.accept(policy.desired(settings.prefix()));
                  all.accept(policy.binding(settings.prefix()));
                })
            .toList();
    this.store = new ServingStore(client, settings, reach.names(), new SecureRandom());
    this.applier = new Applier(client, MANAGER);
  }

  /** Begins to serve and to register; returns at once. */
  public void start() {
    round.lock();
    try {
      schedule(timeline.instant());
    } finally {
      round.unlock();
    }
  }

  /** What keeps the API server from asking us; empty when it can. */
  public List<Problem> problems() {
    var missing = unregistered;
    if (missing != null) {
      return List.of(missing);
    }
    var ends = identity.current().orElseThrow().certificate().getNotAfter().toInstant();
    return ends.isAfter(timeline.instant())
        ? List.of()
        : List.of(
            new Problem(
                "admission",
                "its certificate ended at " + ends,
                "let the manager write Secret %s/%s"
                    .formatted(settings.namespace(), AdmissionSettings.SECRET)));
  }

  /** Waits for the first registration; false when it did not come in time. */
  public boolean awaitRegistered(Duration longest) throws InterruptedException {
    return registeredOnce.await(longest.toNanos(), TimeUnit.NANOSECONDS);
  }

  public InetSocketAddress address() {
    return endpoint.address();
  }

  private void schedule(Instant when) {
    if (!closed) {
      next = timeline.at(when, this::round);
    }
  }

  private void round() {
    round.lock();
    try {
      if (closed) {
        return;
      }
      schedule(
          switch (look()) {
            case Answer.Done<Instant>(var again) -> settled(again);
            case Answer.Failed<Instant>(var trouble) -> troubled(trouble.problem());
          });
    } catch (RuntimeException bug) {
      log.error("keeping admission in order failed; it is tried again", bug);
      schedule(troubled(new Problem("admission", bug.toString(), "see the manager's log")));
    } finally {
      round.unlock();
    }
  }

  /** One look at everything; answers when the next is due. */
  private Answer<Instant> look() {
    var now = timeline.instant();
    return stored(registration.desired(List.of()))
        .then(
            known -> {
              var trusted = known.map(Registration::trusted).orElse(List.of());
              return store.keep(trusted, now).then(kept -> show(kept, known, trusted));
            });
  }

  private Answer<Instant> show(
      ServingStore.Kept kept,
      Optional<ValidatingWebhookConfiguration> known,
      List<X509Certificate> trusted) {
    var keys = kept.keys();
    if (useAtOnce(keys, trusted)) {
      identity.serve(keys.serving());
    }
    if (!serving) {
      endpoint.serve();
      serving = true;
    }
    return applier
        .apply(registration.desired(keys.authorities()), known.orElse(null))
        .then(_ -> held())
        .map(_ -> kept.until());
  }

  /** A policy is there before its binding. */
  private Answer<Boolean> held() {
    for (var policy : policies) {
      var written = stored(policy).then(known -> applier.apply(policy, known.orElse(null)));
      if (written instanceof Answer.Failed<HasMetadata>(var trouble)) {
        return Answer.failed(trouble);
      }
    }
    return Answer.done(true);
  }

  /**
   * Another certificate is shown when the API server trusts its authority already, or when the one
   * we show would be refused anyway.
   */
  private boolean useAtOnce(ServingKeys keys, List<X509Certificate> trusted) {
    var shown = identity.current();
    if (shown.isEmpty() || keys.authorityOf(shown.get()).isEmpty()) {
      return true;
    }
    return !shown.get().equals(keys.serving())
        && keys.authorityOf(keys.serving()).filter(trusted::contains).isPresent();
  }

  private <T extends HasMetadata> Answer<Optional<T>> stored(T wanted) {
    var attempt = Attempt.to("read", wanted);
    var answer = Asking.ask(attempt, () -> client.resource(wanted).require());
    return answer instanceof Answer.Failed<T>(Trouble.NotFound _)
        ? Answer.done(Optional.empty())
        : answer.map(Optional::of);
  }

  private Instant settled(Instant again) {
    if (unregistered != null) {
      log.atInfo().addKeyValue("address", endpoint.address()).log("admission is registered");
    }
    unregistered = null;
    registeredOnce.countDown();
    pause = FIRST_RETRY;
    told = "";
    var latest = timeline.instant().plus(settings.lookEvery());
    return again.isBefore(latest) ? again : latest;
  }

  private Instant troubled(Problem problem) {
    var waiting = unregistered != null;
    if (waiting) {
      unregistered = problem;
    }
    if (!told.equals(problem.sentence())) {
      told = problem.sentence();
      log.atWarn().addKeyValue("problem", told).log("admission is not in order yet");
    }
    var when = timeline.instant().plus(pause);
    var longest = waiting ? LAST_RETRY_AT_START : LAST_RETRY;
    var doubled = pause.multipliedBy(2);
    pause = doubled.compareTo(longest) < 0 ? doubled : longest;
    return when;
  }

  /** Stops answering; the registration stays, for the other replicas and the next start. */
  @Override
  public void close() {
    round.lock();
    try {
      closed = true;
      if (next != null) {
        next.cancel();
      }
    } finally {
      round.unlock();
    }
    endpoint.close();
  }
}
