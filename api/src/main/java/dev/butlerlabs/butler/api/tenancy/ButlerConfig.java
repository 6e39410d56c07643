package dev.butlerlabs.butler.api.tenancy;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Rule;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** The settings of the platform as a whole; there is one, called {@link #NAME}. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("butlerconfigs")
@ShortNames("bc")
@Doc("The settings of the platform as a whole. There is exactly one, named butler.")
@Rule(
    value = "oldSelf.hasValue() || self.metadata.name == 'butler'",
    message = "the platform has one ButlerConfig, named butler: use that name",
    optionalOldSelf = true)
@Column(name = "Mode", path = ".spec.multiTenancy.mode")
@Column(name = "Git", path = ".spec.gitProvider.type")
@Column(name = "Teams", type = "integer", path = ".status.teamCount")
@Column(name = "Clusters", type = "integer", path = ".status.clusterCount")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class ButlerConfig extends Resource<ButlerConfigSpec, ButlerConfigStatus> {

  /** The only name that counts. */
  public static final String NAME = "butler";
}
