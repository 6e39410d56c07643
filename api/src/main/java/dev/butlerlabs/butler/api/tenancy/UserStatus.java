package dev.butlerlabs.butler.api.tenancy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.kernel.Condition;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The account behind a user: sign-ins, invitation, and the teams the user is in. */
public record UserStatus(
    @Doc("Pending (invited), Active, Disabled, or Locked (too many wrong passwords).")
        @Nullable Phase phase,
    @Doc("When the user last signed in.") @Nullable Instant lastLoginTime,
    @Doc("How often the user signed in.") @Nullable Long loginCount,
    @Doc("Wrong passwords in a row.") @Nullable Integer failedLoginAttempts,
    @Doc("Until when signing in is refused after too many wrong passwords.")
        @Nullable Instant lockedUntil,
    @Doc("Secret with the bcrypt hash of the password.") @Nullable SecretRef passwordSecretRef,
    @Doc("When the password was last changed.") @Nullable Instant passwordChangedAt,
    @Doc("SHA256 of the invitation's token; the token itself is stored nowhere.")
        @Nullable String inviteTokenHash,
    @Doc("When the invitation was made.") @Nullable Instant inviteSentAt,
    @Doc("When the invitation runs out.") @Nullable Instant inviteExpiresAt,
    @Doc("Groups named by the identity provider at the last sign-in, as it spelled them.")
        List<String> lastSeenGroups,
    @Doc("Teams the user is in with the strongest role in each, sorted by name.")
        List<Membership> teams,
    @Doc("When teams last changed.") @Nullable Instant teamsResolvedAt,
    @Doc("Whether the account is usable and whether an invitation is open, and why.")
        List<Condition> conditions)
    implements Wire {

  public UserStatus {
    lastSeenGroups = Wire.list(lastSeenGroups);
    teams = Wire.list(teams);
    conditions = Wire.list(conditions);
  }

  /** The life of an account. */
  public enum Phase {
    @JsonProperty("Pending")
    PENDING,
    @JsonProperty("Active")
    ACTIVE,
    @JsonProperty("Disabled")
    DISABLED,
    @JsonProperty("Locked")
    LOCKED
  }

  /** One team the user is in. */
  public record Membership(
      @Required @Doc("Name of the Team.") String name,
      @Required @Doc("Strongest role there: admin, operator or viewer.") String role)
      implements Wire {}
}
