package dev.butlerlabs.butler.providers.azure.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureFaultsTest {

  private static final Fault USUAL = new Fault.Unavailable("make machine cp-0", "as usual");

  @ParameterizedTest
  @CsvSource({
    "403, AuthorizationFailed, no, Forbidden",
    "403, LinkedAuthorizationFailed, no, Forbidden",
    "403, RequestDisallowedByPolicy, no, Invalid",
    "404, ResourceGroupNotFound, no, NotFound",
    "404, PlatformImageNotFound, no, NotFound",
    "400, InvalidResourceReference, no, NotFound",
    "409, QuotaExceeded, no, Quota",
    "409, OperationNotAllowed, exceeding approved cores quota, Quota",
    "409, OperationNotAllowed, the disk is attached, Busy",
    "409, SkuNotAvailable, no, Quota",
    "400, SubnetIsFull, no, Quota",
    "400, NicInUse, no, Busy",
    "400, NicReservedForAnotherVm, no, Busy",
    "409, AnotherOperationInProgress, no, Busy",
    "412, PreconditionFailed, no, Busy",
    "400, InvalidParameter, no, Invalid",
    "500, InternalServerError, no, Unavailable",
    "429, SubscriptionRequestsThrottled, no, Unavailable",
    "404, '', not from Azure, Unavailable"
  })
  void faultsAreToldApartByTheirCode(int status, String code, String words, String kind) {
    var fault = AzureFaults.of("make machine cp-0", status, code, words, "", USUAL);

    assertThat(fault.getClass().getSimpleName()).isEqualTo(kind);
  }

  @ParameterizedTest
  @CsvSource({
    "AllocationFailed, Quota",
    "ZonalAllocationFailed, Quota",
    "OverconstrainedZonalAllocationRequest, Quota",
    "OSProvisioningTimedOut, Failed"
  })
  void workThatFailedIsToldApartToo(String code, String kind) {
    assertThat(AzureFaults.failed("make machine cp-0", code, "no").getClass().getSimpleName())
        .isEqualTo(kind);
  }

  @Test
  void onlyAzureItselfSaysThatSomethingIsAbsent() {
    assertThat(AzureFaults.absent(404, "ResourceNotFound")).isTrue();
    assertThat(AzureFaults.absent(404, "")).isFalse();
    assertThat(AzureFaults.absent(404, "ResourceGroupNotFound")).isFalse();
    assertThat(AzureFaults.absent(400, "ResourceNotFound")).isFalse();
  }
}
