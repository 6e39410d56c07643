package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.api.steward.HostedObjects.Phase;

/** Constants as they are written in a status. */
public final class Words {

  private Words() {}

  static String of(Driver driver) {
    return switch (driver) {
      case ETCD -> "etcd";
      case MYSQL -> "MySQL";
      case POSTGRESQL -> "PostgreSQL";
      case NATS -> "NATS";
    };
  }

  /** The phase as one word. */
  public static String of(Phase phase) {
    return switch (phase) {
      case UNKNOWN -> "Unknown";
      case PROVISIONING -> "Provisioning";
      case CERTIFICATE_AUTHORITY_ROTATING -> "CertificateAuthorityRotating";
      case UPGRADING -> "Upgrading";
      case MIGRATING -> "Migrating";
      case READY -> "Ready";
      case NOT_READY -> "NotReady";
      case SLEEPING -> "Sleeping";
      case WRITE_LIMITED -> "WriteLimited";
    };
  }
}
