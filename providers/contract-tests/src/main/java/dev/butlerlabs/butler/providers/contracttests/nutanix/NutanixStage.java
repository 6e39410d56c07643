package dev.butlerlabs.butler.providers.contracttests.nutanix;

import dev.butlerlabs.butler.providers.contracttests.Accounts;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.nutanix.machines.NutanixProvider;
import dev.butlerlabs.butler.providers.simulators.nutanix.PrismStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A Prism Central with one cluster, a subnet whose addresses it gives, and an image. */
public final class NutanixStage implements Stage {

  private static final String PASSWORD = "canary-password-of-butler";

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final PrismStandIn prism = PrismStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final String cluster = prism.cluster("pe-1");
  private final String fast = prism.container("fast");
  private final Map<String, Object> settings = new HashMap<>();

  public NutanixStage() {
    this("v3");
  }

  /**
   * As seen through one of Prism's APIs.
   *
   * @param api v3 or v4
   */
  public NutanixStage(String api) {
    settings.put("apiVersion", api);
    prism.user("butler", PASSWORD);
    prism.image("talos", 10);
    settings.put("endpoint", prism.uri().toString());
    settings.put("clusterUUID", cluster);
    settings.put("subnetUUID", prism.subnet("vlan40", cluster, "10.9.8.1", "10.9.8.2"));
    settings.put("imageUUID", "talos");
  }

  public PrismStandIn prism() {
    return prism;
  }

  public String cluster() {
    return cluster;
  }

  /** A setting of the ProviderConfig from now on. */
  public void set(String field, Object value) {
    settings.put(field, value);
  }

  @Override
  public SteppedTimeline time() {
    return time;
  }

  @Override
  public Provider provider() {
    return new NutanixProvider(time, null, Duration.ofSeconds(60));
  }

  @Override
  public Account account() {
    return account(Map.of("username", "butler", "password", PASSWORD));
  }

  public Account account(Map<String, String> secret) {
    return Accounts.of("nutanix", settings, secret, prism.authorityPem());
  }

  @Override
  public Account rotate() {
    prism.user("butler", "canary-next-password");
    return account(Map.of("NUTANIX_USER", "butler", "NUTANIX_PASSWORD", "canary-next-password"));
  }

  @Override
  public void forbid() {
    var held = new HashSet<>(prism.allPermissions());
    held.remove("Create_Virtual_Machine");
    prism.permissions(held);
  }

  @Override
  public String image() {
    return "talos";
  }

  @Override
  public String storageClass() {
    return fast;
  }

  @Override
  public void room(boolean there) {
    prism.room(there);
  }

  @Override
  public void foreign(String name) {
    prism.foreign(name, cluster);
  }

  @Override
  public void make(MischiefMaker mischief) {
    prism.make(mischief);
  }

  @Override
  public List<String> calls() {
    return prism.calls();
  }

  /** Lists are asked for with a POST in v3. */
  @Override
  public boolean reads(String call) {
    return call.startsWith("GET ") || call.matches("POST /api/nutanix/v3/\\w+/list");
  }

  @Override
  public List<OnPlatform> machines() {
    return prism.machines().stream()
        .map(
            seen ->
                new OnPlatform(
                    seen.name(),
                    seen.cpu(),
                    seen.memoryMiB(),
                    seen.disksGiB(),
                    seen.running(),
                    seen.description(),
                    Map.of(
                        "uuid", seen.uuid(),
                        "containers", seen.containers().toString(),
                        "addresses", seen.addresses().toString(),
                        "categories", seen.categories().toString())))
        .toList();
  }

  @Override
  public Set<String> things() {
    return prism.things();
  }

  @Override
  public void powerOff(String name) {
    prism.powerOff(name);
  }

  @Override
  public void vanish(String name) {
    prism.vanish(name);
  }

  @Override
  public String userDataRead(String name) {
    return prism.userDataRead(name);
  }

  @Override
  public void close() {
    prism.close();
  }
}
