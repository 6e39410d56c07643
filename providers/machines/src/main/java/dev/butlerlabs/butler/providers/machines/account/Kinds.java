package dev.butlerlabs.butler.providers.machines.account;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.ImageSyncSpec;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestSpec;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.network.LoadBalancerRequestSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** What is looked at: ProviderConfigs, and all that is ordered through them. */
public record Kinds(
    Kind<ProviderConfig> configs,
    Orders<MachineRequest> machines,
    Orders<LoadBalancerRequest> balancers,
    Orders<ImageSync> images) {

  /**
   * The usual kinds.
   *
   * @param namespace the only one to look at, or empty for all
   */
  public static Kinds in(String namespace) {
    return new Kinds(
        Kind.of(ProviderConfig.class).in(namespace),
        Orders.of(
            MachineRequest.class,
            namespace,
            one -> Optional.ofNullable(one.getSpec()).map(MachineRequestSpec::providerRef)),
        Orders.of(
            LoadBalancerRequest.class,
            namespace,
            one ->
                Optional.ofNullable(one.getSpec()).map(LoadBalancerRequestSpec::providerConfigRef)),
        Orders.of(
            ImageSync.class,
            namespace,
            one -> Optional.ofNullable(one.getSpec()).map(ImageSyncSpec::providerConfigRef)));
  }

  public List<Orders<?>> orders() {
    return List.of(machines, balancers, images);
  }

  public static ObjectKey keyOf(HasMetadata object) {
    var meta = object.getMetadata();
    return new ObjectKey(meta.getNamespace(), meta.getName());
  }
}
