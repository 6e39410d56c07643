package dev.butlerlabs.butler.api.addons;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** An entry of the addon catalog. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("addondefinitions")
@ShortNames({"ad", "adddef"})
@Doc(
    "An entry of the addon catalog: a Helm chart, where it comes from and how it is installed"
        + " unless an addon says otherwise.")
@Column(name = "Display Name", path = ".spec.displayName")
@Column(name = "Category", path = ".spec.category")
@Column(name = "Chart", path = ".spec.chart.name")
@Column(name = "Version", path = ".spec.chart.defaultVersion")
@Column(name = "Platform", type = "boolean", path = ".spec.platform")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class AddonDefinition extends Resource<AddonDefinitionSpec, AddonDefinitionStatus> {

  /** Whether the entry came with the platform. */
  public boolean builtin() {
    var labels = getMetadata().getLabels();
    return labels != null && Labels.SOURCE_BUILTIN.equals(labels.get(Labels.SOURCE));
  }
}
