package dev.butlerlabs.butler.providers.azure.machines;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.Locale;
import java.util.Set;

/** What Azure means, by the code of its error. */
final class AzureFaults {

  private static final Set<String> NO_ROOM =
      Set.of(
          "QuotaExceeded",
          "ResourceQuotaExceeded",
          "SkuNotAvailable",
          "AllocationFailed",
          "ZonalAllocationFailed",
          "OverconstrainedAllocationRequest",
          "OverconstrainedZonalAllocationRequest",
          "SubnetIsFull",
          "PublicIPCountLimitReached");

  private static final Set<String> BUSY =
      Set.of(
          "AnotherOperationInProgress",
          "ConflictingUserInput",
          "NicInUse",
          "NicReservedForAnotherVm",
          "OperationPreempted",
          "PreconditionFailed",
          "PublicIPAddressCannotBeDeleted",
          "ReferencedResourceNotProvisioned",
          "RetryableError");

  private static final Set<String> MISSING =
      Set.of(
          "GalleryImageNotFound",
          "ImageNotFound",
          "InvalidResourceReference",
          "NotFound",
          "ParentResourceNotFound",
          "PlatformImageNotFound",
          "ResourceNotFound");

  private AzureFaults() {}

  /** The thing a path names is not there; a proxy's 404 has none of these codes. */
  static boolean absent(int status, String code) {
    return status == 404 && MISSING.contains(code);
  }

  /**
   * Of an answer.
   *
   * @param target the field Azure names, or empty
   * @param usual what the status means on most platforms
   */
  static Fault of(
      String what, int status, String code, String message, String target, Fault usual) {
    var detail = detail(code, message);
    if (code.isEmpty() || status == 401 || status == 429 || status >= 500) {
      return usual;
    }
    if (code.endsWith("AuthorizationFailed")) {
      return new Fault.Forbidden(what, detail);
    }
    if (code.equals("ResourceGroupNotFound")) {
      return new Fault.NotFound(what, "the resource group", detail);
    }
    if (code.equals("SubscriptionNotFound") || code.equals("InvalidSubscriptionId")) {
      return new Fault.NotFound(what, "the subscription", detail);
    }
    if (code.equals("RequestDisallowedByPolicy")) {
      return new Fault.Invalid(what, "the order, or the policy of the subscription", detail);
    }
    if (roomless(code, message)) {
      return new Fault.Quota(what, detail);
    }
    if (BUSY.contains(code) || code.equals("OperationNotAllowed")) {
      return new Fault.Busy(what, detail);
    }
    if (MISSING.contains(code)) {
      return new Fault.NotFound(what, "what it refers to", detail);
    }
    return status == 400
        ? new Fault.Invalid(what, target.isEmpty() ? "the order" : target, detail)
        : usual;
  }

  /** Of work that Azure took on and failed at. */
  static Fault failed(String what, String code, String message) {
    var detail = detail(code, message);
    return roomless(code, message) ? new Fault.Quota(what, detail) : new Fault.Failed(what, detail);
  }

  private static boolean roomless(String code, String message) {
    return NO_ROOM.contains(code)
        || (code.equals("OperationNotAllowed")
            && message.toLowerCase(Locale.ROOT).contains("quota"));
  }

  private static String detail(String code, String message) {
    return message.isEmpty() ? code : code + ": " + message;
  }
}
