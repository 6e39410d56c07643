package dev.butlerlabs.butler.providers.aws.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.http.Answer;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwsFaultsTest {

  @ParameterizedTest
  @CsvSource({
    "AuthFailure,401,Unauthorized",
    "InvalidClientTokenId,403,Unauthorized",
    "RequestExpired,400,Unauthorized",
    "UnauthorizedOperation,403,Forbidden",
    "AccessDenied,403,Forbidden",
    "RequestLimitExceeded,503,Throttled",
    "Throttling,400,Throttled",
    "VcpuLimitExceeded,400,Quota",
    "InstanceLimitExceeded,400,Quota",
    "InsufficientInstanceCapacity,500,Quota",
    "InsufficientFreeAddressesInSubnet,400,Quota",
    "TooManyLoadBalancers,400,Quota",
    "IncorrectInstanceState,400,Busy",
    "IdempotentParameterMismatch,400,Busy",
    "InternalError,500,Unavailable",
    "SomethingNew,500,Unavailable",
    "InvalidAMIID.NotFound,400,NotFound",
    "InvalidSubnetID.NotFound,400,NotFound",
    "LoadBalancerNotFound,400,NotFound",
    "InvalidParameterValue,400,Invalid",
    "InvalidAMIID.Malformed,400,Invalid",
    "OperationNotPermitted,400,Invalid"
  })
  void codesAreSortedByWhatCanBeDone(String code, int status, String kind) {
    assertThat(AwsFaults.of("try", code, "words", status).getClass().getSimpleName())
        .isEqualTo(kind);
  }

  @Test
  void bothShapesOfErrorsAreRead() {
    var usual = new Fault.Unavailable("try", "no idea");
    var ec2 =
        "<Response><Errors><Error><Code>VcpuLimitExceeded</Code><Message>m</Message></Error>"
            + "</Errors></Response>";
    var others =
        "<ErrorResponse><Error><Type>Sender</Type><Code>AccessDenied</Code><Message>m</Message>"
            + "</Error></ErrorResponse>";

    assertThat(AwsFaults.read("try", new Answer.Reply(400, ec2), usual).fault())
        .isEqualTo(new Fault.Quota("try", "VcpuLimitExceeded: m"));
    assertThat(AwsFaults.read("try", new Answer.Reply(403, others), usual).fault())
        .isEqualTo(new Fault.Forbidden("try", "AccessDenied: m"));
    assertThat(AwsFaults.read("try", new Answer.Reply(503, "busy"), usual).fault())
        .isEqualTo(usual);
  }
}
