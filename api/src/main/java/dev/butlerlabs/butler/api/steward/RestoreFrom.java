package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import org.jspecify.annotations.Nullable;

/** The backup a tenant's state is to be taken from, once. */
public record RestoreFrom(
    @Pattern("^[a-z]([-a-z0-9]*[a-z0-9])?$")
        @Length(max = 63)
        @Doc(
            "TenantControlPlane of this namespace whose backup it is; it may be gone. Left out:"
                + " one of this name.")
        @Nullable String controlPlane,
    @Pattern("^[0-9]{8}T[0-9]{6}Z$")
        @Doc("Name of the backup, for example 20261115T020000Z. Left out: the newest whole one.")
        @Nullable String backup)
    implements Wire {

  /** The order as one text: another text is another order. */
  public String text(String self) {
    return (controlPlane == null ? self : controlPlane)
        + "/"
        + (backup == null ? "newest" : backup);
  }
}
