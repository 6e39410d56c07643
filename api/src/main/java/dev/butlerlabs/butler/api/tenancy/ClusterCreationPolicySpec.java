package dev.butlerlabs.butler.api.tenancy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Whom a policy hits and which choices it leaves. */
public record ClusterCreationPolicySpec(
    @Required
        @Rule(
            value =
                "(has(self.platformWide)?1:0) + (has(self.team)?1:0) +"
                    + " (has(self.teamAndEnvironment)?1:0) == 1",
            message = "set exactly one of platformWide, team and teamAndEnvironment")
        @Doc("Whom the policy hits; exactly one of its fields is set.")
        Scope scope,
    @Doc("Providers whose choices are narrowed. Empty: all.") List<ProviderType> targetProviders,
    @Rule(
            value = "self.all(key, key in ['image', 'network', 'cluster', 'storageContainer'])",
            message =
                "a policy knows the options image, network, cluster and storageContainer: remove"
                    + " every other key")
        @Doc(
            "A rule for each kind of choice. Keys: image, network, cluster, storageContainer; other"
                + " keys are refused.")
        Map<String, Choice> options)
    implements Wire {

  public ClusterCreationPolicySpec {
    targetProviders = Wire.list(targetProviders);
    options = Wire.map(options);
  }

  /** Everybody, a team, or an environment of a team. */
  public record Scope(
      @Doc("Every team and environment; written as an empty object.")
          @Nullable PlatformWide platformWide,
      @Doc("One team with all its environments.") @Nullable TeamScope team,
      @Doc("One environment of one team.") @Nullable EnvironmentScope teamAndEnvironment)
      implements Wire {}

  /** Everybody; there is nothing to say about it. */
  public record PlatformWide() implements Wire {}

  /** A team. */
  public record TeamScope(@Required @Doc("The Team that is meant.") LocalRef teamRef)
      implements Wire {}

  /** An environment of a team. */
  public record EnvironmentScope(
      @Required @Doc("The Team that has the environment.") LocalRef teamRef,
      @Required
          @Length(min = 1, max = 63)
          @Doc("Name of the environment in the Team's spec.environments.")
          String environmentName)
      implements Wire {}

  /** How choices are narrowed or ordered. */
  public enum Mode {
    @JsonProperty("pin")
    PIN,
    @JsonProperty("allowList")
    ALLOW_LIST,
    @JsonProperty("default")
    DEFAULT,
    @JsonProperty("recommended")
    RECOMMENDED;

    /** Other choices are refused, not just shown later. */
    public boolean enforced() {
      return this == PIN || this == ALLOW_LIST;
    }
  }

  /** The rule for one kind of choice. */
  @Rule(
      value = "self.mode != 'pin' || (has(self.values) && size(self.values) == 1)",
      message = "mode pin leaves one choice: give exactly one entry in values")
  @Rule(
      value =
          "!(self.mode in ['allowList', 'recommended']) || (has(self.values) && size(self.values)"
              + " > 0)",
      message = "modes allowList and recommended need choices: give at least one entry in values")
  @Rule(
      value = "self.mode != 'default' || (has(self.default) && self.default != '')",
      message = "mode default needs the entry to preselect: set default")
  public record Choice(
      @Required
          @Doc(
              "pin (exactly one value), allowList (only these values), default (preselects one), or"
                  + " recommended (shows these first).")
          Mode mode,
      @Doc(
              "Ids of entries of the provider: one for pin, at least one for allowList and recommended.")
          List<String> values,
      @JsonProperty("default") @Doc("Id of the entry that is preselected; needed for mode default.")
          @Nullable String preselected,
      @Length(max = 120) @Doc("Why the values are recommended, up to 120 characters.")
          @Nullable String recommendedReason)
      implements Wire {

    public Choice {
      values = Wire.list(values);
    }
  }
}
