package dev.butlerlabs.butler.providers.machines.account;

import dev.butlerlabs.butler.api.ProviderRef;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What is looked at, and how one leads to another.
 *
 * @param byConfig MachineRequests by their ProviderConfig
 */
public record Kinds(
    Kind<MachineRequest> requests, Kind<ProviderConfig> configs, Index<MachineRequest> byConfig) {

  /**
   * The usual kinds.
   *
   * @param namespace the only one to look at, or empty for all
   */
  public static Kinds in(String namespace) {
    var requests = Kind.of(MachineRequest.class).in(namespace);
    var index =
        new Index<>(
            requests,
            "provider-config",
            request ->
                request.getSpec() == null ? List.of() : List.of(configOf(request).toString()));
    return new Kinds(requests, Kind.of(ProviderConfig.class).in(namespace), index);
  }

  public static ObjectKey keyOf(HasMetadata object) {
    var meta = object.getMetadata();
    return new ObjectKey(meta.getNamespace(), meta.getName());
  }

  /** The ProviderConfig a request names; in its own namespace unless it says otherwise. */
  public static ObjectKey configOf(MachineRequest request) {
    return key(
        Objects.requireNonNull(request.getSpec()).providerRef(),
        request.getMetadata().getNamespace());
  }

  private static ObjectKey key(ProviderRef ref, String home) {
    return new ObjectKey(orElse(ref.namespace(), home), ref.name());
  }

  static String orElse(@Nullable String text, String other) {
    return text == null || text.isEmpty() ? other : text;
  }
}
