package dev.butlerlabs.butler.providers.infratests;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.providers.spi.infrastructure.NodeAddressing;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder.Endpoint;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** An order of one platform, changed step by step. */
final class Edits {

  private List<Pool> pools;
  private @Nullable Endpoint endpoint;
  private ProviderConfigSpec platform;
  private CredentialsSecret credentials;
  private NodeAddressing addressing;
  private String name;
  private final WorkerOrder base;

  private Edits(WorkerOrder base) {
    this.base = base;
    this.name = base.name();
    this.pools = base.pools();
    this.endpoint = base.endpoint();
    this.platform = base.platform();
    this.credentials = base.credentials();
    this.addressing = base.addressing();
  }

  /** With the least settings, one pool of rocky, no endpoint and no override. */
  static Edits of(Platform platform) {
    return new Edits(Orders.matrix(platform, "team-a-demo").getFirst());
  }

  Edits name(String changed) {
    name = changed;
    return this;
  }

  Edits pools(Pool... changed) {
    pools = List.of(changed);
    return this;
  }

  Edits endpoint(String host) {
    endpoint = new Endpoint(host, 6443);
    return this;
  }

  Edits platform(ProviderConfigSpec changed) {
    platform = changed;
    return this;
  }

  /** Another value in one of the ProviderConfig's sections. */
  Edits setting(String section, String field, String value) {
    var mapper = WireFormat.mapper();
    var spec = mapper.<ObjectNode>valueToTree(platform);
    spec.withObjectProperty(section).put(field, value);
    platform = mapper.convertValue(spec, ProviderConfigSpec.class);
    return this;
  }

  Edits secret(Map<String, String> values) {
    credentials = new CredentialsSecret("account", "butler-system", null, Credentials.of(values));
    return this;
  }

  Edits addressing(NodeAddressing changed) {
    addressing = changed;
    return this;
  }

  WorkerOrder order() {
    return new WorkerOrder(
        name,
        base.namespace(),
        base.owner(),
        base.version(),
        pools,
        endpoint,
        platform,
        credentials,
        null,
        addressing);
  }
}
