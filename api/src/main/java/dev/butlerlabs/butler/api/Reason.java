package dev.butlerlabs.butler.api;

/** Why a condition is as it is, in the words several kinds share. */
public enum Reason {
  /** Not begun. */
  PENDING("Pending"),

  /** Being made. */
  CREATING("Creating"),

  /** Made. */
  CREATED("Created"),

  /** Made and at work. */
  RUNNING("Running"),

  /** The machine runs and has an address. */
  VM_RUNNING("VMRunning"),

  /** The machine runs but has no address yet. */
  WAITING_FOR_IP("WaitingForIP"),

  /** Given up until something changes. */
  FAILED("Failed"),

  /** Being removed. */
  DELETING("Deleting"),

  /** Removed. */
  DELETED("Deleted"),

  /** The platform refused or failed. */
  PROVIDER_ERROR("ProviderError"),

  /** Cannot work until somebody edits it. */
  INVALID_CONFIGURATION("InvalidConfiguration"),

  /** As wanted. */
  READY("Ready"),

  /** Something it needs is not ready. */
  WAITING_FOR_DEPENDENCIES("WaitingForDependencies"),

  /** Work is under way. */
  RECONCILING("Reconciling"),

  /** It breaks a rule. */
  VALIDATION_FAILED("ValidationFailed"),

  /** A quota of the team or provider is used up. */
  QUOTA_EXCEEDED("QuotaExceeded"),

  /** The environment's cluster limit is reached. */
  ENV_QUOTA_EXCEEDED("EnvQuotaExceeded"),

  /** The owner's cluster limit is reached. */
  PER_MEMBER_CAP_EXCEEDED("PerMemberCapExceeded"),

  /** No pool has enough free addresses. */
  POOL_EXHAUSTED("PoolExhausted"),

  /** The addresses could not be given out. */
  ALLOCATION_FAILED("AllocationFailed"),

  /** The team may not use the provider. */
  PROVIDER_ACCESS_DENIED("ProviderAccessDenied"),

  /** The network is not set up. */
  NETWORK_NOT_READY("NetworkNotReady"),

  /** The credentials are missing, incomplete or refused. */
  CREDENTIALS_INVALID("CredentialsInvalid"),

  /** The network answers. */
  NETWORK_REACHABLE("NetworkReachable"),

  /** A pool has free addresses. */
  POOL_AVAILABLE("PoolAvailable"),

  /** The image is being built. */
  IMAGE_BUILDING("ImageBuilding"),

  /** The image is being downloaded. */
  IMAGE_DOWNLOADING("ImageDownloading"),

  /** The image is being uploaded. */
  IMAGE_UPLOADING("ImageUploading"),

  /** The image is there. */
  IMAGE_READY("ImageReady"),

  /** The image could not be brought over. */
  IMAGE_SYNC_FAILED("ImageSyncFailed");

  private final String wire;

  Reason(String wire) {
    this.wire = wire;
  }

  /** The condition's {@code reason}. */
  public String wire() {
    return wire;
  }
}
