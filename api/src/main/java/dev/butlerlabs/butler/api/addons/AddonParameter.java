package dev.butlerlabs.butler.api.addons;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A value of an addon of which its definition knows what it has to be. */
public record AddonParameter(
    @Required
        @Length(min = 1, max = 253)
        @Pattern(AddonParameter.PATH)
        @Doc("Where it stands in the values, with dots between the keys: remoteWrite.url.")
        String path,
    @Required
        @Doc(
            "What it is: String, Integer, Number, Boolean, List, Map, Url (https://host/path) or"
                + " Duration (30s, 1h30m, 15d).")
        ValueType type,
    @Default("false") @Doc("true: an addon that leaves it out is refused. Default: false.")
        @Nullable Boolean required,
    @Items(max = 50)
        @Doc(
            "The only ones it may be, each written as a text. Left out: any. Not for List and Map.")
        List<String> allowed,
    @Length(max = 256)
        @Doc(
            "What all of the text looks like, for a String: characters and classes such as"
                + " [a-z0-9-], each followed by *, +, ? or {2,8} where it may come more or less often"
                + " than once. There are no groups and no alternatives.")
        @Nullable String pattern,
    @Length(max = 1024) @Doc("What it is for.") @Nullable String description,
    @Doc(
            "What is known of the cluster, and filled in where neither the addon nor"
                + " defaults.values say something: ClusterName, ClusterNamespace, ClusterUID,"
                + " Environment (as its label says), Provider (such as proxmox) or"
                + " ControlPlaneEndpoint (host:port). Not for ManagementAddons.")
        @Nullable Fact from)
    implements Wire {

  /** The way to a value. */
  static final String PATH = "^[^.]+(\\.[^.]+)*$";

  public AddonParameter {
    allowed = Wire.list(allowed);
  }

  /** What a value can be. */
  public enum ValueType {
    @JsonProperty("String")
    STRING,
    @JsonProperty("Integer")
    INTEGER,
    @JsonProperty("Number")
    NUMBER,
    @JsonProperty("Boolean")
    BOOLEAN,
    @JsonProperty("List")
    LIST,
    @JsonProperty("Map")
    MAP,
    @JsonProperty("Url")
    URL,
    @JsonProperty("Duration")
    DURATION;

    /** As it is written. */
    public String word() {
      return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
  }

  /** What is known of a cluster. */
  public enum Fact {
    @JsonProperty("ClusterName")
    CLUSTER_NAME("ClusterName"),
    @JsonProperty("ClusterNamespace")
    CLUSTER_NAMESPACE("ClusterNamespace"),
    @JsonProperty("ClusterUID")
    CLUSTER_UID("ClusterUID"),
    @JsonProperty("Environment")
    ENVIRONMENT("Environment"),
    @JsonProperty("Provider")
    PROVIDER("Provider"),
    @JsonProperty("ControlPlaneEndpoint")
    CONTROL_PLANE_ENDPOINT("ControlPlaneEndpoint");

    private final String word;

    Fact(String word) {
      this.word = word;
    }

    /** As it is written. */
    public String word() {
      return word;
    }
  }

  /** Whether an addon has to have it. */
  public boolean needed() {
    return Boolean.TRUE.equals(required);
  }
}
