package dev.butlerlabs.butler.providers.contracttests.aws;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.aws.machines.AwsProvider;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.simulators.aws.AwsStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A region with two subnets and an image. */
public final class AwsStage implements Stage {

  private static final String KEY = "AKIACANARYKEYID00001";
  private static final String SECRET = "canary/secret+of/the/access+key";

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final AwsStandIn aws = AwsStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final String image;

  public AwsStage() {
    aws.key(KEY, SECRET, "");
    image = aws.image("talos", "x86_64", 10);
  }

  public String imageId() {
    return image;
  }

  public AwsStandIn aws() {
    return aws;
  }

  @Override
  public SteppedTimeline time() {
    return time;
  }

  @Override
  public Provider provider() {
    return new AwsProvider(time, null, Duration.ofSeconds(60));
  }

  @Override
  public Account account() {
    return account(Map.of());
  }

  /** With these settings beside the usual ones. */
  public Account account(Map<String, Object> settings) {
    return account(settings, Map.of("accessKeyID", KEY, "secretAccessKey", SECRET));
  }

  public Account account(Map<String, Object> settings, Map<String, String> secret) {
    var all = new HashMap<>(secret);
    all.put("ca.crt", aws.authorityPem());
    all.put("endpoint", aws.uri().toString());
    var section = new HashMap<String, Object>();
    section.put("region", AwsStandIn.REGION);
    section.put("vpcID", AwsStandIn.VPC);
    section.put("subnetIDs", List.of("subnet-0a", "subnet-0b"));
    section.put("securityGroupIDs", List.of("sg-0a"));
    section.put("ami", image);
    section.putAll(settings);
    var spec =
        WireFormat.mapper()
            .convertValue(Map.of("provider", "aws", "aws", section), ProviderConfigSpec.class);
    return new Account(new ObjectKey("butler-system", "aws"), spec, Credentials.of(all));
  }

  /** From a lasting key to one of a session. */
  @Override
  public Account rotate() {
    aws.revoke(KEY);
    aws.key("ASIACANARYKEYID00002", "canary-next-secret", "canary-session-token");
    return account(
        Map.of(),
        Map.of(
            "accessKeyId", "ASIACANARYKEYID00002",
            "secretAccessKey", "canary-next-secret",
            "sessionToken", "canary-session-token"));
  }

  @Override
  public void forbid() {
    aws.forbid("ec2:RunInstances");
  }

  @Override
  public String image() {
    return "talos";
  }

  @Override
  public String storageClass() {
    return "gp2";
  }

  @Override
  public void room(boolean there) {
    aws.vcpuLimit(there ? 1000 : 1);
  }

  @Override
  public void foreign(String name) {
    aws.foreign(name);
  }

  @Override
  public void make(MischiefMaker mischief) {
    aws.make(mischief);
  }

  /** Nearly all calls are POSTs; what only looks is called Describe or Get. */
  @Override
  public List<String> calls() {
    return aws.calls().stream()
        .map(action -> (action.matches("(Describe|Get).*") ? "GET " : "POST ") + action)
        .toList();
  }

  @Override
  public List<OnPlatform> machines() {
    return aws.machines().stream()
        .map(
            seen ->
                new OnPlatform(
                    seen.tags().getOrDefault("Name", ""),
                    seen.cpu(),
                    seen.memoryMiB(),
                    seen.disksGiB(),
                    seen.running(),
                    seen.tags().toString(),
                    seen.order()))
        .toList();
  }

  @Override
  public Set<String> things() {
    return aws.things();
  }

  @Override
  public void powerOff(String name) {
    aws.powerOff(instance(name));
  }

  @Override
  public void vanish(String name) {
    aws.vanish(instance(name));
  }

  @Override
  public String userDataRead(String name) {
    return seen(name).userData();
  }

  public String instance(String name) {
    return seen(name).id();
  }

  public AwsStandIn.Seen seen(String name) {
    return aws.machines().stream()
        .filter(seen -> name.equals(seen.tags().get("Name")))
        .findFirst()
        .orElseThrow();
  }

  @Override
  public void close() {
    aws.close();
  }
}
