package dev.butlerlabs.butler.tenants.access;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.Phase;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.CompareAndSwap.Part;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.tenants.access.plan.Ask;
import dev.butlerlabs.butler.tenants.access.plan.Judgement;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.Objects;
import java.util.Optional;

/** Signs certificates that lead people into tenants, or says why not. */
public final class AccessReconciler implements Reconciler<CertificateSigningRequest> {

  private static final Kind<CertificateSigningRequest> REQUESTS =
      Kind.of(CertificateSigningRequest.class).labelled(Labels.SOURCE_NAME);
  private static final Kind<TenantCluster> CLUSTERS = Kind.of(TenantCluster.class);

  /** The keys of a control plane are not watched here. */
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(10);

  private final KubernetesClient client;
  private final AdminDoor door;
  private final SecureRandom random;

  public AccessReconciler(KubernetesClient client, AdminDoor door, SecureRandom random) {
    this.client = client;
    this.door = door;
    this.random = random;
  }

  public Watches<CertificateSigningRequest> watches() {
    return Watches.on(REQUESTS)
        .mapped(
            CLUSTERS,
            (cluster, cache) ->
                cache.list(REQUESTS).stream()
                    .filter(request -> Ask.cluster(request).equals(key(cluster)))
                    .map(request -> ObjectKey.cluster(request.getMetadata().getName()))
                    .toList());
  }

  private static ObjectKey key(TenantCluster cluster) {
    return new ObjectKey(cluster.getMetadata().getNamespace(), cluster.getMetadata().getName());
  }

  @Override
  public Outcome reconcile(CertificateSigningRequest request, Context context) {
    if (!Ask.SIGNER.equals(request.getSpec().getSignerName()) || decided(request)) {
      return Outcome.settled();
    }
    var ask = Ask.of(request, carried(request));
    return switch (Judgement.of(ask)) {
      case Judgement.Refuse(var reason, var message) -> deny(request, reason, message);
      case Judgement.Serve serve -> serve(request, ask, serve, context);
    };
  }

  /** The certificate request inside; nothing when it cannot be decoded. */
  private static String carried(CertificateSigningRequest request) {
    try {
      var text = Objects.requireNonNullElse(request.getSpec().getRequest(), "");
      return new String(Base64.getDecoder().decode(text), UTF_8);
    } catch (IllegalArgumentException _) {
      return "";
    }
  }

  private static boolean decided(CertificateSigningRequest request) {
    var status = request.getStatus();
    return holds(request, "Denied")
        || holds(request, "Failed")
        || (status != null && !Objects.requireNonNullElse(status.getCertificate(), "").isEmpty());
  }

  private Outcome serve(
      CertificateSigningRequest request, Ask ask, Judgement.Serve serve, Context context) {
    var cluster = context.cache().find(CLUSTERS, ask.cluster());
    if (cluster.isEmpty()) {
      return deny(request, "NoCluster", "there is no TenantCluster " + ask.cluster());
    }
    var parts =
        cluster
            .map(TenantCluster::getStatus)
            .flatMap(
                status -> Optional.ofNullable(status).map(TenantClusterStatus::tenantNamespace));
    if (parts.isEmpty()) {
      return Outcome.settled();
    }
    var gate = new Gate(door, cluster.get(), parts.get());
    return switch (new Rights(client).reach(ask, serve.role(), parts.get())) {
      case Answer.Failed<Boolean>(var trouble) -> trouble.outcome();
      case Answer.Done<Boolean>(var may) when !may ->
          deny(
              request,
              "NotAllowed",
              "%s may not enter TenantCluster %s as %s; ask an admin of its team"
                  .formatted(ask.user(), ask.cluster(), serve.role().word()));
      case Answer.Done<Boolean> _ when cluster.get().getStatus().phase() == Phase.SLEEPING ->
          deny(
              request,
              "Sleeping",
              "TenantCluster %s sleeps; wake it first (spec.sleep.asleep: false), then ask again"
                  .formatted(ask.cluster()));
      case Answer.Done<Boolean> _ -> enter(request, gate, serve, context);
    };
  }

  private Outcome enter(
      CertificateSigningRequest request, Gate gate, Judgement.Serve serve, Context context) {
    var opened = gate.open().then(open -> gate.signer().map(found -> found.filter(_ -> open)));
    return switch (opened) {
      case Answer.Failed<Optional<Gate.Signer>>(var trouble) -> trouble.outcome();
      case Answer.Done<Optional<Gate.Signer>>(var signer) when signer.isEmpty() ->
          Outcome.lookAgain(LOOK_AGAIN);
      case Answer.Done<Optional<Gate.Signer>>(var signer) ->
          sign(request, signer.orElseThrow(), serve, context);
    };
  }

  /** Approved first: Kubernetes takes no certificate for a request that nobody approved. */
  private Outcome sign(
      CertificateSigningRequest request,
      Gate.Signer signer,
      Judgement.Serve serve,
      Context context) {
    var certificate = signer.authority().sign(serve.order(), serve.key(), context.now(), random);
    var chain = Pem.write(certificate) + signer.trusted();
    var written =
        approved(request)
            .then(
                stored ->
                    new CompareAndSwap(client, Part.STATUS)
                        .swap(
                            stored,
                            new CertificateSigningRequestBuilder(stored)
                                .editOrNewStatus()
                                .withCertificate(
                                    Base64.getEncoder().encodeToString(chain.getBytes(UTF_8)))
                                .endStatus()
                                .build()));
    return written instanceof Answer.Failed<CertificateSigningRequest>(var trouble)
        ? trouble.outcome()
        : Outcome.settled();
  }

  private Answer<CertificateSigningRequest> approved(CertificateSigningRequest request) {
    return holds(request, "Approved")
        ? Answer.done(request)
        : decide(request, "Approved", "MayEnter", "its author may enter the tenant in this role");
  }

  private static boolean holds(CertificateSigningRequest request, String type) {
    return request.getStatus() != null
        && request.getStatus().getConditions().stream().anyMatch(one -> one.getType().equals(type));
  }

  private Outcome deny(CertificateSigningRequest request, String reason, String message) {
    return decide(request, "Denied", reason, message)
            instanceof Answer.Failed<CertificateSigningRequest>(var trouble)
        ? trouble.outcome()
        : Outcome.settled();
  }

  private Answer<CertificateSigningRequest> decide(
      CertificateSigningRequest request, String type, String reason, String message) {
    return new CompareAndSwap(client, Part.APPROVAL)
        .swap(
            request,
            new CertificateSigningRequestBuilder(request)
                .editOrNewStatus()
                .addNewCondition()
                .withType(type)
                .withStatus("True")
                .withReason(reason)
                .withMessage(message)
                .endCondition()
                .endStatus()
                .build());
  }
}
