package dev.butlerlabs.butler.api.tenancy;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A place users sign in at. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("identityproviders")
@ShortNames("idp")
@Doc("A place users sign in at with OpenID Connect, and the platform roles its groups give.")
@Column(name = "Type", path = ".spec.type")
@Column(name = "Issuer", path = ".spec.oidc.issuerURL")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class IdentityProvider
    extends Resource<IdentityProviderSpec, IdentityProviderStatus> {}
