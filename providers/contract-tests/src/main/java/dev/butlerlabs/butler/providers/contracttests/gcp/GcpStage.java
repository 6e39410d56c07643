package dev.butlerlabs.butler.providers.contracttests.gcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.providers.contracttests.Accounts;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.gcp.machines.Endpoints;
import dev.butlerlabs.butler.providers.gcp.machines.GcpProvider;
import dev.butlerlabs.butler.providers.simulators.gcp.GcpStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/** A project in one region with three zones, an image and its family. */
public final class GcpStage implements Stage {

  public static final String ACCOUNT = "butler@butler-test.iam.gserviceaccount.com";
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern TYPE = Pattern.compile("n2-(standard|highmem|highcpu)-(\\d+)");

  /** Making a key takes a while, and which one it is means nothing. */
  private static final SigningKey KEY = SigningKey.generate(KeyKind.RSA_2048, new SecureRandom());

  private static final SigningKey NEXT = SigningKey.generate(KeyKind.RSA_2048, new SecureRandom());

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final GcpStandIn gcp = GcpStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Map<String, Object> settings = new HashMap<>();

  public GcpStage() {
    gcp.key("canary-key-1", ACCOUNT, KEY.publicKey());
    gcp.image(GcpStandIn.PROJECT, "talos-1-9", "talos", 10);
    settings.put("projectID", GcpStandIn.PROJECT);
    settings.put("region", GcpStandIn.REGION);
    settings.put("network", "default");
    settings.put("subnetwork", "default");
    settings.put("imageFamily", "talos");
  }

  public GcpStandIn gcp() {
    return gcp;
  }

  /** Another setting of the ProviderConfig, for accounts asked for from now on. */
  public GcpStage with(String setting, Object value) {
    settings.put(setting, value);
    return this;
  }

  @Override
  public SteppedTimeline time() {
    return time;
  }

  @Override
  public Provider provider() {
    return new GcpProvider(
        time, null, new Endpoints(gcp.uri(), gcp.uri(), gcp.tokenUri()), Duration.ofSeconds(60));
  }

  @Override
  public Account account() {
    return account("serviceAccountKey", "canary-key-1", KEY);
  }

  public Account account(String spelling, String keyId, SigningKey key) {
    return Accounts.of("gcp", settings, Map.of(spelling, file(keyId, key)), gcp.authorityPem());
  }

  private String file(String keyId, SigningKey key) {
    return JSON.valueToTree(
            Map.of(
                "type",
                "service_account",
                "project_id",
                GcpStandIn.PROJECT,
                "private_key_id",
                keyId,
                "private_key",
                key.pem(),
                "client_email",
                ACCOUNT,
                "token_uri",
                "https://elsewhere.invalid/token"))
        .toPrettyString();
  }

  @Override
  public Account rotate() {
    gcp.revoke("canary-key-1");
    gcp.key("canary-key-2", ACCOUNT, NEXT.publicKey());
    return account("serviceAccount", "canary-key-2", NEXT);
  }

  @Override
  public void forbid() {
    gcp.withhold("compute.instances.create");
  }

  @Override
  public String image() {
    return "talos-1-9";
  }

  @Override
  public String storageClass() {
    return "pd-ssd";
  }

  @Override
  public void room(boolean there) {
    gcp.quota("CPUS", there ? 5000 : 3);
  }

  @Override
  public void foreign(String name) {
    gcp.foreign("europe-west1-c", name);
  }

  @Override
  public void make(MischiefMaker mischief) {
    gcp.make(mischief);
  }

  @Override
  public List<String> calls() {
    return gcp.calls();
  }

  /** The members of a group are asked for with a POST. */
  @Override
  public boolean reads(String call) {
    return call.startsWith("GET ") || call.endsWith("/listInstances");
  }

  @Override
  public List<OnPlatform> machines() {
    return gcp.machines().stream().map(GcpStage::seen).toList();
  }

  private static OnPlatform seen(JsonNode instance) {
    var type = instance.path("machineType").asText();
    var everything = new TreeMap<String, String>();
    instance.properties().forEach(field -> everything.put(field.getKey(), text(field.getValue())));
    return new OnPlatform(
        instance.path("name").asText(),
        cpus(type),
        cpus(type) * perCpu(type) * 1024,
        StreamSupport.stream(instance.path("disks").spliterator(), false)
            .map(disk -> disk.path("diskSizeGb").asInt())
            .toList(),
        instance.path("status").asText().equals("RUNNING"),
        instance.path("labels").toString(),
        everything);
  }

  private static String text(JsonNode value) {
    return value.isValueNode() ? value.asText() : value.toString();
  }

  private static int cpus(String type) {
    var match = TYPE.matcher(type);
    return match.find() ? Integer.parseInt(match.group(2)) : 2;
  }

  private static int perCpu(String type) {
    return type.contains("highmem") ? 8 : type.contains("highcpu") ? 1 : 4;
  }

  @Override
  public Set<String> things() {
    return gcp.things();
  }

  @Override
  public void powerOff(String name) {
    gcp.power(name, "TERMINATED");
  }

  @Override
  public void vanish(String name) {
    gcp.vanish(name);
  }

  @Override
  public String userDataRead(String name) {
    return gcp.userDataRead(name);
  }

  @Override
  public void close() {
    gcp.close();
  }
}
