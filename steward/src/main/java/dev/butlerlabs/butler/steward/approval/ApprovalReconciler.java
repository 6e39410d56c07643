package dev.butlerlabs.butler.steward.approval;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.WorkerBootstrap;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.tenant.Sight;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantWatches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.steward.approval.plan.Asked;
import dev.butlerlabs.butler.steward.approval.plan.Judge;
import dev.butlerlabs.butler.steward.approval.plan.Judgement;
import dev.butlerlabs.butler.steward.inside.WayIn;
import dev.butlerlabs.butler.steward.net.Subnet;
import dev.butlerlabs.butler.steward.plane.plan.TenantNetwork;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** Lets kubelets of tenants have the serving certificates that are theirs. */
public final class ApprovalReconciler implements Reconciler<TenantControlPlane>, AutoCloseable {

  /** How long a node may take to tell its addresses after it asked. */
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private static final Duration LOOK_AGAIN = Duration.ofSeconds(5);

  /** Words about more requests than these would drown everything else. */
  private static final int TOLD_AT_ONCE = 5;

  private final TenantClients tenants;
  private final TenantWatches<CertificateSigningRequest> watches;
  private final Events events;
  private final String tenantKey;
  private final Trigger news = new Trigger();

  /** Of each tenant the requests that people were told of. */
  private final Map<ObjectKey, List<String>> told = new ConcurrentHashMap<>();

  /**
   * Looks into no tenant yet.
   *
   * @param tenantKey which kubeconfig of the admin Secret leads to tenants from here
   */
  public ApprovalReconciler(
      KubernetesClient client,
      Timeline timeline,
      TenantClients tenants,
      ClientSettings watching,
      String identity,
      String tenantKey) {
    this.tenants = tenants;
    this.watches =
        new TenantWatches<>(Requests.selections(), Requests.undecided(), watching, timeline, news);
    this.events = new Events(client, "butlerlabs.dev/steward-approval", identity, timeline);
    this.tenantKey = tenantKey;
  }

  public Watches<TenantControlPlane> watches() {
    return Watches.on(Kind.of(TenantControlPlane.class)).owned(WayIn.SECRETS).triggeredBy(news);
  }

  @Override
  public Outcome reconcile(TenantControlPlane plane, Context context) {
    var way = WayIn.find(plane, tenantKey, context.cache());
    var judge = judge(plane);
    if (way.isEmpty() || judge.isEmpty()) {
      watches.forget(context.key());
      return Outcome.settled();
    }
    return switch (watches.look(way.get().tenant(), way.get().kubeconfig())) {
      case Sight.Seen<CertificateSigningRequest>(var requests) ->
          decide(plane, context, way.get(), judge.get(), requests);
      case Sight.Opening<CertificateSigningRequest> _ -> Outcome.settled();
      // There is news when it is seen again; whether it answers is told elsewhere.
      case Sight.Unseen<CertificateSigningRequest> _ -> Outcome.settled();
    };
  }

  /** Empty where nobody wants it done, or the spec cannot be read. */
  private static Optional<Judge> judge(TenantControlPlane plane) {
    var spec = plane.getSpec();
    var workers =
        Optional.ofNullable(spec.addons())
            .flatMap(one -> Optional.ofNullable(one.workerBootstrap()));
    var off =
        workers
            .flatMap(one -> Optional.ofNullable(one.csrApproval()))
            .map(WorkerBootstrap.CsrApproval::autoApprove)
            .filter(wanted -> !wanted)
            .isPresent();
    if (off || plane.getStatus() == null || plane.getStatus().controlPlaneEndpoint() == null) {
      return Optional.empty();
    }
    try {
      var network = TenantNetwork.of(spec);
      var allowed = workers.map(WorkerBootstrap::allowedSubnets).orElse(List.of());
      var server = plane.getStatus().controlPlaneEndpoint();
      return Optional.of(
          new Judge(
              allowed.stream().map(Subnet::parse).toList(),
              network.services(),
              network.domain(),
              server
                  .substring(0, Math.max(0, server.lastIndexOf(':')))
                  .replaceAll("[\\[\\]]", "")));
    } catch (IllegalArgumentException wrong) {
      return Optional.empty();
    }
  }

  private Outcome decide(
      TenantControlPlane plane,
      Context context,
      WayIn way,
      Judge judge,
      List<CertificateSigningRequest> requests) {
    told.computeIfPresent(
        context.key(),
        (_, uids) ->
            uids.stream()
                .filter(uid -> requests.stream().anyMatch(one -> uidOf(one).equals(uid)))
                .toList());
    var next = Outcome.settled();
    for (var request : requests) {
      if (!Requests.open(request)) {
        continue;
      }
      switch (tenants.call(way.tenant(), way.kubeconfig(), at -> decide(at, judge, request))) {
        case Answer.Failed<Judgement>(Trouble.Conflict _) -> next = Outcome.lookAgain(LOOK_AGAIN);
        case Answer.Failed<Judgement>(Trouble.NotFound _) -> {}
        case Answer.Failed<Judgement>(var why) -> {
          return why.outcome();
        }
        case Answer.Done<Judgement>(Judgement.Approve _) -> {}
        case Answer.Done<Judgement>(Judgement.Wait _) when young(request, context.now()) ->
            next = Outcome.lookAgain(LOOK_AGAIN);
        case Answer.Done<Judgement>(Judgement.Wait(var why)) -> tell(plane, context, request, why);
        case Answer.Done<Judgement>(Judgement.Leave(var why)) -> tell(plane, context, request, why);
      }
    }
    return next;
  }

  private static Answer<Judgement> decide(
      KubernetesClient client, Judge judge, CertificateSigningRequest request) {
    var asked = Requests.asked(request);
    Answer<Optional<Asked.Node>> node =
        asked.node().isEmpty()
            ? Answer.done(Optional.empty())
            : Requests.node(client, asked.node());
    return node.map(found -> judge.judge(asked, found.orElse(null)))
        .then(
            judgement ->
                judgement instanceof Judgement.Approve
                    ? Requests.approve(client, request).map(_ -> judgement)
                    : Answer.done(judgement));
  }

  private static boolean young(CertificateSigningRequest request, Instant now) {
    var made = Instant.parse(request.getMetadata().getCreationTimestamp());
    return now.isBefore(made.plus(PATIENCE));
  }

  /** Each once. */
  private void tell(
      TenantControlPlane plane, Context context, CertificateSigningRequest request, String why) {
    var uid = uidOf(request);
    var before = told.getOrDefault(context.key(), List.of());
    if (before.contains(uid) || before.size() >= TOLD_AT_ONCE) {
      return;
    }
    told.put(context.key(), Stream.concat(before.stream(), Stream.of(uid)).toList());
    events.tell(
        plane,
        ApprovalEvent.SERVING_CERTIFICATE_LEFT,
        "CertificateSigningRequest %s in the tenant is left to people: %s"
            .formatted(request.getMetadata().getName(), why));
  }

  private static String uidOf(CertificateSigningRequest request) {
    return request.getMetadata().getUid();
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    told.remove(key);
    watches.forget(key);
  }

  /** How many tenants are watched. */
  public int watched() {
    return watches.count();
  }

  @Override
  public void close() {
    watches.close();
  }
}
