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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BalancingTest {

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final AwsStandIn aws = AwsStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Caller caller =
      new Caller(
          aws.uri(),
          aws.authorityPem(),
          time,
          Map.of("id", "AKIAEXAMPLE", "secret", "s3cret", "service", "elasticloadbalancing"));

  @BeforeEach
  void furnish() {
    aws.key("AKIAEXAMPLE", "s3cret", "");
  }

  @AfterEach
  void close() {
    caller.close();
    aws.close();
  }

  private HttpResponse<String> call(String action, String... fields) throws Exception {
    var all = new TreeMap<>(Map.of("Action", action, "Version", "2015-12-01"));
    for (var i = 0; i < fields.length; i += 2) {
      all.put(fields[i], fields[i + 1]);
    }
    return caller.send(all);
  }

  private HttpResponse<String> create(String... changes) throws Exception {
    var fields =
        new TreeMap<>(
            Map.of(
                "Name",
                "nlb",
                "Type",
                "network",
                "Scheme",
                "internal",
                "Subnets.member.1",
                "subnet-0a"));
    for (var i = 0; i < changes.length; i += 2) {
      fields.put(changes[i], changes[i + 1]);
    }
    return call(
        "CreateLoadBalancer",
        fields.entrySet().stream()
            .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
            .toArray(String[]::new));
  }

  private static void assertRefused(HttpResponse<String> answer, String code) {
    assertThat(answer.body()).contains("<ErrorResponse><Error><Type>Sender</Type><Code>" + code);
  }

  private static String find(String element, HttpResponse<String> answer) {
    var match = Pattern.compile("<" + element + ">([^<]+)<").matcher(answer.body());
    assertThat(match.find()).as(answer.body()).isTrue();
    return match.group(1);
  }

  @ParameterizedTest
  @CsvSource({
    "Colour,red,ValidationError",
    "Subnets.1,subnet-0a,ValidationError",
    "Scheme,hidden,ValidationError",
    "Tags.member.1.Value,v,ValidationError",
    "Name,a-name-that-is-longer-than-a-name-may-be,ValidationError",
    "Name,internal-nlb,ValidationError",
    "Subnets.member.1,subnet-0f,SubnetNotFound"
  })
  void whatTheModelDoesNotHaveIsRefusedInThisServicesShape(String field, String value, String code)
      throws Exception {
    assertRefused(create(field, value), code);
    assertThat(aws.balancers()).isEmpty();
  }

  @Test
  void aKeyNobodyKnowsIsRefused() throws Exception {
    aws.revoke("AKIAEXAMPLE");

    assertRefused(call("DescribeLoadBalancers"), "InvalidClientTokenId");
  }

  @Test
  void aNameIsGivenOnceAndTheSameOrderGivesTheSameBalancer() throws Exception {
    var first = find("LoadBalancerArn", create());

    assertThat(find("LoadBalancerArn", create())).isEqualTo(first);
    assertRefused(create("Scheme", "internet-facing"), "DuplicateLoadBalancerName");
    assertThat(aws.balancers()).hasSize(1);
  }

  @Test
  void aBalancerIsProvisionedAndThenActive() throws Exception {
    assertThat(create().body()).contains("<Code>provisioning</Code>");
    time.advance(Duration.ofMinutes(1));

    assertThat(call("DescribeLoadBalancers", "Names.member.1", "nlb").body())
        .contains("<Code>active</Code>");
    assertRefused(call("DescribeLoadBalancers", "Names.member.1", "other"), "LoadBalancerNotFound");
  }

  @Test
  void aGroupIsHeldByItsListenerAndForAWhileByADeletedBalancer() throws Exception {
    var balancer = find("LoadBalancerArn", create());
    var group =
        find(
            "TargetGroupArn",
            call(
                "CreateTargetGroup",
                "Name",
                "tg",
                "Protocol",
                "TCP",
                "Port",
                "6443",
                "VpcId",
                AwsStandIn.VPC,
                "TargetType",
                "ip"));
    call(
        "CreateListener",
        "LoadBalancerArn",
        balancer,
        "Protocol",
        "TCP",
        "Port",
        "6443",
        "DefaultActions.member.1.Type",
        "forward",
        "DefaultActions.member.1.TargetGroupArn",
        group);
    call("RegisterTargets", "TargetGroupArn", group, "Targets.member.1.Id", "10.0.1.9");
    assertRefused(
        call("RegisterTargets", "TargetGroupArn", group, "Targets.member.1.Id", "192.0.2.1"),
        "InvalidTarget");
    assertThat(aws.balancers().getFirst().serving()).containsExactly("6443 to 10.0.1.9:6443");
    assertRefused(call("DeleteTargetGroup", "TargetGroupArn", group), "ResourceInUse");

    call("DeleteLoadBalancer", "LoadBalancerArn", balancer);
    assertRefused(call("DeleteTargetGroup", "TargetGroupArn", group), "ResourceInUse");
    time.advance(Duration.ofMinutes(1));
    assertThat(call("DeleteTargetGroup", "TargetGroupArn", group).statusCode()).isEqualTo(200);
    assertThat(aws.things()).isEmpty();
  }
}
