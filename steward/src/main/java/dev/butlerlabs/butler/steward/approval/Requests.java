package dev.butlerlabs.butler.steward.approval;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.tenant.Keep;
import dev.butlerlabs.butler.kube.tenant.TenantWatches;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.steward.approval.plan.Asked;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeAddress;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequestBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.Base64;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Requests for serving certificates inside a tenant: how they are watched, read and approved. */
final class Requests {

  static final String SIGNER = "kubernetes.io/kubelet-serving";

  /** More than these that nobody has decided are not looked at until some are. */
  private static final int MOST = 200;

  private static final Set<String> NAMES = Set.of("Hostname", "InternalDNS", "ExternalDNS");
  private static final Set<String> ADDRESSES = Set.of("InternalIP", "ExternalIP");

  private Requests() {}

  static List<TenantWatches.Selection<CertificateSigningRequest>> selections() {
    return List.of(
        client ->
            client
                .certificates()
                .v1()
                .certificateSigningRequests()
                .withField("spec.signerName", SIGNER));
  }

  static Keep<CertificateSigningRequest> undecided() {
    return new Keep<>(Requests::open, MOST);
  }

  /** Whether nobody has decided about it yet. */
  static boolean open(CertificateSigningRequest request) {
    var status = request.getStatus();
    return SIGNER.equals(request.getSpec().getSignerName())
        && (status == null || status.getConditions() == null || status.getConditions().isEmpty());
  }

  static Asked asked(CertificateSigningRequest request) {
    var spec = request.getSpec();
    return new Asked(
        Objects.requireNonNullElse(spec.getUsername(), ""),
        new HashSet<>(spec.getGroups()),
        new HashSet<>(spec.getUsages()),
        text(spec.getRequest()));
  }

  private static String text(@Nullable String request) {
    try {
      return new String(Base64.getDecoder().decode(Objects.requireNonNullElse(request, "")), UTF_8);
    } catch (IllegalArgumentException notOne) {
      return "";
    }
  }

  /** The Node of that name, if there is one. */
  static Answer<Optional<Asked.Node>> node(KubernetesClient client, String name) {
    return Asking.ask(
            new Attempt("look at", "Node", new ObjectKey("", name)),
            () -> Optional.ofNullable(client.nodes().withName(name).get()))
        .map(found -> found.map(Requests::read));
  }

  private static Asked.Node read(Node node) {
    return new Asked.Node(of(node, NAMES), of(node, ADDRESSES));
  }

  private static List<String> of(Node node, Set<String> types) {
    return Stream.ofNullable(node.getStatus())
        .flatMap(status -> status.getAddresses().stream())
        .filter(address -> types.contains(address.getType()))
        .map(NodeAddress::getAddress)
        .toList();
  }

  /** Only if it is still the one that was judged; a namesake made meanwhile is not. */
  static Answer<Boolean> approve(KubernetesClient client, CertificateSigningRequest judged) {
    var approved =
        new CertificateSigningRequestBuilder(judged)
            .editOrNewStatus()
            .addNewCondition()
            .withType("Approved")
            .withStatus("True")
            .withReason("NodeAsksForItself")
            .withMessage("Steward saw that it names nothing but the node that asks")
            .endCondition()
            .endStatus()
            .build();
    return new CompareAndSwap(client, CompareAndSwap.Part.APPROVAL)
        .swap(judged, approved)
        .map(_ -> true);
  }
}
