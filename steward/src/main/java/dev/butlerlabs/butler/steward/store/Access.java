package dev.butlerlabs.butler.steward.store;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Credential;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How a store is reached, read out of a DataStore and the Secrets it names. */
sealed interface Access {

  /** Name of the DataStore. */
  String store();

  /** Of the DataStore: a namesake that came later is another store. */
  String uid();

  boolean sameAs(Access other);

  /** An etcd: its authority signs logins, and its administrator has a certificate. */
  record Etcd(
      String store,
      String uid,
      List<String> endpoints,
      CertificateAuthority authority,
      Credential root)
      implements Access {

    public Etcd {
      endpoints = List.copyOf(endpoints);
    }

    @Override
    public boolean sameAs(Access other) {
      return other instanceof Etcd etcd
          && uid.equals(etcd.uid)
          && endpoints.equals(etcd.endpoints)
          && authority.certificate().equals(etcd.authority.certificate())
          && root.certificate().equals(etcd.root.certificate());
    }

    @Override
    public String toString() {
      return "Access[" + store + " at " + endpoints + "]";
    }
  }

  /** A PostgreSQL: its administrator has a password, and perhaps a certificate besides. */
  record Postgres(
      String store,
      String uid,
      List<String> endpoints,
      String user,
      String password,
      @Nullable String authorities,
      @Nullable Credential self)
      implements Access {

    public Postgres {
      endpoints = List.copyOf(endpoints);
    }

    @Override
    public boolean sameAs(Access other) {
      return other instanceof Postgres postgres
          && uid.equals(postgres.uid)
          && endpoints.equals(postgres.endpoints)
          && user.equals(postgres.user)
          && password.equals(postgres.password)
          && Objects.equals(authorities, postgres.authorities)
          && Objects.equals(certificate(self), certificate(postgres.self));
    }

    private static @Nullable Object certificate(@Nullable Credential of) {
      return of == null ? null : of.certificate();
    }

    @Override
    public String toString() {
      return "Access[" + store + " at " + endpoints + "]";
    }
  }
}
