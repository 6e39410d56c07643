package dev.butlerlabs.butler.providers.contracttests.harvester;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.harvester.machines.HarvesterProvider;
import dev.butlerlabs.butler.providers.simulators.harvester.HarvesterStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A namespace of a Harvester cluster with an image, a network and an account. */
public final class HarvesterStage implements Stage {

  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String FIRST = "butler";
  private static final String USUAL = "harvester-longhorn";
  private static final long GIB = 1L << 30;

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final KubernetesClient admin;
  private final String namespace;
  private final HarvesterStandIn harvester;
  private final Quota quota;
  private final Keys keys;
  private final String token;

  HarvesterStage(TestCluster cluster) {
    this(cluster.client(), cluster.freshNamespace());
  }

  /**
   * Harvester's kinds on that API server.
   *
   * @param admin an administrator's client
   * @param namespace there is one of that name, and nobody else uses it
   */
  public HarvesterStage(KubernetesClient admin, String namespace) {
    this.admin = admin;
    this.namespace = namespace;
    quota = new Quota(admin, namespace);
    storageClass(USUAL, true);
    storageClass("fast", false);
    Await.untilTrue("disks have a usual class", PATIENCE, () -> quota.usualClass().equals(USUAL));
    harvester = HarvesterStandIn.start(time, admin, namespace, MischiefMaker.none(), Instant.now());
    harvester.image("talos");
    harvester.network("vlan17");
    keys = new Keys(admin, namespace);
    token = keys.issue(FIRST);
  }

  private void storageClass(String name, boolean usual) {
    admin
        .resource(
            new StorageClassBuilder()
                .withNewMetadata()
                .withName(name)
                .addToAnnotations(
                    "storageclass.kubernetes.io/is-default-class", Boolean.toString(usual))
                .endMetadata()
                .withProvisioner("driver.longhorn.io")
                .build())
        .serverSideApply();
  }

  HarvesterStandIn harvester() {
    return harvester;
  }

  KubernetesClient admin() {
    return admin;
  }

  String namespace() {
    return namespace;
  }

  String token() {
    return token;
  }

  @Override
  public SteppedTimeline time() {
    return time;
  }

  @Override
  public Provider provider() {
    return new HarvesterProvider(null, Duration.ofMinutes(1));
  }

  @Override
  public Account account() {
    return account(Map.of("kubeconfig", kubeconfig(token)), null);
  }

  Account account(Map<String, String> secret, @Nullable String key) {
    var spec =
        Map.of(
            "provider",
            "harvester",
            "credentialsRef",
            key == null ? Map.of("name", "hv") : Map.of("name", "hv", "key", key),
            "harvester",
            Map.of(
                "namespace", namespace,
                "networkName", namespace + "/vlan17",
                "imageName", namespace + "/talos"));
    return new Account(
        new ObjectKey("butler-system", "hv"),
        WireFormat.mapper().convertValue(spec, ProviderConfigSpec.class),
        Credentials.of(secret));
  }

  String kubeconfig(String bearer) {
    return """
    apiVersion: v1
    kind: Config
    current-context: canary-of-the-account
    contexts: [{name: canary-of-the-account, context: {cluster: harvester, user: butler}}]
    clusters:
    - name: harvester
      cluster: {server: "%s", certificate-authority-data: "%s"}
    users:
    - name: butler
      user: {token: "%s"}
    """
        .formatted(
            harvester.uri(),
            Base64.getEncoder().encodeToString(harvester.authorityPem().getBytes(UTF_8)),
            bearer);
  }

  @Override
  public Account rotate() {
    var next = keys.issue("next");
    keys.revoke(FIRST, token);
    return account(Map.of("kubeconfig", kubeconfig(next)), null);
  }

  @Override
  public void forbid() {
    keys.forbid(FIRST);
  }

  /** The account may not look at hosts any more. */
  void hideHosts() {
    keys.hideHosts(FIRST);
  }

  @Override
  public String image() {
    return namespace + "/talos";
  }

  @Override
  public String storageClass() {
    return "fast";
  }

  @Override
  public void room(boolean there) {
    if (there) {
      quota.lift();
    } else {
      quota.tighten();
    }
    Await.untilTrue("the quota counts, or does not", PATIENCE, () -> quota.fits() == there);
  }

  @Override
  public void foreign(String name) {
    harvester.foreign(name);
  }

  @Override
  public void make(MischiefMaker mischief) {
    harvester.make(mischief);
  }

  @Override
  public List<String> calls() {
    return harvester.calls();
  }

  /** Who asks what it may do posts a question and changes nothing. */
  @Override
  public boolean reads(String call) {
    return call.startsWith("GET ") || call.contains("/selfsubject");
  }

  @Override
  public List<OnPlatform> machines() {
    var running =
        harvester.instances().stream()
            .filter(guest -> guest.at("/status/phase").asText().equals("Running"))
            .map(HarvesterStage::name)
            .collect(Collectors.toSet());
    var disks = harvester.claims();
    return harvester.machines().stream().map(one -> shown(one, running, disks)).toList();
  }

  private static String name(JsonNode object) {
    return object.at("/metadata/name").asText();
  }

  private static OnPlatform shown(
      JsonNode machine, Set<String> running, List<? extends JsonNode> all) {
    var domain = machine.at("/spec/template/spec/domain");
    var cpu = domain.path("cpu");
    var claims = new TreeSet<String>();
    machine
        .at("/spec/template/spec/volumes")
        .forEach(volume -> claims.add(volume.at("/persistentVolumeClaim/claimName").asText()));
    var disks =
        all.stream()
            .filter(claim -> claims.contains(name(claim)))
            .map(claim -> claim.at("/spec/resources/requests/storage").asText())
            .map(size -> (int) (bytes(size) / GIB))
            .toList();
    return new OnPlatform(
        name(machine),
        cpu.path("cores").asInt() * cpu.path("sockets").asInt() * cpu.path("threads").asInt(),
        (int) (bytes(domain.at("/memory/guest").asText("0")) >> 20),
        disks,
        running.contains(name(machine)),
        machine.at("/metadata/labels").toString(),
        Map.of("spec", machine.path("spec").toString()));
  }

  private static long bytes(String quantity) {
    return quantity.isEmpty()
        ? 0
        : Quantity.getAmountInBytes(Quantity.parse(quantity)).longValueExact();
  }

  @Override
  public Set<String> things() {
    var things = new TreeSet<String>();
    harvester.claims().forEach(claim -> things.add("disk " + name(claim)));
    harvester.balancers().forEach(one -> things.add("balancer " + name(one)));
    harvester.images().forEach(one -> things.add("image " + name(one)));
    admin
        .secrets()
        .inNamespace(namespace)
        .list()
        .getItems()
        .forEach(secret -> things.add("secret " + secret.getMetadata().getName()));
    return things;
  }

  @Override
  public void powerOff(String name) {
    harvester.powerOff(name);
  }

  /** The disks stay behind, as when somebody uses kubectl. */
  @Override
  public void vanish(String name) {
    harvester.vanish(name);
  }

  @Override
  public String userDataRead(String name) {
    return harvester.userDataRead(name);
  }

  @Override
  public void close() {
    harvester.close();
  }
}
