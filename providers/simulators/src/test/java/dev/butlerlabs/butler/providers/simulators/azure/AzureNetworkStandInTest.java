package dev.butlerlabs.butler.providers.simulators.azure;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AzureNetworkStandInTest {

  private static final String ADDRESSES = "Microsoft.Network/publicIPAddresses";
  private static final String BALANCERS = "Microsoft.Network/loadBalancers";
  private static final String LB = AzureStandIn.id(BALANCERS, "lb");

  private final SteppedTimeline time = SteppedTimeline.atNewYear();
  private final AzureStandIn azure = AzureStandIn.start(time, MischiefMaker.none(), Instant.now());
  private final Caller caller = new Caller(azure);

  @BeforeEach
  void signIn() throws Exception {
    caller.signIn();
  }

  @AfterEach
  void close() {
    caller.close();
    azure.close();
  }

  private Caller.Told put(String kind, String name, String body) throws Exception {
    var told = caller.call("PUT", Caller.path(kind, name, Caller.NETWORK), body);
    time.advance(Duration.ofSeconds(5));
    return told;
  }

  private void addressIsThere() throws Exception {
    var told = put(ADDRESSES, "ip", address("Static"));
    assertThat(told.status()).isEqualTo(201);
  }

  private static String address(String method) {
    return """
        {"location": "westeurope", "sku": {"name": "Standard"},
         "properties": {"publicIPAllocationMethod": "%s"}}
        """
        .formatted(method);
  }

  private static ObjectNode balancer() throws Exception {
    return (ObjectNode)
        Caller.JSON.readTree(
            """
            {"location": "westeurope", "sku": {"name": "Standard"}, "properties": {
              "frontendIPConfigurations": [{"name": "f", "properties": {
                "publicIPAddress": {"id": "%1$s"}}}],
              "backendAddressPools": [{"name": "b"}],
              "probes": [{"name": "p", "properties": {"protocol": "Tcp", "port": 6443}}],
              "loadBalancingRules": [{"name": "r", "properties": {
                "frontendIPConfiguration": {"id": "%2$s/frontendIPConfigurations/f"},
                "backendAddressPool": {"id": "%2$s/backendAddressPools/b"},
                "probe": {"id": "%2$s/probes/p"},
                "protocol": "Tcp", "frontendPort": 6443, "backendPort": 6443}}]}}
            """
                .formatted(AzureStandIn.id(ADDRESSES, "ip"), LB));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/properties/probes/0/properties|protocol|\"Udp\"|InvalidParameter|Allowed values are",
        "/properties/probes/0/properties|port|\"6443\"|InvalidRequestFormat|Error converting value",
        "/properties/loadBalancingRules/0/properties|weight|1|InvalidRequestFormat|'weight'",
        "/properties/loadBalancingRules/0/properties/probe|id|\"/x\"|InvalidResourceReference|/x",
        "/sku|name|\"Basic\"|LoadBalancerAndPublicIPAddressSkuMismatch|must match"
      })
  void aBalancerThatTheDefinitionDoesNotAllowIsRefused(
      String at, String field, String value, String code, String words) throws Exception {
    addressIsThere();
    var body = balancer();
    ((ObjectNode) body.at(at)).set(field, Caller.JSON.readTree(value));

    var told = put(BALANCERS, "lb", body.toString());

    assertThat(told.status()).isEqualTo(400);
    assertThat(told.code()).isEqualTo(code);
    assertThat(told.words()).contains(words);
  }

  @Test
  void aStandardAddressIsStatic() throws Exception {
    assertThat(put(ADDRESSES, "ip", address("Dynamic")).code())
        .isEqualTo("StandardSkuPublicIPAddressesMustBeStatic");
  }

  @Test
  void anAddressInUseStays() throws Exception {
    addressIsThere();
    assertThat(put(BALANCERS, "lb", balancer().toString()).status()).isEqualTo(201);
    var path = Caller.path(ADDRESSES, "ip", Caller.NETWORK);
    assertThat(caller.call("DELETE", path, "").code()).isEqualTo("PublicIPAddressCannotBeDeleted");

    caller.call("DELETE", Caller.path(BALANCERS, "lb", Caller.NETWORK), "");
    time.advance(Duration.ofSeconds(5));

    assertThat(caller.call("DELETE", path, "").status()).isEqualTo(202);
  }

  @Test
  void aPoolByAddressNeedsItsNetwork() throws Exception {
    addressIsThere();
    put(BALANCERS, "lb", balancer().toString());

    var told =
        caller.call(
            "PUT",
            LB + "/backendAddressPools/b?api-version=2024-05-01",
            """
            {"properties": {"loadBalancerBackendAddresses": [
              {"name": "a", "properties": {"ipAddress": "10.40.0.9"}}]}}
            """);

    assertThat(told.code()).isEqualTo("BackendAddressMissingVirtualNetwork");
  }
}
