package dev.butlerlabs.butler.api.infra;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.infra.NetworkSettings.Mode;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An infrastructure in the released spelling ({@code provider}, {@code credentialsRef}) or the
 * older one ({@code type}, credentials inside the section). Readers ask the accessors below, never
 * the fields.
 */
@Rule(
    value = "has(self.provider) || has(self.type)",
    message = "provider is needed: one of harvester, nutanix, proxmox, azure, aws, gcp, local",
    fieldPath = ".provider")
@Rule(
    value = "!has(self.provider) || !has(self.type) || self.provider == self.type",
    message =
        "provider and type name different infrastructures; type is the older name of provider, so"
            + " leave it out",
    fieldPath = ".type")
@Rule(
    value =
        "["
            + ProviderConfigSpec.PROVIDER
            + "].all(p, p in ['', 'local'] || (has(self.credentialsRef) && self.credentialsRef.name"
            + " != '') || (p == 'harvester' && has(self.harvester) &&"
            + " has(self.harvester.credentialsRef)) || (p == 'nutanix' && has(self.nutanix) &&"
            + " has(self.nutanix.credentialsRef)) || (p == 'proxmox' && has(self.proxmox) &&"
            + " has(self.proxmox.credentialsRef)) || (p == 'azure' && has(self.azure) &&"
            + " has(self.azure.credentialsRef)) || (p == 'aws' && has(self.aws) &&"
            + " has(self.aws.credentialsRef)) || (p == 'gcp' && has(self.gcp) &&"
            + " has(self.gcp.credentialsRef)))",
    message = "credentialsRef with a non-empty name is required for all providers except local",
    fieldPath = ".credentialsRef")
@Rule(
    value =
        "(has(oldSelf.provider) ? oldSelf.provider : (has(oldSelf.type) ? oldSelf.type : "
            + ProviderConfigSpec.PROVIDER
            + ")) == "
            + ProviderConfigSpec.PROVIDER,
    message =
        "provider cannot change, because machines made with this ProviderConfig could never be"
            + " deleted again; create another ProviderConfig",
    fieldPath = ".provider")
public record ProviderConfigSpec(
    @Doc(
            "Kind of infrastructure: harvester, nutanix, proxmox, azure, aws, gcp or local. The"
                + " section of the same name holds its settings. Cannot change.")
        @Nullable ProviderType provider,
    @Doc("Older name of provider, still read. Give one of the two, or the same in both.")
        @Nullable ProviderType type,
    @Doc(
            "The Secret with the credentials. Needed for every provider but local. Wins over a"
                + " credentialsRef inside the provider's section.")
        @Nullable SecretRef credentialsRef,
    @Doc("Settings of a Harvester cluster.") @Nullable HarvesterSettings harvester,
    @Doc("Settings of a Nutanix cluster.") @Nullable NutanixSettings nutanix,
    @Doc("Settings of a Proxmox VE cluster.") @Nullable ProxmoxSettings proxmox,
    @Doc("Settings of an Azure subscription.") @Nullable AzureSettings azure,
    @Doc("Settings of an AWS account.") @Nullable AwsSettings aws,
    @Doc("Settings of a Google Cloud project.") @Nullable GcpSettings gcp,
    @Doc("Settings of the local provider, which simulates machines on this computer.")
        @Nullable LocalSettings local,
    @Doc("Where addresses for nodes and load balancers come from.")
        @Nullable NetworkSettings network,
    @Doc("Who may use this infrastructure. Left out: every team.") @Nullable Scope scope,
    @Doc("How much one team may build here. Left out: no limits.") @Nullable Limits limits)
    implements Wire {

  /** CEL: the infrastructure in either spelling, empty when neither is given. */
  static final String PROVIDER =
      "(has(self.provider) ? self.provider : (has(self.type) ? self.type : ''))";

  /** The infrastructure in either spelling; empty when this program does not know it. */
  public Optional<ProviderType> effectiveProvider() {
    return Optional.ofNullable(provider).or(() -> Optional.ofNullable(type));
  }

  /** The credentials in either place; empty for the local provider, which needs none. */
  public Optional<SecretRef> effectiveCredentialsRef() {
    return Optional.ofNullable(credentialsRef).or(() -> effectiveProvider().flatMap(this::inside));
  }

  /**
   * Where addresses come from: pools, for hardware of one's own that names some; else the cloud.
   */
  public Mode effectiveNetworkMode() {
    if (network == null) {
      return Mode.CLOUD;
    }
    if (network.mode() != null) {
      return network.mode();
    }
    var named = !network.poolRefs().isEmpty();
    return named && effectiveProvider().filter(ProviderType::onPremises).isPresent()
        ? Mode.IPAM
        : Mode.CLOUD;
  }

  private Optional<SecretRef> inside(ProviderType named) {
    return Optional.ofNullable(
        switch (named) {
          case HARVESTER -> harvester == null ? null : harvester.credentialsRef();
          case NUTANIX -> nutanix == null ? null : nutanix.credentialsRef();
          case PROXMOX -> proxmox == null ? null : proxmox.credentialsRef();
          case AZURE -> azure == null ? null : azure.credentialsRef();
          case AWS -> aws == null ? null : aws.credentialsRef();
          case GCP -> gcp == null ? null : gcp.credentialsRef();
          case LOCAL -> null;
        });
  }

  /** Settings of the local provider. */
  public record LocalSettings(
      @Doc("Container image of a node. Left out: the one for the Kubernetes version asked for.")
          @Nullable String kindNodeImage)
      implements Wire {}

  /** Who may use an infrastructure. */
  @Rule(
      value = "!has(self.type) || self.type != 'team' || has(self.teamRef)",
      message = "teamRef is needed when type is team: name the Team that may use this provider",
      fieldPath = ".teamRef")
  public record Scope(
      @Default("platform")
          @Doc("platform: every team may use it. team: only teamRef. platform when left out.")
          @Nullable ScopeType type,
      @Doc("The Team that may use it, for type team.") @Nullable LocalRef teamRef)
      implements Wire {}

  /** Reach of an infrastructure. */
  public enum ScopeType {
    @JsonProperty("platform")
    PLATFORM,
    @JsonProperty("team")
    TEAM
  }

  /** How much one team may build on an infrastructure. */
  public record Limits(
      @Range(min = 1) @Doc("Clusters one team may have here. Left out: no limit.")
          @Nullable Integer maxClustersPerTeam,
      @Range(min = 1)
          @Doc("Worker nodes one team may have here, over all its clusters. Left out: no limit.")
          @Nullable Integer maxNodesPerTeam)
      implements Wire {}
}
