package dev.butlerlabs.butler.api.tenancy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Format;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Required;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who a user is, how they sign in, and their role on the platform. */
public record UserSpec(
    @Required
        @Format("email")
        @Doc("Email: the identity of the user, matched with the access lists of teams.")
        String email,
    @Doc("Name shown to people. Left out: the email.") @Nullable String displayName,
    @Doc("Address of a picture.") @Nullable String avatar,
    @Default("internal")
        @Doc(
            "How the user signs in: internal (password kept by the platform) or sso (through an"
                + " identity provider). Default: internal.")
        @Nullable AuthType authType,
    @Doc("IdentityProvider the user comes from, for authType sso.") @Nullable String ssoProvider,
    @Doc("Subject the identity provider knows the user by, for authType sso.")
        @Nullable String ssoSubject,
    @Doc(
            "Role on the platform as a whole: admin (everything), viewer (see everything), or empty"
                + " for none beyond the teams.")
        @Nullable PlatformRole platformRole,
    @Default("false") @Doc("Older form of platformRole admin. Default: false.")
        @Nullable Boolean isPlatformAdmin,
    @Default("false") @Doc("Stops the user from signing in. Default: false.")
        @Nullable Boolean disabled,
    @Doc("Public keys that open the user's workspaces.") List<SshKey> sshKeys)
    implements Wire {

  public UserSpec {
    sshKeys = Wire.list(sshKeys);
  }

  /** The ways to sign in. */
  public enum AuthType {
    @JsonProperty("sso")
    SSO,
    @JsonProperty("internal")
    INTERNAL
  }

  /** One public key. */
  public record SshKey(
      @Required
          @Length(min = 1, max = 63)
          @Doc("Label that tells the key from others, 1 to 63 characters.")
          String name,
      @Required
          @Length(min = 1)
          @Doc("The key as it stands in a .pub file, for example ssh-ed25519 AAAA....")
          String publicKey,
      @Doc("SHA256 fingerprint of the key; filled in by the server.") @Nullable String fingerprint,
      @Doc("When the key was added.") @Nullable Instant addedAt)
      implements Wire {}

  /** How the user signs in; absent means with a password. */
  public AuthType effectiveAuthType() {
    return authType == null ? AuthType.INTERNAL : authType;
  }

  /** The role on the platform, the older flag included. */
  public PlatformRole effectivePlatformRole() {
    if (Boolean.TRUE.equals(isPlatformAdmin)) {
      return PlatformRole.ADMIN;
    }
    return platformRole == null ? PlatformRole.NONE : platformRole;
  }
}
