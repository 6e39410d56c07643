package dev.butlerlabs.butler.steward.store;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Credential;
import java.util.List;

/**
 * How a store is reached, read out of a DataStore and the Secrets it names.
 *
 * @param uid of the DataStore: a namesake that came later is another store
 */
record Access(
    String store,
    String uid,
    List<String> endpoints,
    CertificateAuthority authority,
    Credential root) {

  Access {
    endpoints = List.copyOf(endpoints);
  }

  boolean sameAs(Access other) {
    return uid.equals(other.uid)
        && endpoints.equals(other.endpoints)
        && authority.certificate().equals(other.authority.certificate())
        && root.certificate().equals(other.root.certificate());
  }

  @Override
  public String toString() {
    return "Access[" + store + " at " + endpoints + "]";
  }
}
