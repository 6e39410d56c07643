package dev.butlerlabs.butler.api.tenancy;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Format;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** How to sign in at an identity provider and what its groups mean. */
@Rule(
    value = "has(self.oidc) || (oldSelf.hasValue() && !has(oldSelf.value().oidc))",
    message = "an identity provider of type oidc needs its settings: fill in spec.oidc",
    fieldPath = ".oidc",
    optionalOldSelf = true)
public record IdentityProviderSpec(
    @Required @Doc("Protocol spoken; oidc is the only one.") Type type,
    @Doc(
            "Text on the sign-in button. Left out: Google, Microsoft or Okta by issuer, else the name.")
        @Nullable String displayName,
    @Doc("Settings of OpenID Connect; needed for type oidc.") @Nullable Oidc oidc,
    @Doc("Groups whose members get a role on the platform; of several the strongest counts.")
        List<PlatformRoleGroup> platformRoleGroups)
    implements Wire {

  public IdentityProviderSpec {
    platformRoleGroups = Wire.list(platformRoleGroups);
  }

  /** The protocols spoken. */
  public enum Type {
    @JsonProperty("oidc")
    OIDC
  }

  /** A group and the role its members get. */
  public record PlatformRoleGroup(
      @Required
          @Length(min = 1)
          @Doc(
              "Group as the provider names it; compared after trimming, without domain or DN parts.")
          String name,
      @Required @Doc("Role on the platform: admin or viewer.") GrantedRole role)
      implements Wire {}

  /** The roles a group can give. */
  public enum GrantedRole {
    @JsonProperty("admin")
    ADMIN,
    @JsonProperty("viewer")
    VIEWER
  }

  /** One OpenID Connect client. */
  public record Oidc(
      @Required
          @Pattern("^https://")
          @Doc(
              "Issuer, starting with https://. Its settings are read from"
                  + " /.well-known/openid-configuration below it.")
          String issuerURL,
      @Required @Length(min = 1) @Doc("Client id that the provider gave this platform.")
          String clientID,
      @Required @Doc("Secret with the client secret; key client-secret unless another is named.")
          SecretRef clientSecretRef,
      @Required
          @Pattern("^https?://")
          @Doc("Address the provider sends users back to, as registered there.")
          String redirectURL,
      @Doc("Scopes asked for. Empty: openid, email and profile.") List<String> scopes,
      @Default("email") @Doc("Claim with the user's email. Default: email.")
          @Nullable String emailClaim,
      @Default("groups")
          @Doc("Claim with the user's groups. Default: groups. Empty text: groups are not read.")
          @Nullable String groupsClaim,
      @Doc("Lets in only users of this Google Workspace domain.") @Nullable String hostedDomain,
      @Default("false")
          @Doc("Trusts any certificate of the provider; for trials only. Default: false.")
          @Nullable Boolean insecureSkipVerify,
      @Doc("Looks up groups at Google Workspace, whose tokens carry none.")
          @Nullable GoogleWorkspace googleWorkspace)
      implements Wire {

    private static final List<String> USUAL_SCOPES = List.of("openid", "email", "profile");

    public Oidc {
      scopes = Wire.list(scopes);
    }

    /** The scopes to ask for. */
    public List<String> effectiveScopes() {
      return scopes.isEmpty() ? USUAL_SCOPES : scopes;
    }

    /** The claim with the email. */
    public String effectiveEmailClaim() {
      return emailClaim == null || emailClaim.isEmpty() ? "email" : emailClaim;
    }

    /** The claim with the groups; empty when they are switched off by an empty text. */
    public Optional<String> effectiveGroupsClaim() {
      return Optional.of(groupsClaim == null ? "groups" : groupsClaim)
          .filter(claim -> !claim.isEmpty());
    }
  }

  /** How groups are looked up at Google Workspace. */
  public record GoogleWorkspace(
      @Required
          @Doc("Secret with the key of a service account; key service-account.json unless named.")
          SecretRef serviceAccountSecretRef,
      @Required @Format("email") @Doc("Email of the administrator the service account acts as.")
          String adminEmail)
      implements Wire {}
}
