package dev.butlerlabs.butler.api.catalog;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.addons.AddonDefinition;
import dev.butlerlabs.butler.api.addons.ManagementAddon;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.clusters.ClusterBootstrap;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlane;
import dev.butlerlabs.butler.api.controlplane.StewardControlPlaneTemplate;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.local.LocalCluster;
import dev.butlerlabs.butler.api.local.LocalMachine;
import dev.butlerlabs.butler.api.local.LocalMachineTemplate;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.KubeconfigGenerator;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicy;
import dev.butlerlabs.butler.api.tenancy.IdentityProvider;
import dev.butlerlabs.butler.api.tenancy.Team;
import dev.butlerlabs.butler.api.tenancy.User;
import dev.butlerlabs.butler.api.workspaces.Workspace;
import dev.butlerlabs.butler.api.workspaces.WorkspaceTemplate;
import java.util.List;

/** Every kind Butler owns. */
public final class Kinds {

  private Kinds() {}

  public static List<Class<? extends Resource<?, ?>>> all() {
    return List.of(
        AddonDefinition.class,
        ButlerConfig.class,
        ClusterBootstrap.class,
        ClusterCreationPolicy.class,
        DataStore.class,
        IdentityProvider.class,
        ImageSync.class,
        IPAllocation.class,
        KubeconfigGenerator.class,
        LoadBalancerRequest.class,
        LocalCluster.class,
        LocalMachine.class,
        LocalMachineTemplate.class,
        MachineRequest.class,
        ManagementAddon.class,
        NetworkPool.class,
        ProviderConfig.class,
        StewardControlPlane.class,
        StewardControlPlaneTemplate.class,
        Team.class,
        TenantAddon.class,
        TenantCluster.class,
        TenantControlPlane.class,
        User.class,
        Workspace.class,
        WorkspaceTemplate.class);
  }
}
