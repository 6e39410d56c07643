package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What there is of a tenant's control plane. */
public record TenantControlPlaneStatus(
    @Doc("Where the tenant's state is kept.") @Nullable Storage storage,
    @Doc("Certificates and keys of the tenant.") @Nullable Certificates certificates,
    @Doc("Kubeconfigs of the tenant.") @Nullable Kubeconfigs kubeconfig,
    @Doc("Settings from which certificates and join data are made.")
        @Nullable ConfigMapWritten kubeadmconfig,
    @Doc("What was written into the tenant so that nodes can join.")
        @Nullable KubeadmPhase kubeadmPhase,
    @Doc("How the API server is reached, host:port.") @Nullable String controlPlaneEndpoint,
    @Doc("Objects of the management cluster that make up the control plane.")
        @Nullable HostedObjects kubernetesResources,
    @Doc("State of the add-ons.") @Nullable AddonsStatus addons,
    @Doc("What was saved of the tenant's state, and what was taken back.")
        @Nullable BackupStatus backup,
    @Doc("Which metadata.generation this status speaks of.") @Nullable Long observedGeneration,
    @MapKey("type") @Doc("Whether the control plane is usable, what is awaited, and why.")
        List<Condition> conditions)
    implements Wire {

  public TenantControlPlaneStatus {
    conditions = Wire.list(conditions);
  }

  /** Where the state is kept. */
  public record Storage(
      @Doc("Driver of the DataStore.") @Nullable String driver,
      @Doc("Name of the DataStore.") @Nullable String dataStoreName,
      @Doc("Secret with how to reach the store.") @Nullable StorageConfig config,
      @Doc("What was set up in the store for the tenant.") @Nullable StorageSetup setup,
      @Doc("Client certificate for the store.") @Nullable Written certificate)
      implements Wire {}

  /** How the store is reached. */
  public record StorageConfig(
      @Doc("Name of the Secret.") @Nullable String secretName,
      @Doc("Hash of the content, to notice a change.") @Nullable String checksum)
      implements Wire {}

  /** What the store has for the tenant. */
  public record StorageSetup(
      @Doc("Database or key prefix.") @Nullable String schema,
      @Doc("User that the API server signs in as.") @Nullable String user,
      @Doc("When it last changed.") @Nullable Instant lastUpdate,
      @Doc("Hash of what was set up, to notice a change.") @Nullable String checksum)
      implements Wire {}

  /** Certificates and keys. */
  public record Certificates(
      @Doc("Authority that signs the tenant's certificates.") @Nullable Written ca,
      @Doc("Serving certificate of the API server.") @Nullable Written apiServer,
      @Doc("Certificate with which the API server calls kubelets.")
          @Nullable Written apiServerKubeletClient,
      @Doc("Authority for aggregated API servers.") @Nullable Written frontProxyCA,
      @Doc("Certificate with which the API server calls aggregated API servers.")
          @Nullable Written frontProxyClient,
      @Doc("Key that signs ServiceAccount tokens.") @Nullable Written sa,
      @Doc("Certificates for an etcd of its own; not used.") @Nullable EtcdCertificates etcd)
      implements Wire {}

  /** Certificates for an etcd of its own. */
  public record EtcdCertificates(
      @Doc("Client certificate of the API server.") @Nullable Written apiServer,
      @Doc("Authority of etcd.") @Nullable Written ca)
      implements Wire {}

  /** Kubeconfigs. */
  public record Kubeconfigs(
      @Doc("For administrators of the tenant.") @Nullable Written admin,
      @Doc("For kube-controller-manager.") @Nullable Written controllerManager,
      @Doc("For kube-scheduler.") @Nullable Written scheduler)
      implements Wire {}

  /** A ConfigMap that was written. */
  public record ConfigMapWritten(
      @Doc("Name of the ConfigMap.") @Nullable String configmapName,
      @Doc("When the content last changed.") @Nullable Instant lastUpdate,
      @Doc("Hash of the content, to notice a change.") @Nullable String checksum)
      implements Wire {}

  /** What joining needs inside the tenant. */
  public record KubeadmPhase(
      @Required @Doc("Rights and cluster-info for bootstrap tokens.") PhaseDone bootstrapToken)
      implements Wire {}

  /** A step that was taken. */
  public record PhaseDone(
      @Doc("Hash of what was written, to notice a change.") @Nullable String checksum,
      @Doc("When it last changed.") @Nullable Instant lastUpdate)
      implements Wire {}
}
