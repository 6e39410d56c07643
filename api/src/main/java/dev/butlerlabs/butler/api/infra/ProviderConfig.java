package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** One infrastructure to build clusters on: where it is, how to log in, who may use it. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("providerconfigs")
@ShortNames("pc")
@Doc(
    "An infrastructure that clusters are built on: which kind it is, where it is reached, the"
        + " Secret with its credentials, its networks, and which team may use it.")
@Column(name = "Provider", path = ".spec.provider")
@Column(name = "Scope", path = ".spec.scope.type")
@Column(name = "Ready", type = "boolean", path = ".status.ready")
@Column(name = "Validated", type = "boolean", path = ".status.validated")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class ProviderConfig extends Resource<ProviderConfigSpec, ProviderConfigStatus>
    implements Namespaced {}
