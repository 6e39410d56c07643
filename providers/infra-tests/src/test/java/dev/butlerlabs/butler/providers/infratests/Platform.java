package dev.butlerlabs.butler.providers.infratests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.providers.aws.infrastructure.AwsInfrastructure;
import dev.butlerlabs.butler.providers.azure.infrastructure.AzureInfrastructure;
import dev.butlerlabs.butler.providers.gcp.infrastructure.GcpInfrastructure;
import dev.butlerlabs.butler.providers.harvester.infrastructure.HarvesterInfrastructure;
import dev.butlerlabs.butler.providers.nutanix.infrastructure.NutanixInfrastructure;
import dev.butlerlabs.butler.providers.proxmox.infrastructure.ProxmoxInfrastructure;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The six platforms, Harvester in both ways, each with settings as users would write them. */
enum Platform {
  PROXMOX,
  NUTANIX,
  KUBEVIRT,
  HARVESTER,
  AWS,
  GCP,
  AZURE;

  /** Stands in every secret value of the fixtures. */
  static final String CANARY = "canary-";

  private static final ObjectMapper WIRE = WireFormat.mapper();

  /** Draws for it; the namespace is where a provider that wants one of its own runs. */
  Infrastructure infrastructure(String controllerNamespace) {
    return switch (this) {
      case PROXMOX -> new ProxmoxInfrastructure();
      case NUTANIX -> new NutanixInfrastructure();
      case KUBEVIRT, HARVESTER -> new HarvesterInfrastructure();
      case AWS -> new AwsInfrastructure(controllerNamespace);
      case GCP -> new GcpInfrastructure();
      case AZURE -> new AzureInfrastructure();
    };
  }

  /** Only what must be there. */
  ProviderConfigSpec minimal() {
    return WIRE.convertValue(fixture().get("minimal"), ProviderConfigSpec.class);
  }

  /** Everything that may be there. */
  ProviderConfigSpec full() {
    return WIRE.convertValue(fixture().get("full"), ProviderConfigSpec.class);
  }

  InfrastructureOverride override() {
    return WIRE.convertValue(fixture().get("override"), InfrastructureOverride.class);
  }

  /** Another image than the ProviderConfig's, in the platform's own terms. */
  String image() {
    return fixture().get("image").asText();
  }

  CredentialsSecret credentials() {
    return credentials(UnaryOperator.identity());
  }

  /** What is in the Secret. */
  Map<String, String> secret() {
    var values = new HashMap<String, String>();
    fixture()
        .get("credentials")
        .properties()
        .forEach(entry -> values.put(entry.getKey(), entry.getValue().asText()));
    return values;
  }

  /** The same Secret, with every value changed. */
  CredentialsSecret credentials(UnaryOperator<String> change) {
    var values = secret();
    values.replaceAll((_, value) -> change.apply(value));
    var key = fixture().path("key").asText("");
    return new CredentialsSecret(
        "account", "butler-system", key.isEmpty() ? null : key, Credentials.of(values));
  }

  private JsonNode fixture() {
    var file = "/platforms/%s.json".formatted(name().toLowerCase(Locale.ROOT));
    try (var stream = Platform.class.getResourceAsStream(file)) {
      return WIRE.readTree(stream);
    } catch (IOException failed) {
      throw new UncheckedIOException("cannot read " + file, failed);
    }
  }
}
