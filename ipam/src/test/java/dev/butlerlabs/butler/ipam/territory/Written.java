package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.NetworkPool;
import java.util.Arrays;
import java.util.List;

/** Objects as somebody wrote them, and what territory they make. */
final class Written {

  private Written() {}

  static NetworkPool pool(String name, String spec) {
    return object(NetworkPool.class, "butler-system", name, "spec: " + spec);
  }

  static ProviderConfig provider(String name, String network) {
    return object(
        ProviderConfig.class, "butler-system", name, "spec: {network: %s}".formatted(network));
  }

  static <T> T object(Class<T> type, String namespace, String name, String rest) {
    return WireFormat.serialization()
        .unmarshal(
            "metadata: {name: %s, namespace: %s}\n%s".formatted(name, namespace, rest), type);
  }

  /** Of a pool that nothing stands around. */
  static Territory alone(String spec) {
    return Territory.of(pool("lab", spec).getSpec(), Surroundings.none());
  }

  static Territory among(NetworkPool pool, NetworkPool... others) {
    return Territory.of(
        pool.getSpec(),
        Lookout.around(pool, Arrays.asList(others), List.of(), List.of(), List.of()));
  }
}
