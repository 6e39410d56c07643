package dev.butlerlabs.butler.api.addons;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What has to hold on a cluster for an addon, beside the workloads of its chart. */
@Rule(
    value = "!(has(self.condition) && has(self.field))",
    message = "say condition or field, not both; a second rule may say the other",
    fieldPath = ".field")
@Rule(
    value = "!(self.apiVersion == 'v1' && self.kind == 'Secret')",
    message = "Secrets say nothing about health and are not watched; name another kind",
    fieldPath = ".kind")
public record HealthRule(
    @Required
        @Length(min = 1, max = 316)
        @Pattern("^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?v[0-9][a-z0-9]*$")
        @Doc("API version of the objects, such as apps/v1.")
        String apiVersion,
    @Required
        @Length(min = 1, max = 63)
        @Pattern("^[A-Z][A-Za-z0-9]*$")
        @Doc("Their kind, such as DaemonSet. Secrets cannot be named.")
        String kind,
    @Length(max = 253) @Doc("Name of the object. Left out: all that have the labels.")
        @Nullable String name,
    @Length(max = 63)
        @Doc(
            "Namespace they are in. Left out: that of the release. Kinds of the whole cluster have"
                + " none.")
        @Nullable String namespace,
    @Doc("Labels they have. Left out: any.") Map<String, String> labels,
    @Doc("Annotations they have. Left out: any.") Map<String, String> annotations,
    @Doc("The condition that tells that one is well.") @Nullable Condition condition,
    @Doc(
            "The field that tells that one is well. Without condition and field, workloads"
                + " (Deployment, StatefulSet, DaemonSet, Job) are well when their pods are, and"
                + " others when they are there.")
        @Nullable Field field,
    @Range(min = 1, max = 1000)
        @Doc("How many have to be well. Left out: all that are there, and one at least.")
        @Nullable Integer atLeast,
    @Default("false")
        @Doc(
            "true: asked for only once the cluster has a node, as for what runs on each of them."
                + " Default: false.")
        @Nullable Boolean onlyWithNodes,
    @Length(min = 1, max = 253)
        @Pattern(AddonParameter.PATH)
        @Doc(
            "Asked for only if the values of the addon, or those of its definition, say something"
                + " there, with dots between the keys: persistence.enabled. What is false or empty"
                + " says nothing.")
        @Nullable String onlyWithValue,
    @Length(min = 1, max = 253)
        @Pattern(AddonParameter.PATH)
        @Doc("Not asked for if they say something there: persistence.storageClass.")
        @Nullable String unlessValue)
    implements Wire {

  public HealthRule {
    labels = Wire.map(labels);
    annotations = Wire.map(annotations);
  }

  /** A condition of an object's status. */
  public record Condition(
      @Required @Length(min = 1, max = 316) @Doc("Its type, such as Ready.") String type,
      @Length(min = 1, max = 63) @Default("True") @Doc("Its status. Default: True.")
          @Nullable String status)
      implements Wire {}

  /** A field of an object's status. */
  @Rule(
      value = "has(self.value) != has(self.min)",
      message = "say in exactly one way what the field has to be: value, or min for a number",
      fieldPath = ".value")
  public record Field(
      @Required
          @Length(min = 1, max = 253)
          @Pattern("^status(\\.[A-Za-z0-9_-]+)+$")
          @Doc("Where it stands, with dots between the keys: status.phase.")
          String path,
      @Length(max = 253) @Doc("The text, number or truth value it has to be.")
          @Nullable String value,
      @Doc("The number it has to be at least; a field that is missing counts as 0.")
          @Nullable Long min)
      implements Wire {}

  /** Whether it is asked for only where there are nodes. */
  public boolean needsNodes() {
    return Boolean.TRUE.equals(onlyWithNodes);
  }

  /** The group of the kind; empty for the core. */
  public String group() {
    var slash = apiVersion.indexOf('/');
    return slash < 0 ? "" : apiVersion.substring(0, slash);
  }
}
