package dev.butlerlabs.butler.providers.simulators.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwsStandInTest {

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final AwsStandIn aws = AwsStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Caller caller = caller(time, Map.of());
  private String image = "";

  private Caller caller(InstantSource clock, Map<String, String> more) {
    var credentials = new TreeMap<>(Map.of("id", "AKIAEXAMPLE", "secret", "s3cret"));
    credentials.putAll(more);
    return new Caller(aws.uri(), aws.authorityPem(), clock, credentials);
  }

  @BeforeEach
  void furnish() {
    aws.key("AKIAEXAMPLE", "s3cret", "");
    image = aws.image("talos", "x86_64", 10);
  }

  @AfterEach
  void close() {
    caller.close();
    aws.close();
  }

  private Map<String, String> order() {
    return new TreeMap<>(
        Map.of(
            "Action", "RunInstances",
            "Version", "2016-11-15",
            "ImageId", image,
            "InstanceType", "m6i.large",
            "MinCount", "1",
            "MaxCount", "1",
            "SubnetId", "subnet-0a",
            "ClientToken", "one"));
  }

  private HttpResponse<String> run(String... changes) throws Exception {
    var order = order();
    for (var i = 0; i < changes.length; i += 2) {
      order.put(changes[i], changes[i + 1]);
    }
    return caller.send(order);
  }

  private HttpResponse<String> call(String action, String... fields) throws Exception {
    var all = new TreeMap<>(Map.of("Action", action, "Version", "2016-11-15"));
    for (var i = 0; i < fields.length; i += 2) {
      all.put(fields[i], fields[i + 1]);
    }
    return caller.send(all);
  }

  private static void assertRefused(HttpResponse<String> answer, int status, String code) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains("<Response><Errors><Error><Code>" + code + "</Code>");
  }

  private static String find(String pattern, String text) {
    var match = Pattern.compile(pattern).matcher(text);
    assertThat(match.find()).as("%s in %s", pattern, text).isTrue();
    return match.group(1);
  }

  @ParameterizedTest
  @CsvSource({
    "Colour,red,UnknownParameter",
    "BlockDeviceMapping.1.Ebs.Colour,red,UnknownParameter",
    "BlockDeviceMapping.Ebs.VolumeSize,8,UnknownParameter",
    "SubnetIds.1,subnet-0a,UnknownParameter",
    "MinCount,one,InvalidParameterValue",
    "DisableApiTermination,yes,InvalidParameterValue",
    "InstanceType,m6i.huge,InvalidParameterValue",
    "BlockDeviceMapping.1.Ebs.VolumeType,ssd,InvalidParameterValue",
    "MetadataOptions.HttpTokens,always,InvalidParameterValue",
    "UserData,***,InvalidParameterValue",
    "ImageId,talos,InvalidAMIID.Malformed",
    "ImageId,ami-0123456789abcdef0,InvalidAMIID.NotFound",
    "SubnetId,subnet-ff,InvalidSubnetID.NotFound",
    "SecurityGroupId.1,sg-ff,InvalidGroup.NotFound",
    "KeyName,nobodys,InvalidKeyPair.NotFound",
    "TagSpecification.1.ResourceType,vpc,InvalidParameterValue",
    "NetworkInterface.1.DeviceIndex,0,InvalidParameterCombination"
  })
  void whatTheModelDoesNotHaveIsRefusedInEc2sWords(String field, String value, String code)
      throws Exception {
    assertRefused(run(field, value), 400, code);
    assertThat(aws.machines()).isEmpty();
    assertThat(aws.things()).isEmpty();
  }

  @Test
  void aMissingParameterIsRefused() throws Exception {
    var order = order();
    order.remove("MinCount");

    var answer = caller.send(order);

    assertRefused(answer, 400, "MissingParameter");
    assertThat(answer.body()).contains("The request must contain the parameter MinCount");
  }

  @Test
  void anActionTheModelDoesNotHaveIsRefused() throws Exception {
    assertRefused(call("RunMachines"), 400, "InvalidAction");
    assertRefused(run("Version", "2020-01-01"), 400, "InvalidAction");
  }

  @Test
  void aWrongSignatureIsRefused() throws Exception {
    try (var wrong = caller(time, Map.of("secret", "guessed"));
        var elsewhere = caller(time, Map.of("region", "us-east-1"))) {
      assertRefused(wrong.send(order()), 403, "SignatureDoesNotMatch");
      assertRefused(elsewhere.send(order()), 403, "SignatureDoesNotMatch");
    }
    assertThat(aws.machines()).isEmpty();
  }

  @Test
  void aBodyThatWasChangedOnItsWayIsRefused() throws Exception {
    var order = order();
    order.put("InstanceType", "m6i.32xlarge");

    assertRefused(
        caller.send(Caller.form(order()), Caller.form(order)), 403, "SignatureDoesNotMatch");
  }

  @Test
  void anUnknownKeyAndAWrongSessionAreRefused() throws Exception {
    aws.key("ASIAEXAMPLE", "s3cret", "session");
    try (var unknown = caller(time, Map.of("id", "AKIANOBODY"));
        var withoutSession = caller(time, Map.of("id", "ASIAEXAMPLE"));
        var withSession = caller(time, Map.of("id", "ASIAEXAMPLE", "token", "session"))) {
      assertRefused(unknown.send(order()), 401, "AuthFailure");
      assertRefused(withoutSession.send(order()), 401, "AuthFailure");
      assertThat(withSession.send(order()).statusCode()).isEqualTo(200);
    }
  }

  @Test
  void anOldSignatureIsRefused() throws Exception {
    try (var late = caller(() -> time.instant().minus(Duration.ofMinutes(6)), Map.of())) {
      assertRefused(late.send(order()), 400, "RequestExpired");
    }
  }

  @Test
  void aMissingPermissionIsToldAndADryRunAsksForItToo() throws Exception {
    assertRefused(run("DryRun", "true"), 412, "DryRunOperation");
    assertThat(aws.machines()).isEmpty();
    aws.forbid("ec2:RunInstances");

    assertRefused(run(), 403, "UnauthorizedOperation");
    assertRefused(run("DryRun", "true"), 403, "UnauthorizedOperation");
  }

  @Test
  void taggingNeedsAPermissionOfItsOwn() throws Exception {
    aws.forbid("ec2:CreateTags");

    assertRefused(
        run(
            "TagSpecification.1.ResourceType",
            "instance",
            "TagSpecification.1.Tag.1.Key",
            "a",
            "TagSpecification.1.Tag.1.Value",
            "b"),
        403,
        "UnauthorizedOperation");
  }

  @Test
  void oneTokenMakesOneInstanceAndOnlyTheSameOne() throws Exception {
    var first = find("<instanceId>(i-[0-9a-f]+)</instanceId>", run().body());

    assertThat(run().body()).contains(first);
    assertThat(aws.machines()).hasSize(1);
    assertRefused(run("InstanceType", "m6i.xlarge"), 400, "IdempotentParameterMismatch");
    assertThat(run("ClientToken", "two").body()).doesNotContain(first);
    assertThat(aws.machines()).hasSize(2);
  }

  @Test
  void aNewInstanceIsShownLateAndATerminatedOneForAnHour() throws Exception {
    var id = find("<instanceId>(i-[0-9a-f]+)</instanceId>", run().body());
    assertThat(call("DescribeInstances").body()).doesNotContain(id);
    assertRefused(call("DescribeInstances", "InstanceId.1", id), 400, "InvalidInstanceID.NotFound");

    time.advance(Duration.ofSeconds(30));
    assertThat(call("DescribeInstances").body()).contains(id, "<name>running</name>");
    assertThat(aws.things()).hasSize(2);

    call("TerminateInstances", "InstanceId.1", id);
    assertThat(call("DescribeInstances").body()).contains("<name>shutting-down</name>");
    time.advance(Duration.ofSeconds(30));
    assertThat(call("DescribeInstances").body())
        .contains(id, "<name>terminated</name>")
        .doesNotContain("privateIpAddress");
    assertThat(aws.things()).isEmpty();

    time.advance(Duration.ofHours(1));
    assertThat(call("DescribeInstances").body()).doesNotContain(id);
  }

  @Test
  void limitsAreKept() throws Exception {
    aws.vcpuLimit(2);
    assertThat(run().statusCode()).isEqualTo(200);
    assertRefused(run("ClientToken", "two"), 400, "VcpuLimitExceeded");
    aws.vcpuLimit(100);
    aws.withoutCapacity(Set.of("eu-central-1a"));
    assertRefused(run("ClientToken", "two"), 500, "InsufficientInstanceCapacity");
    aws.throttle(1);
    assertRefused(run("ClientToken", "two"), 503, "RequestLimitExceeded");
  }

  @Test
  void disksAreAsEbsHasThem() throws Exception {
    assertRefused(
        run(
            "BlockDeviceMapping.1.DeviceName",
            "/dev/xvda",
            "BlockDeviceMapping.1.Ebs.VolumeSize",
            "8"),
        400,
        "InvalidBlockDeviceMapping");
    assertRefused(
        run(
            "BlockDeviceMapping.1.DeviceName",
            "/dev/sdf",
            "BlockDeviceMapping.1.Ebs.VolumeSize",
            "8",
            "BlockDeviceMapping.1.Ebs.VolumeType",
            "io2"),
        400,
        "MissingParameter");
    run(
        "BlockDeviceMapping.1.DeviceName",
        "/dev/sdf",
        "BlockDeviceMapping.1.Ebs.VolumeSize",
        "8",
        "BlockDeviceMapping.1.Ebs.DeleteOnTermination",
        "false");
    time.advance(Duration.ofSeconds(30));
    assertThat(aws.machines().getFirst().disksGiB()).containsExactlyInAnyOrder(10, 8);

    aws.vanish(aws.machines().getFirst().id());
    assertThat(aws.things()).hasSize(1);
  }

  @Test
  void listsComeInPages() throws Exception {
    aws.foreign("a");
    aws.foreign("b");
    aws.longestPage(1);

    var first = call("DescribeInstances", "MaxResults", "5");
    var token = find("<nextToken>([^<]+)</nextToken>", first.body());
    var second = call("DescribeInstances", "MaxResults", "5", "NextToken", token);

    assertThat(first.body()).contains("<value>a</value>").doesNotContain("<value>b</value>");
    assertThat(second.body()).contains("<value>b</value>", "<nextToken></nextToken>");
    assertRefused(call("DescribeInstances", "MaxResults", "2"), 400, "InvalidParameterValue");
    assertRefused(call("DescribeInstances", "NextToken", "guessed"), 400, "InvalidNextToken");
  }

  @Test
  void aFilterNobodyKnowsIsRefused() throws Exception {
    aws.foreign("a");

    assertRefused(
        call("DescribeInstances", "Filter.1.Name", "colour", "Filter.1.Value.1", "red"),
        400,
        "InvalidParameterValue");
  }

  @Test
  void aCutAfterTheFactLeavesTheFact() {
    aws.make(MischiefMaker.at(Map.of(1, Mischief.CUT_AFTER)));

    assertThatThrownBy(this::run).isInstanceOf(IOException.class);
    assertThat(aws.machines()).hasSize(1);
    assertThat(aws.calls()).containsExactly("RunInstances");
  }

  @Test
  void aCutBeforeTheFactLeavesNothing() {
    aws.make(MischiefMaker.at(Map.of(1, Mischief.CUT_BEFORE)));

    assertThatThrownBy(this::run).isInstanceOf(IOException.class);
    assertThat(aws.machines()).isEmpty();
  }
}
