package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.Set;

/** How much a thing that is not true tells, the least first. */
enum Weight {
  /** It is on its way, or waits for something else. */
  WAITING,
  /** Something went wrong, and it is tried again. */
  TROUBLE,
  /** It stays so until a person does something. */
  FINAL;

  private static final Set<String> UNDER_WAY =
      Set.of(
          "Reconciling",
          "Pending",
          "Creating",
          "Deleting",
          "Releasing",
          "Cloning",
          "PoweringOn",
          "Starting",
          "RollingOut",
          "PodsPending",
          "PodsStopping",
          "ServicePending",
          "KeysRollingOut",
          "Rewriting",
          "Restoring",
          "Sleeping",
          "ImageBuilding",
          "ImageDownloading",
          "ImageUploading",
          "Conflict",
          "BeingDeleted");

  private static final Set<String> STAYS =
      Set.of(
          "CredentialsInvalid",
          "InvalidConfiguration",
          "ProviderAccessDenied",
          "ValidationFailed",
          "QuotaExceeded",
          "EnvQuotaExceeded",
          "PerMemberCapExceeded",
          "PoolExhausted",
          "NoContiguousBlock",
          "PoolNotFound",
          "PoolInvalid",
          "TeamNotAllowed",
          "PinnedConflict",
          "OutOfRange",
          "NetworkNotReady",
          "LedgerUnreadable",
          "ImageSyncFailed",
          "VersionRefused",
          "UpgradeRefused",
          "MoveRefused",
          "FieldRefused",
          "ExposureRefused",
          "EncryptionKeysLost",
          "AddressFamilyMismatch",
          "AuthenticationOff",
          "Forbidden",
          "Invalid",
          "NotServed",
          "Unsupported",
          "Paused");

  static Weight of(Said said) {
    return of(said.severity(), said.reason(), said.message());
  }

  static Weight of(String severity, String reason, String message) {
    if (STAYS.contains(reason)) {
      return FINAL;
    }
    var waits =
        severity.equals("Info")
            || UNDER_WAY.contains(reason)
            || reason.startsWith("WaitingFor")
            || message.startsWith("Waiting ")
            // Cluster API's words for a provider that has told nothing yet.
            || message.contains(" status.initialization.");
    return waits ? WAITING : TROUBLE;
  }
}
