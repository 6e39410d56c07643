package dev.butlerlabs.butler.steward.capi.plan;

import dev.butlerlabs.butler.api.controlplane.ControlPlaneDeployment;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneSettings;
import dev.butlerlabs.butler.api.controlplane.ControlPlaneSettings.Component;
import dev.butlerlabs.butler.api.steward.HostedDeployment;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The pods part of a {@link TenantOrder}: what stands by component is told by subject there. */
final class DeploymentOrder {

  private DeploymentOrder() {}

  static HostedDeployment of(
      @Nullable Integer replicas, ControlPlaneSettings settings, ControlPlaneDeployment pods) {
    var api = orSilent(settings.apiServer());
    var controllers = orSilent(settings.controllerManager());
    var scheduler = orSilent(settings.scheduler());
    var kine = settings.kine();
    return new HostedDeployment(
        replicas,
        new HostedDeployment.Registry(
            settings.registry(),
            api.containerImageName(),
            controllers.containerImageName(),
            scheduler.containerImageName(),
            null),
        pods.strategy(),
        pods.nodeSelector(),
        pods.tolerations(),
        pods.affinity(),
        pods.topologySpreadConstraints(),
        pods.runtimeClassName(),
        pods.serviceAccountName(),
        new HostedDeployment.Resources(
            api.resources(),
            controllers.resources(),
            scheduler.resources(),
            kine == null ? null : kine.resources()),
        new HostedDeployment.ExtraArgs(
            api.extraArgs(),
            controllers.extraArgs(),
            scheduler.extraArgs(),
            kine == null ? List.of() : kine.extraArgs()),
        pods.additionalMetadata(),
        pods.podAdditionalMetadata(),
        pods.extraInitContainers(),
        pods.extraContainers(),
        pods.extraVolumes(),
        new HostedDeployment.ExtraMounts(
            api.extraVolumeMounts(),
            controllers.extraVolumeMounts(),
            scheduler.extraVolumeMounts()));
  }

  private static Component orSilent(@Nullable Component component) {
    return Objects.requireNonNullElseGet(component, TenantOrder::silent);
  }
}
