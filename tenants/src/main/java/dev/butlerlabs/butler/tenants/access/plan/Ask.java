package dev.butlerlabs.butler.tenants.access.plan;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.certificates.v1.CertificateSigningRequest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What somebody asks for. Who it is stands in the request because the API server wrote it there.
 *
 * @param cluster the TenantCluster
 * @param role as it is written
 * @param seconds how long it shall last, 0 when it does not say
 * @param pem the request for a certificate, which carries the asker's public key
 */
public record Ask(
    String user,
    List<String> groups,
    ObjectKey cluster,
    String role,
    int seconds,
    Set<String> usages,
    String pem) {

  /** Requests for this signer are ours. */
  public static final String SIGNER = "butler.butlerlabs.dev/tenant-access";

  public Ask {
    groups = List.copyOf(groups);
    usages = Set.copyOf(usages);
  }

  /**
   * Reads a request.
   *
   * @param pem what it carries, decoded
   */
  public static Ask of(CertificateSigningRequest request, String pem) {
    var spec = request.getSpec();
    return new Ask(
        Objects.requireNonNullElse(spec.getUsername(), ""),
        Objects.requireNonNullElse(spec.getGroups(), List.<String>of()),
        cluster(request),
        orNone(request.getMetadata().getAnnotations())
            .getOrDefault(Annotations.ACCESS_ROLE, "viewer"),
        Objects.requireNonNullElse(spec.getExpirationSeconds(), 0),
        Set.copyOf(Objects.requireNonNullElse(spec.getUsages(), List.<String>of())),
        pem);
  }

  /** The TenantCluster that a request names; empty names when it names none. */
  public static ObjectKey cluster(CertificateSigningRequest request) {
    var labels = orNone(request.getMetadata().getLabels());
    return new ObjectKey(
        labels.getOrDefault(Labels.SOURCE_NAMESPACE, ""),
        labels.getOrDefault(Labels.SOURCE_NAME, ""));
  }

  private static Map<String, String> orNone(@Nullable Map<String, String> texts) {
    return Objects.requireNonNullElse(texts, Map.<String, String>of());
  }
}
