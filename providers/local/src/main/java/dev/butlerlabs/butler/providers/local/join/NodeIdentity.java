package dev.butlerlabs.butler.providers.local.join;

import dev.butlerlabs.butler.kernel.ObjectName;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.Subject;
import io.fabric8.kubernetes.api.model.Taint;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;

/**
 * Who a machine is in its tenant. It is stored before the tenant hears of it, so that a process
 * that takes over asks for the same certificate again, and not for a second one.
 *
 * @param chain the certificate the tenant signed; empty until it did
 */
public record NodeIdentity(
    String nodeName,
    Map<String, String> labels,
    List<Taint> taints,
    Whereabouts whereabouts,
    SigningKey key,
    List<X509Certificate> chain) {

  public NodeIdentity {
    labels = Map.copyOf(labels);
    taints = List.copyOf(taints);
    chain = List.copyOf(chain);
  }

  /** One that still has to be signed. */
  public static NodeIdentity unsigned(JoinOrder order, Whereabouts whereabouts, SigningKey key) {
    return new NodeIdentity(
        order.nodeName(), order.labels(), order.taints(), whereabouts, key, List.of());
  }

  public NodeIdentity signed(String certificate) {
    return new NodeIdentity(
        nodeName, labels, taints, whereabouts, key, Pem.certificates(certificate));
  }

  public boolean isSigned() {
    return !chain.isEmpty();
  }

  /** As Kubernetes knows nodes. */
  public Subject subject() {
    return new Subject("system:node:" + nodeName, List.of("system:nodes"));
  }

  /** Of the request for its certificate: the same for the same key, and for no other. */
  public String requestName() {
    return ObjectName.derivedFrom("node-csr", nodeName, key.publicPem()).text();
  }

  /** The Node's own way in. */
  public Kubeconfig kubeconfig() {
    return whereabouts.as(subject().commonName(), new Kubeconfig.Login.Certificate(chain, key));
  }
}
