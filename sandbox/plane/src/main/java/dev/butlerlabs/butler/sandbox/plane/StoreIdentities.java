package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.TlsContext;
import javax.net.ssl.SSLContext;

/**
 * Who may speak with etcd: nobody but the API server and our own look at its health. The authority
 * is etcd's own, so no certificate of the cluster opens the store.
 */
final class StoreIdentities {

  private final CertificateAuthority authority;
  private final Credential client;

  StoreIdentities(CredentialStore store) {
    authority = store.authority("etcd-ca");
    store.leaf(
        "etcd",
        authority,
        CertificateOrder.peer(Subject.named("etcd"), Identities.LOOPBACK, Identities.LIFE));
    client = store.leaf("etcd-client", authority, Identities.client("kube-apiserver-etcd-client"));
  }

  SSLContext tls() {
    return TlsContext.of(client, authority.certificate());
  }
}
