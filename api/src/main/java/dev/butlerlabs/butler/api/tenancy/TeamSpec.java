package dev.butlerlabs.butler.api.tenancy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.TimeSpan;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.MapKey;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who is in a team, what it may use and what its clusters look like by default. */
public record TeamSpec(
    @Doc("Title shown to people. Left out: the name of the object.") @Nullable String displayName,
    @Doc("What the team does, for people.") @Nullable String description,
    @Doc("Who belongs to the team and in which role. Left out: nobody but platform admins.")
        @Nullable Access access,
    @Doc(
            "ProviderConfig for clusters of the team that name none. Left out: the platform's"
                + " default.")
        @Nullable LocalRef providerConfigRef,
    @Doc(
            "The most the team may use over all its clusters; only platform admins may change it."
                + " Left out: ButlerConfig's defaultTeamLimits, and without those no limit.")
        @Nullable ResourceLimits resourceLimits,
    @Doc("What a new cluster looks like where it says nothing itself.")
        @Nullable ClusterDefaults clusterDefaults,
    @MapKey("name")
        @Doc(
            "Parts of the team such as dev and prod. Once there is one, every cluster of the team"
                + " carries the environment label with one of these names.")
        List<Environment> environments)
    implements Wire {

  public TeamSpec {
    environments = Wire.list(environments);
  }

  /** What a member may do; stronger roles come first. */
  public enum Role {
    @JsonProperty("admin")
    ADMIN,
    @JsonProperty("operator")
    OPERATOR,
    @JsonProperty("viewer")
    VIEWER
  }

  /** Users and groups with a role each. */
  public record Access(
      @Doc("Members by email.") List<UserAccess> users,
      @Doc("Members by group of an identity provider.") List<GroupAccess> groups)
      implements Wire {

    public Access {
      users = Wire.list(users);
      groups = Wire.list(groups);
    }
  }

  /** One member. */
  public record UserAccess(
      @Required @Length(min = 1) @Doc("Email of the user; upper and lower case make no difference.")
          String name,
      @Default("viewer")
          @Doc(
              "What the user may do: admin (everything, members too), operator (clusters), or"
                  + " viewer (look). Default: viewer.")
          @Nullable Role role)
      implements Wire {

    /** The role in force; absent means viewer. */
    public Role effectiveRole() {
      return role == null ? Role.VIEWER : role;
    }
  }

  /** Everybody in a group. */
  public record GroupAccess(
      @Required
          @Length(min = 1)
          @Doc("Group as the identity provider names it: a plain name, an email, or a full DN.")
          String name,
      @Default("viewer")
          @Doc(
              "What everybody in the group may do: admin, operator or viewer. Default: viewer. Of"
                  + " several roles the strongest counts.")
          @Nullable Role role,
      @Doc(
              "Counts only for users who sign in through this IdentityProvider. Left out: through any.")
          @Nullable String identityProvider)
      implements Wire {

    /** The role in force; absent means viewer. */
    public Role effectiveRole() {
      return role == null ? Role.VIEWER : role;
    }
  }

  /** Ceilings over all clusters of a team, and sizes older clients read their defaults from. */
  public record ResourceLimits(
      @Range(min = 0) @Doc("Number of clusters. Left out: no limit.") @Nullable Integer maxClusters,
      @Range(min = 0) @Doc("Number of workers in one cluster. Left out: no limit.")
          @Nullable Integer maxNodesPerCluster,
      @Range(min = 0) @Doc("Number of workers over all clusters. Left out: no limit.")
          @Nullable Integer maxTotalNodes,
      @Doc("CPU cores of all workers together, for example 64. Left out: no limit.")
          @Nullable Quantity maxCPUCores,
      @Doc("Memory of all workers together, for example 256Gi. Left out: no limit.")
          @Nullable Quantity maxMemory,
      @Doc("Disk of all workers together, for example 2Ti. Left out: no limit.")
          @Nullable Quantity maxStorage,
      @Default("3")
          @Range(min = 0)
          @Doc("Workers of a new cluster when clusterDefaults says no number. Default: 3.")
          @Nullable Integer defaultNodeCount,
      @Doc("CPU cores of a worker when clusterDefaults says no number.")
          @Nullable Quantity defaultCPUPerNode,
      @Doc("Memory of a worker when clusterDefaults says no number.")
          @Nullable Quantity defaultMemoryPerNode,
      @Doc("Names of the ProviderConfigs the team may use. Empty: all it can reach.")
          List<String> allowedProviders,
      @Doc("Kubernetes versions the team may run. Empty: all.")
          List<String> allowedKubernetesVersions,
      @Doc("AddonDefinitions the team may install. Empty: all that are not denied.")
          List<String> allowedAddons,
      @Doc("AddonDefinitions the team may not install, even if they are allowed above.")
          List<String> deniedAddons)
      implements Wire {

    public ResourceLimits {
      allowedProviders = Wire.list(allowedProviders);
      allowedKubernetesVersions = Wire.list(allowedKubernetesVersions);
      allowedAddons = Wire.list(allowedAddons);
      deniedAddons = Wire.list(deniedAddons);
    }

    /** Whether the team may have this addon of the catalog. */
    public boolean mayInstall(String addon) {
      return !deniedAddons.contains(addon)
          && (allowedAddons.isEmpty() || allowedAddons.contains(addon));
    }
  }

  /** What a new cluster gets where it says nothing itself. */
  public record ClusterDefaults(
      @Doc("Kubernetes version, for example v1.34.1. Left out: the platform's default.")
          @Nullable String kubernetesVersion,
      @Range(min = 0) @Doc("Number of workers. Left out: the platform's default.")
          @Nullable Integer workerCount,
      @Range(min = 1) @Doc("CPU cores of a worker. Left out: the platform's default.")
          @Nullable Integer workerCPU,
      @Range(min = 1) @Doc("Memory of a worker in GiB. Left out: the platform's default.")
          @Nullable Integer workerMemoryGi,
      @Range(min = 10) @Doc("Disk of a worker in GiB. Left out: the platform's default.")
          @Nullable Integer workerDiskGi,
      @Doc("AddonDefinitions that a new cluster gets.") List<String> defaultAddons,
      @Doc(
              "true: clusters are not deleted unless their annotation deletion-protection says false."
                  + " Left out: only clusters are kept whose annotation says true.")
          @Nullable Boolean deletionProtection,
      @Pattern(TimeSpan.PATTERN)
          @Doc(
              "How long the control plane of a deleted cluster is kept asleep with its data and its"
                  + " addresses, for example 72h, unless its annotation deletion-grace-period says"
                  + " another time. Left out: what is deleted is gone.")
          @Nullable String deletionGracePeriod)
      implements Wire {

    public ClusterDefaults {
      defaultAddons = Wire.list(defaultAddons);
    }
  }

  /** A part of a team with limits, members and defaults of its own. */
  public record Environment(
      @Required
          @Length(min = 1, max = 63)
          @Pattern("^[A-Za-z0-9]([-A-Za-z0-9_.]*[A-Za-z0-9])?$")
          @Doc(
              "Name, used as the value of the environment label: 1 to 63 characters, for example prod.")
          String name,
      @Doc("What the environment is for, for people.") @Nullable String description,
      @Doc("How many clusters it may have, within the limits of the team.")
          @Nullable EnvironmentLimits limits,
      @Doc("Members of the team who have a stronger role here. A role is never weakened.")
          @Nullable Access access,
      @Doc("Defaults for new clusters here; they win over those of the team, field by field.")
          @Nullable ClusterDefaults clusterDefaults)
      implements Wire {}

  /** Cluster counts of one environment. */
  public record EnvironmentLimits(
      @Range(min = 0) @Doc("Number of clusters. Left out or 0: no limit.")
          @Nullable Integer maxClusters,
      @Range(min = 0) @Doc("Number of clusters one member may own. Left out or 0: no limit.")
          @Nullable Integer maxClustersPerMember)
      implements Wire {}
}
