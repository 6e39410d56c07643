package dev.butlerlabs.butler.providers.simulators.aws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ImportsTest {

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final AwsStandIn aws = AwsStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Caller caller =
      new Caller(
          aws.uri(), aws.authorityPem(), time, Map.of("id", "AKIAEXAMPLE", "secret", "s3cret"));

  @BeforeEach
  void furnish() {
    aws.key("AKIAEXAMPLE", "s3cret", "");
    aws.file("bucket", "talos.raw", 2, "");
  }

  @AfterEach
  void close() {
    caller.close();
    aws.close();
  }

  private String call(String action, String... fields) throws Exception {
    var all = new TreeMap<>(Map.of("Action", action, "Version", "2016-11-15"));
    for (var i = 0; i < fields.length; i += 2) {
      all.put(fields[i], fields[i + 1]);
    }
    HttpResponse<String> answer = caller.send(all);
    return answer.body();
  }

  private String begin(String token, String key) throws Exception {
    return call(
        "ImportSnapshot",
        "ClientToken",
        token,
        "DiskContainer.Format",
        "RAW",
        "DiskContainer.UserBucket.S3Bucket",
        "bucket",
        "DiskContainer.UserBucket.S3Key",
        key);
  }

  private static String text(String answer, String element) {
    var match = Pattern.compile("<" + element + ">([^<]*)<").matcher(answer);
    return match.find() ? match.group(1) : "";
  }

  private String snapshot() throws Exception {
    begin("a", "talos.raw");
    time.advance(Duration.ofSeconds(70));
    return text(call("DescribeImportSnapshotTasks"), "snapshotId");
  }

  private String register(String name, String snapshot) throws Exception {
    return call(
        "RegisterImage",
        "Name",
        name,
        "Architecture",
        "x86_64",
        "RootDeviceName",
        "/dev/xvda",
        "BlockDeviceMapping.1.DeviceName",
        "/dev/xvda",
        "BlockDeviceMapping.1.Ebs.SnapshotId",
        snapshot);
  }

  @Test
  void theSameTokenImportsOnceAndAnotherOrderUnderItIsRefused() throws Exception {
    var first = text(begin("a", "talos.raw"), "importTaskId");

    assertThat(text(begin("a", "talos.raw"), "importTaskId")).isEqualTo(first);
    assertThat(begin("a", "other.raw")).contains("IdempotentParameterMismatch");
    assertThat(text(begin("b", "talos.raw"), "importTaskId")).isNotEqualTo(first);
  }

  @Test
  void anImportIsShownLateAndBecomesASnapshot() throws Exception {
    begin("a", "talos.raw");
    assertThat(call("DescribeImportSnapshotTasks")).doesNotContain("import-snap-");
    time.advance(Duration.ofSeconds(20));
    assertThat(text(call("DescribeImportSnapshotTasks"), "status")).isEqualTo("active");
    time.advance(Duration.ofSeconds(50));

    assertThat(text(call("DescribeImportSnapshotTasks"), "status")).isEqualTo("completed");
    assertThat(call("DescribeSnapshots")).contains("<volumeSize>2<");
  }

  @Test
  void aFileThatIsNotThereEndsTheImportWithItsReason() throws Exception {
    begin("a", "missing.raw");
    time.advance(Duration.ofSeconds(61));
    assertThat(text(call("DescribeImportSnapshotTasks"), "status")).isEqualTo("deleting");
    time.advance(Duration.ofSeconds(20));

    var answer = call("DescribeImportSnapshotTasks");
    assertThat(text(answer, "status")).isEqualTo("deleted");
    assertThat(text(answer, "statusMessage")).contains("missing.raw");
    assertThat(aws.snapshots()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "DiskContainer.Colour, red, UnknownParameter",
    "TagSpecification.1.ResourceType, planet, InvalidParameterValue",
    "DiskContainer.Format, QCOW2, InvalidParameter",
  })
  void whatEc2DoesNotTakeIsRefused(String parameter, String value, String code) throws Exception {
    assertThat(call("ImportSnapshot", parameter, value)).contains("<Code>" + code + "<");
  }

  @Test
  void aNameIsTakenOnceAndASnapshotInUseStays() throws Exception {
    var snapshot = snapshot();
    var image = text(register("talos", snapshot), "imageId");

    assertThat(image).startsWith("ami-");
    assertThat(register("talos", snapshot)).contains("InvalidAMIName.Duplicate");
    assertThat(register("x", snapshot)).contains("InvalidParameterValue");
    assertThat(register("other", "snap-00000000")).contains("InvalidSnapshot.NotFound");
    assertThat(call("DeleteSnapshot", "SnapshotId", snapshot)).contains("InvalidSnapshot.InUse");
    call("DeregisterImage", "ImageId", image);
    assertThat(call("DeleteSnapshot", "SnapshotId", snapshot)).contains("<return>true<");
    assertThat(aws.snapshots()).isEmpty();
  }

  @Test
  void aCancelledImportMakesNothing() throws Exception {
    var task = text(begin("a", "talos.raw"), "importTaskId");

    assertThat(text(call("CancelImportTask", "ImportTaskId", task), "previousState"))
        .isEqualTo("active");
    time.advance(Duration.ofMinutes(5));
    assertThat(text(call("DescribeImportSnapshotTasks"), "status")).isEqualTo("deleted");
    assertThat(call("CancelImportTask", "ImportTaskId", task)).contains("IncorrectState");
    assertThat(aws.snapshots()).isEmpty();
  }
}
