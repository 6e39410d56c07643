package dev.butlerlabs.butler.providers.local.node;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.UnreadableInput;
import dev.butlerlabs.butler.providers.local.join.JoinOrder;
import dev.butlerlabs.butler.providers.local.join.NodeIdentity;
import dev.butlerlabs.butler.providers.local.join.Whereabouts;
import dev.butlerlabs.butler.providers.local.plan.NodeBlueprint;
import dev.butlerlabs.butler.providers.local.plan.ProviderId;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a machine wins its certificate (TLS bootstrap): it finds its tenant, has its key stored, asks
 * with the token, and takes what the tenant's own controllers signed. It never waits; asked again,
 * it goes on where it was.
 */
public final class Enlisting {

  private static final String SIGNER = "kubernetes.io/kube-apiserver-client-kubelet";

  private final TenantDoor door;
  private final Discoverer discoverer;
  private final SecureRandom random = new SecureRandom();

  public Enlisting(ClientSettings settings) {
    this.door = new TenantDoor(settings);
    this.discoverer = new Discoverer(settings.callTimeout());
  }

  /**
   * Goes as far as is possible now.
   *
   * @param known what is stored of the machine's identity
   * @param store stores it; answers what is stored then
   */
  public Tried<NodeIdentity> go(
      JoinOrder order,
      ProviderId self,
      Optional<NodeIdentity> known,
      Function<NodeIdentity, Answer<NodeIdentity>> store)
      throws InterruptedException {
    var found =
        known.isPresent()
            ? Tried.done(known.get().whereabouts())
            : discoverer.find(order.discovery());
    return switch (found) {
      case Tried.Open<Whereabouts>(var cause, var refused) -> new Tried.Open<>(cause, refused);
      case Tried.Done<Whereabouts>(var whereabouts) -> {
        var token = new Kubeconfig.Login.Token(order.discovery().token().reveal());
        var way = whereabouts.as("a machine that joins", token);
        yield switch (door.open(way)) {
          case Tried.Open<KubernetesClient>(var cause, var refused) ->
              new Tried.Open<>(cause, refused);
          case Tried.Done<KubernetesClient>(var client) -> {
            try (client) {
              yield ask(client, order, self, whereabouts, known, store);
            }
          }
        };
      }
    };
  }

  private Tried<NodeIdentity> ask(
      KubernetesClient client,
      JoinOrder order,
      ProviderId self,
      Whereabouts whereabouts,
      Optional<NodeIdentity> known,
      Function<NodeIdentity, Answer<NodeIdentity>> store) {
    if (known.isPresent()) {
      return request(client, known.get(), store);
    }
    if (taken(client, order.nodeName(), self)) {
      return Registration.taken(order.nodeName());
    }
    var key = SigningKey.generate(KeyKind.EC_P256, random);
    return switch (store.apply(NodeIdentity.unsigned(order, whereabouts, key))) {
      case Answer.Done<NodeIdentity>(var stored) -> request(client, stored, store);
      case Answer.Failed<NodeIdentity>(var trouble) -> Tried.trouble(trouble);
    };
  }

  /** A token that may not look at nodes is no hindrance: the Node itself looks again. */
  private static boolean taken(KubernetesClient client, String name, ProviderId self) {
    var attempt = new Attempt("look for", "Node", ObjectKey.cluster(name));
    return Asking.ask(attempt, () -> client.nodes().withName(name).require())
            instanceof Answer.Done<Node>(var node)
        && !NodeBlueprint.belongs(node, self);
  }

  private Tried<NodeIdentity> request(
      KubernetesClient client,
      NodeIdentity identity,
      Function<NodeIdentity, Answer<NodeIdentity>> store) {
    var name = identity.requestName();
    var requests = client.certificates().v1().certificateSigningRequests();
    var found =
        Asking.ask(
            new Attempt("read", "CertificateSigningRequest", ObjectKey.cluster(name)),
            () -> requests.withName(name).require());
    if (found instanceof Answer.Failed<CertificateSigningRequest>(Trouble.NotFound _)) {
      var wanted = wanted(identity);
      found = Asking.ask(Attempt.to("create", wanted), () -> requests.resource(wanted).create());
    }
    return switch (found) {
      case Answer.Failed<CertificateSigningRequest>(var trouble) -> Tried.trouble(trouble);
      case Answer.Done<CertificateSigningRequest>(var asked) -> answered(asked, identity, store);
    };
  }

  private CertificateSigningRequest wanted(NodeIdentity identity) {
    var pem =
        SigningRequest.make(identity.subject(), List.of(), identity.key(), random)
            .pem()
            .getBytes(UTF_8);
    return new CertificateSigningRequestBuilder()
        .withNewMetadata()
        .withName(identity.requestName())
        .endMetadata()
        .withNewSpec()
        .withRequest(Base64.getEncoder().encodeToString(pem))
        .withSignerName(SIGNER)
        .withUsages("digital signature", "client auth")
        .endSpec()
        .build();
  }

  private static Tried<NodeIdentity> answered(
      CertificateSigningRequest asked,
      NodeIdentity identity,
      Function<NodeIdentity, Answer<NodeIdentity>> store) {
    var name = asked.getMetadata().getName();
    var status = Optional.ofNullable(asked.getStatus());
    var no = status.flatMap(all -> refusal(all.getConditions()));
    if (no.isPresent()) {
      return Tried.refused(
          "CertificateRefused",
          "the tenant refused CertificateSigningRequest %s: %s".formatted(name, no.get()),
          "Delete the Machine and let it be replaced");
    }
    var certificate = status.map(all -> all.getCertificate()).orElse("");
    if (certificate.isEmpty()) {
      return Tried.notYet(
          "WaitingForCertificate",
          "the tenant has not signed CertificateSigningRequest %s yet".formatted(name),
          "If it stays so, look at it with kubectl get csr in the tenant");
    }
    try {
      var pem = new String(Base64.getDecoder().decode(certificate), UTF_8);
      return switch (store.apply(identity.signed(pem))) {
        case Answer.Done<NodeIdentity>(var stored) -> Tried.done(stored);
        case Answer.Failed<NodeIdentity>(var trouble) -> Tried.trouble(trouble);
      };
    } catch (UnreadableInput wrong) {
      return Tried.refused(
          "CertificateUnreadable", String.valueOf(wrong.getMessage()), "Replace the Machine");
    }
  }

  private static Optional<String> refusal(List<CertificateSigningRequestCondition> conditions) {
    return conditions.stream()
        .filter(one -> one.getType().equals("Denied") || one.getType().equals("Failed"))
        .map(one -> one.getReason() + ": " + one.getMessage())
        .findFirst();
  }
}
