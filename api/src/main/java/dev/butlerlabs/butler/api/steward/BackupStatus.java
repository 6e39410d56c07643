package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What was saved of a tenant's state, and what was taken back. */
public record BackupStatus(
    @Doc("The newest whole backup.") @Nullable Saved last,
    @Doc("How many whole backups there are.") @Nullable Integer kept,
    @Doc("When the next one is due.") @Nullable Instant next,
    @Doc("The restore under way, or the last one.") @Nullable Restore restore)
    implements Wire {

  /** One backup. */
  public record Saved(
      @Doc("Name of the backup; restoreFrom.backup takes it.") @Nullable String name,
      @Doc("Revision of the store at which all of it was read.") @Nullable Long revision,
      @Doc("How many keys it has.") @Nullable Long keys,
      @Doc("How many bytes they take.") @Nullable Long bytes,
      @Doc("Hash over all keys and values; the same after a restore.") @Nullable String sha256)
      implements Wire {}

  /** One restore. */
  public record Restore(
      @Doc("What restoreFrom asked for; it is done once.") @Nullable String order,
      @Doc("TenantControlPlane whose backup it is.") @Nullable String controlPlane,
      @Doc("UID of that TenantControlPlane.") @Nullable String uid,
      @Doc("Name of the backup.") @Nullable String backup,
      @Doc("When it began; from then on the tenant sleeps.") @Nullable Instant begun,
      @Doc("When it ended and the tenant could wake.") @Nullable Instant finished)
      implements Wire {}
}
