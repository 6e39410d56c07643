package dev.butlerlabs.butler.api.tenancy;

import dev.butlerlabs.butler.api.Resource;
import dev.butlerlabs.butler.api.schema.Column;
import dev.butlerlabs.butler.api.schema.Doc;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A person who signs in. */
@Group("butler.butlerlabs.dev")
@Version("v1alpha1")
@Plural("users")
@ShortNames("usr")
@Doc(
    "A person who signs in to the platform, with a password or through an identity provider."
        + " Passwords never stand here, only in Secrets.")
@Column(name = "Email", path = ".spec.email")
@Column(name = "Display Name", path = ".spec.displayName")
@Column(name = "Auth", path = ".spec.authType")
@Column(name = "Platform Admin", type = "boolean", path = ".spec.isPlatformAdmin")
@Column(name = "Phase", path = ".status.phase")
@Column(name = "Last Login", type = "date", path = ".status.lastLoginTime")
@Column(name = "Age", type = "date", path = ".metadata.creationTimestamp")
public final class User extends Resource<UserSpec, UserStatus> {}
