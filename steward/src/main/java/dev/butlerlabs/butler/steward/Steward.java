package dev.butlerlabs.butler.steward;

import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.steward.approval.ApprovalReconciler;
import dev.butlerlabs.butler.steward.backup.BackupReconciler;
import dev.butlerlabs.butler.steward.capi.Clerk;
import dev.butlerlabs.butler.steward.capi.ControlPlaneReconciler;
import dev.butlerlabs.butler.steward.inside.AddOnReconciler;
import dev.butlerlabs.butler.steward.inside.TenantBasics;
import dev.butlerlabs.butler.steward.inside.TenantRewriting;
import dev.butlerlabs.butler.steward.kubeconfigs.GeneratorReconciler;
import dev.butlerlabs.butler.steward.plane.StoredTenants;
import dev.butlerlabs.butler.steward.plane.TenantControlPlaneReconciler;
import dev.butlerlabs.butler.steward.plane.Tools;
import dev.butlerlabs.butler.steward.store.DataStoreReconciler;
import dev.butlerlabs.butler.steward.store.DataStores;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.nio.file.Path;
import java.security.SecureRandom;
import org.jspecify.annotations.Nullable;

/** The controllers of Steward with what they share; closing lets go of the stores. */
public final class Steward implements AutoCloseable {

  private final DataStores stores;
  private final DataStoreReconciler storeReconciler;
  private final TenantControlPlaneReconciler planeReconciler;
  private final ControlPlaneReconciler clusterReconciler;
  private final AddOnReconciler addOnReconciler;
  private final ApprovalReconciler approvalReconciler;
  private final GeneratorReconciler generatorReconciler;
  private final BackupReconciler backupReconciler;

  /**
   * Nothing is asked of the cluster yet.
   *
   * @param tenants the ways into tenants; not closed here
   * @param identity of this process among its kind
   * @param dataStore the one of control planes that name none
   * @param tenantKey which kubeconfig of the admin Secret leads to tenants from here
   * @param backups folder in which tenants are saved; without one none is
   */
  public Steward(
      KubernetesClient client,
      Timeline timeline,
      TenantClients tenants,
      String identity,
      String dataStore,
      String tenantKey,
      @Nullable Path backups) {
    stores = new DataStores(client, timeline, new SecureRandom());
    storeReconciler = new DataStoreReconciler(client, stores, timeline);
    planeReconciler =
        new TenantControlPlaneReconciler(
            Tools.of(
                client,
                new StoredTenants(stores, dataStore),
                new TenantBasics(tenants),
                new TenantRewriting(tenants),
                timeline,
                identity,
                tenantKey));
    backupReconciler = new BackupReconciler(client, stores, backups, timeline, identity);
    clusterReconciler = new ControlPlaneReconciler(new Clerk(client, timeline));
    var watching = TenantSettings.usual("butler-steward").client();
    addOnReconciler = new AddOnReconciler(client, timeline, tenants, watching, tenantKey);
    approvalReconciler =
        new ApprovalReconciler(client, timeline, tenants, watching, identity, tenantKey);
    generatorReconciler = new GeneratorReconciler(client, timeline);
  }

  /** Cluster API need not be there: its control planes are served from when it names one. */
  public void addTo(Engine engine) {
    engine.add(
        "datastores", storeReconciler.watches(), storeReconciler, ControllerSettings.DEFAULT);
    engine.add(
        "control-planes",
        TenantControlPlaneReconciler.watches().triggeredBy(stores.news()),
        planeReconciler,
        ControllerSettings.DEFAULT);
    engine.add("backups", BackupReconciler.watches(), backupReconciler, BackupReconciler.SETTINGS);
    engine.add(
        "cluster-api",
        ControlPlaneReconciler.watches(),
        clusterReconciler,
        ControllerSettings.DEFAULT);
    engine.add("add-ons", addOnReconciler.watches(), addOnReconciler, ControllerSettings.DEFAULT);
    engine.add(
        "serving-certificates",
        approvalReconciler.watches(),
        approvalReconciler,
        ControllerSettings.DEFAULT);
    engine.add(
        "kubeconfigs",
        GeneratorReconciler.watches(),
        generatorReconciler,
        ControllerSettings.DEFAULT);
  }

  @Override
  public void close() {
    addOnReconciler.close();
    approvalReconciler.close();
    stores.close();
  }
}
