package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Open;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What an addon is and how its chart is installed. */
public record AddonDefinitionSpec(
    @Required @Length(min = 1, max = 64) @Doc("Title in the catalog, 1 to 64 characters.")
        String displayName,
    @Required @Length(min = 1, max = 512) @Doc("What the addon offers, 1 to 512 characters.")
        String description,
    @Required @Doc("Section of the catalog the addon stands in; other when none fits.")
        Category category,
    @Length(max = 8) @Doc("An emoji or a few letters shown as its picture, up to 8 characters.")
        @Nullable String icon,
    @Length(max = 131072) @Doc("Picture as base64 of an SVG, up to 128 KiB; wins over icon.")
        @Nullable String iconData,
    @Required @Doc("The Helm chart and its versions.") Chart chart,
    @Doc("How the chart is installed unless an addon says otherwise.") @Nullable Defaults defaults,
    @Doc("Names of AddonDefinitions that must be installed first.") List<String> dependsOn,
    @Default("false")
        @Doc(
            "Essential: comes with every cluster and cannot be removed on its own. Default: false.")
        @Nullable Boolean platform,
    @Doc(
            "Folder it is exported to for GitOps: infrastructure or apps. Left out: infrastructure"
                + " when platform is set, else apps.")
        @Nullable Tier tier,
    @Doc("Who looks after the entry.") @Nullable Maintainer maintainer,
    @Doc("Where to read more.") @Nullable Links links,
    @Doc(
            "How much pods in its namespace may do: privileged, baseline or restricted, as in the"
                + " Pod Security Standards. Left out: baseline. Only a namespace that Butler creates"
                + " gets the label.")
        @Nullable PodSecurity podSecurity,
    @Doc("Names of AddonDefinitions that cannot be on the same cluster.") List<String> conflicts,
    @Doc("Charts of the same repository that are installed before it, in this order.")
        List<Prerequisite> prerequisites,
    @Doc("Values without which it does not work; an addon that leaves one out is refused.")
        List<RequiredValue> requiredValues,
    @Items(max = 50)
        @Doc(
            "Values of which it is known what they have to be; an addon that gives another is"
                + " refused.")
        List<AddonParameter> parameters,
    @Doc("Why it should not be chosen anymore, and what instead. Left out: it is kept up.")
        @Nullable String deprecated,
    @Doc(
            "In which order clusters take a change of this entry, as far as their addons follow it"
                + " (upgradePolicy.mode: Waves). Left out: nobody follows.")
        @Nullable Rollout rollout,
    @Items(max = 50) @Doc("Changes to objects of the chart where its values do not reach.")
        List<ObjectPatch> patches,
    @Items(max = 20)
        @Doc(
            "What has to hold on the cluster for the addon to be healthy, beside the workloads of"
                + " its chart: objects that an operator makes, conditions of custom resources."
                + " Changing it installs nothing anew.")
        List<HealthRule> health,
    @Items(max = 20)
        @Doc(
            "What has to be on the cluster before the addon is installed for the first time, such as"
                + " a StorageClass or a kind of another product. What is installed is left alone.")
        List<HealthRule> preflight)
    implements Wire {

  public AddonDefinitionSpec {
    dependsOn = Wire.list(dependsOn);
    conflicts = Wire.list(conflicts);
    prerequisites = Wire.list(prerequisites);
    requiredValues = Wire.list(requiredValues);
    parameters = Wire.list(parameters);
    patches = Wire.list(patches);
    health = Wire.list(health);
    preflight = Wire.list(preflight);
  }

  /** Sections of the catalog. */
  public enum Category {
    @JsonProperty("cni")
    CNI,
    @JsonProperty("loadbalancer")
    LOAD_BALANCER,
    @JsonProperty("storage")
    STORAGE,
    @JsonProperty("certmanager")
    CERT_MANAGER,
    @JsonProperty("ingress")
    INGRESS,
    @JsonProperty("observability")
    OBSERVABILITY,
    @JsonProperty("backup")
    BACKUP,
    @JsonProperty("gitops")
    GITOPS,
    @JsonProperty("security")
    SECURITY,
    @JsonProperty("dns")
    DNS,
    @JsonProperty("database")
    DATABASE,
    @JsonProperty("messaging")
    MESSAGING,
    @JsonProperty("service-mesh")
    SERVICE_MESH,
    @JsonProperty("other")
    OTHER
  }

  /** Folders of a GitOps export. */
  public enum Tier {
    @JsonProperty("infrastructure")
    INFRASTRUCTURE,
    @JsonProperty("apps")
    APPS
  }

  /** A Helm chart. */
  public record Chart(
      @Required
          @Pattern("^((https?|oci)://|manager://charts$)")
          @Doc(
              "Address of the Helm repository, starting with http://, https:// or, for a registry,"
                  + " oci://. manager://charts, which stands for charts that the manager carries, is"
                  + " for definitions that come with the platform.")
          String repository,
      @Required @Length(min = 1) @Doc("Name of the chart in the repository.") String name,
      @Required @Doc("Version installed when an addon names none.") String defaultVersion,
      @Doc(
              "Versions that are offered besides the default, each as 1.17.3, 1.17.x or 1.x. Any"
                  + " other may be asked for too, unless onlyAvailableVersions is true.")
          List<String> availableVersions,
      @Doc(
              "true: only the default and availableVersions may be asked for; what is installed may"
                  + " stay. Left out: any version may be.")
          @Nullable Boolean onlyAvailableVersions,
      @Doc(
              "SHA-256 of a version's archive, by version. A version that is listed is installed"
                  + " only with exactly this content.")
          Map<String, String> digests,
      @Doc(
              "Secret in the namespace butler-system for a repository that is not open: url (where"
                  + " it may be shown), username, password and, for an authority of one's own,"
                  + " ca.crt.")
          @Nullable LocalRef credentialsRef,
      @Doc(
              "By whom the chart and its prerequisites have to be signed, with keys in the namespace"
                  + " butler-system. Left out: by whom signedSources of the ButlerConfig says, if it"
                  + " says so.")
          @Nullable Provenance provenance)
      implements Wire {

    public Chart {
      availableVersions = Wire.list(availableVersions);
      digests = Wire.map(digests);
    }
  }

  /** Levels of the Pod Security Standards. */
  public enum PodSecurity {
    @JsonProperty("privileged")
    PRIVILEGED,
    @JsonProperty("baseline")
    BASELINE,
    @JsonProperty("restricted")
    RESTRICTED
  }

  /** A chart that has to be there first. */
  public record Prerequisite(
      @Required @Length(min = 1) @Doc("Name of the chart in the same repository.") String chart,
      @Required @Length(min = 1) @Doc("Version of that chart.") String version,
      @Doc("Name of its Helm release. Left out: the name of the chart.")
          @Nullable String releaseName)
      implements Wire {}

  /** A value that a person has to give. */
  public record RequiredValue(
      @Required
          @Length(min = 1)
          @Doc("Where it stands in the values, with dots between the keys: remoteWrite.url.")
          String path,
      @Doc("What it is for.") @Nullable String description)
      implements Wire {}

  /** How a chart is installed. */
  public record Defaults(
      @Doc("Namespace it is installed in. Left out: the name of the definition.")
          @Nullable String namespace,
      @Doc("Name of the Helm release. Left out: the name of the definition.")
          @Nullable String releaseName,
      @Default("true") @Doc("Creates the namespace when it is not there. Default: true.")
          @Nullable Boolean createNamespace,
      @Default("10m")
          @Doc("How long an installation may take, for example 10m or 1h30m. Default: 10m.")
          @Nullable String timeout,
      @Open
          @Doc("Helm values; what an addon gives in its own values is laid over them, map by map.")
          @Nullable JsonNode values,
      @Doc(CrdPolicy.WORDS) @Nullable CrdPolicy crds)
      implements Wire {}

  /** Who looks after an entry. */
  public record Maintainer(
      @Doc("Name of the person or team.") @Nullable String name,
      @Doc("Email to write to.") @Nullable String email)
      implements Wire {}

  /** Where to read more. */
  public record Links(
      @Doc("Address of the documentation.") @Nullable String documentation,
      @Doc("Address of the project's home page.") @Nullable String homepage,
      @Doc("Address of the source code.") @Nullable String source)
      implements Wire {}

  /** Whether the addon is essential to a cluster. */
  public boolean essential() {
    return Boolean.TRUE.equals(platform);
  }

  /** What pods in its namespace may do. */
  public PodSecurity effectivePodSecurity() {
    return podSecurity == null ? PodSecurity.BASELINE : podSecurity;
  }

  /** The GitOps folder. */
  public Tier effectiveTier() {
    if (tier != null) {
      return tier;
    }
    return essential() ? Tier.INFRASTRUCTURE : Tier.APPS;
  }

  /** The namespace to install in, for a definition of that name. */
  public String namespaceFor(String definition) {
    return defaults == null ? definition : given(defaults.namespace(), definition);
  }

  /** The Helm release, for a definition of that name. */
  public String releaseFor(String definition) {
    return defaults == null ? definition : given(defaults.releaseName(), definition);
  }

  private static String given(@Nullable String text, String otherwise) {
    return text == null || text.isEmpty() ? otherwise : text;
  }
}
