package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.ApiServerSecurity.Cipher;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Subject;
import java.util.List;

/**
 * Something with chance in it that the plan wants made: the answer is the new content of a part.
 */
public sealed interface Order {

  Part part();

  /** A root in place of whatever is there. */
  record Root(Part part) implements Order {}

  /** A second root beside the one that signs, trusted at once and used later. */
  record NextRoot(Part part) implements Order {}

  /** A key pair for service account tokens. */
  record ServiceAccountKey() implements Order {
    @Override
    public Part part() {
      return Part.SERVICE_ACCOUNT;
    }
  }

  /** A second key pair for service account tokens, believed at once and used later. */
  record NextServiceAccountKey() implements Order {
    @Override
    public Part part() {
      return Part.SERVICE_ACCOUNT;
    }
  }

  /**
   * A certificate and its key.
   *
   * @param file name of both in the Secret, without ending
   * @param signer the root that signs it
   */
  record Leaf(Part part, Part signer, String file, CertificateOrder certificate) implements Order {}

  /** All kubeconfigs of a Secret, each login made once and used by all entries of its subject. */
  record Kubeconfigs(Part part, String cluster, List<Entry> entries) implements Order {
    public Kubeconfigs {
      entries = List.copyOf(entries);
    }
  }

  /** One kubeconfig: its key in the Secret, who it lets in, and where. */
  record Entry(String key, Subject subject, String server) {}

  /** The certificate with which the API server signs in to the DataStore. */
  record StoreLogin(String user) implements Order {
    @Override
    public Part part() {
      return Part.DATA_STORE;
    }
  }

  /**
   * A key to encrypt what is stored with, beside those there are.
   *
   * @param fresh nothing is stored yet, so that it may write at once
   */
  record EncryptionKey(List<String> resources, Cipher cipher, boolean fresh) implements Order {
    public EncryptionKey {
      resources = List.copyOf(resources);
    }

    @Override
    public Part part() {
      return Part.ENCRYPTION;
    }
  }

  /**
   * Everything Talos workers and their administrators sign in with. Authority and token stay if
   * they are there.
   */
  record TrustdKeys(String plane, CertificateOrder server, CertificateOrder admin)
      implements Order {
    @Override
    public Part part() {
      return Part.TRUSTD;
    }
  }

  /** No chance in it: a step of a rotation, worked out already. */
  record Rewrite(Part part, Keys keys) implements Order {}
}
