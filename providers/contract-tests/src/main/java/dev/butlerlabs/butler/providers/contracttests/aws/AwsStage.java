package dev.butlerlabs.butler.providers.contracttests.aws;

import dev.butlerlabs.butler.providers.aws.machines.AwsProvider;
import dev.butlerlabs.butler.providers.contracttests.Accounts;
import dev.butlerlabs.butler.providers.contracttests.PageWatch;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.simulators.aws.AwsStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.spi.Account;
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

  public static final String ROLE = "arn:aws:iam::123456789012:role/butler";
  private static final String NEXT_KEY = "ASIACANARYKEYID00002";
  private static final String KEY = "AKIACANARYKEYID00001";
  private static final String SECRET = "canary/secret+of/the/access+key";

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final AwsStandIn aws = AwsStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final String image;
  private final boolean inRole;

  public AwsStage() {
    this(false);
  }

  /**
   * A region, and who works in it.
   *
   * @param inRole the owner of the key may take on a role and nothing else
   */
  public AwsStage(boolean inRole) {
    this.inRole = inRole;
    aws.key(KEY, SECRET, "");
    image = aws.image("talos", "x86_64", 10);
    if (inRole) {
      aws.role(ROLE, KEY);
    }
  }

  /** Which lists were read further than their first page. */
  public static PageWatch pages() {
    return new PageWatch(
        request -> {
          var fields = Request.fields(request.text());
          return fields.containsKey("NextToken") || fields.containsKey("Marker");
        },
        request -> Request.fields(request.text()).getOrDefault("Action", ""));
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
    all.put("endpoint", aws.uri().toString());
    if (inRole) {
      all.put("roleArn", ROLE);
    }
    var section = new HashMap<String, Object>();
    section.put("region", AwsStandIn.REGION);
    section.put("vpcID", AwsStandIn.VPC);
    section.put("subnetIDs", List.of("subnet-0a", "subnet-0b"));
    section.put("securityGroupIDs", List.of("sg-0a"));
    section.put("ami", image);
    section.putAll(settings);
    return Accounts.of("aws", section, all, aws.authorityPem());
  }

  /** From a lasting key to one of a session; those that the lasting one began end too. */
  @Override
  public Account rotate() {
    aws.revoke(KEY);
    aws.endSessions();
    aws.key(NEXT_KEY, "canary-next-secret", "canary-session-token");
    if (inRole) {
      aws.role(ROLE, NEXT_KEY);
    }
    return account(
        Map.of(),
        Map.of(
            "accessKeyId", NEXT_KEY,
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

  /**
   * Nearly all calls are POSTs; what only looks is called Describe or Get, and a session is no
   * change.
   */
  @Override
  public List<String> calls() {
    return aws.calls().stream()
        .map(action -> (action.matches("(Describe|Get).*|AssumeRole") ? "GET " : "POST ") + action)
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
