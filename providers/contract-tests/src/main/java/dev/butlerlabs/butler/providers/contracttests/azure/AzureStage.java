package dev.butlerlabs.butler.providers.contracttests.azure;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.providers.azure.machines.AzureProvider;
import dev.butlerlabs.butler.providers.azure.machines.Endpoints;
import dev.butlerlabs.butler.providers.contracttests.Accounts;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.simulators.azure.AzureStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A resource group with a subnet and a managed image. */
public final class AzureStage implements Stage {

  public static final String CLIENT = "0d1c2b3a-0000-4000-8000-5a6b7c8d9e0f";
  public static final String MACHINES = "Microsoft.Compute/virtualMachines";
  private static final String SECRET = "canary-secret-of-the-application";

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final AzureStandIn azure = AzureStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final AzureProvider provider =
      new AzureProvider(time, null, new Endpoints(azure.uri(), azure.uri()), Duration.ofMinutes(1));
  private final Map<String, Object> settings = new HashMap<>();

  public AzureStage() {
    azure.application(CLIENT, SECRET);
    azure.managedImage("talos", 4);
    settings.putAll(
        Map.of(
            "subscriptionID",
            AzureStandIn.SUBSCRIPTION,
            "resourceGroup",
            AzureStandIn.GROUP,
            "location",
            AzureStandIn.LOCATION,
            "vnetName",
            "lab",
            "subnetName",
            "machines",
            "imageURN",
            "talos"));
  }

  public AzureStandIn azure() {
    return azure;
  }

  /** Another setting of the ProviderConfig, for accounts asked for from now on. */
  public AzureStage with(String setting, String value) {
    settings.put(setting, value);
    return this;
  }

  public AzureStage without(String setting) {
    settings.remove(setting);
    return this;
  }

  @Override
  public SteppedTimeline time() {
    return time;
  }

  @Override
  public Provider provider() {
    return provider;
  }

  @Override
  public Account account() {
    return account(principal());
  }

  public Map<String, String> principal() {
    return Map.of("clientID", CLIENT, "clientSecret", SECRET, "tenantID", AzureStandIn.TENANT);
  }

  public Account account(Map<String, String> secret) {
    return Accounts.of("azure", settings, secret, azure.authorityPem());
  }

  @Override
  public Account rotate() {
    azure.revoke(CLIENT);
    azure.application("next-client", "canary-next-secret");
    return account(
        Map.of(
            "clientId", "next-client",
            "clientSecret", "canary-next-secret",
            "tenantId", AzureStandIn.TENANT));
  }

  @Override
  public void forbid() {
    azure.deny(Set.of("Microsoft.Compute/virtualMachines/write"));
  }

  @Override
  public String image() {
    return "talos";
  }

  @Override
  public String storageClass() {
    return "StandardSSD_LRS";
  }

  @Override
  public void room(boolean there) {
    azure.cores(there ? 350 : 3);
  }

  @Override
  public void foreign(String name) {
    azure.foreign(name);
  }

  @Override
  public void make(MischiefMaker mischief) {
    azure.make(mischief);
  }

  @Override
  public List<String> calls() {
    return azure.calls();
  }

  /** Signing in changes nothing, although it is posted. */
  @Override
  public boolean reads(String call) {
    return call.startsWith("GET ") || call.endsWith("/oauth2/v2.0/token");
  }

  @Override
  public List<OnPlatform> machines() {
    return azure.machines().stream()
        .map(
            seen ->
                new OnPlatform(
                    seen.name(),
                    seen.cpu(),
                    seen.memoryMiB(),
                    disks(seen.body()),
                    running(seen.body()),
                    seen.body().path("tags").toString(),
                    everything(seen.body())))
        .toList();
  }

  private static List<Integer> disks(JsonNode machine) {
    var sizes = new ArrayList<Integer>();
    var storage = machine.at("/properties/storageProfile");
    sizes.add(storage.at("/osDisk/diskSizeGB").asInt());
    storage.path("dataDisks").forEach(disk -> sizes.add(disk.path("diskSizeGB").asInt()));
    return sizes;
  }

  private static boolean running(JsonNode machine) {
    return machine.at("/properties/instanceView/statuses").toString().contains("running");
  }

  private static Map<String, String> everything(JsonNode machine) {
    var all = new HashMap<String, String>();
    machine.properties().forEach(field -> all.put(field.getKey(), field.getValue().toString()));
    return all;
  }

  @Override
  public Set<String> things() {
    return azure.things();
  }

  @Override
  public void powerOff(String name) {
    azure.powerOff(name);
  }

  @Override
  public void vanish(String name) {
    azure.vanish(name);
  }

  @Override
  public String userDataRead(String name) {
    return new String(Base64.getDecoder().decode(azure.customData(name)), UTF_8);
  }

  @Override
  public void close() {
    azure.close();
  }
}
