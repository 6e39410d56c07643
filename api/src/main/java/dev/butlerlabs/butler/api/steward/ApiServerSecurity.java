package dev.butlerlabs.butler.api.steward;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.ListType;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Who may call the API server, what is written down about it, and how data is stored. */
public record ApiServerSecurity(
    @Doc("What is written down about requests. Left out: nothing.") @Nullable Audit audit,
    @Doc("Encryption of what the API server stores. Left out: stored as it is.")
        @Nullable Encryption encryption,
    @Doc("People sign in with an OpenID Connect provider. Left out: certificates and tokens only.")
        @Nullable Oidc oidc)
    implements Wire {

  /** Which requests the API server writes down. */
  public record Audit(
      @Required
          @Length(min = 1)
          @Doc(
              "ConfigMap in the control plane's namespace with the audit policy (audit.k8s.io/v1"
                  + " Policy).")
          String policyConfigMapName,
      @Default("policy.yaml") @Doc("Key of the policy in the ConfigMap; policy.yaml when left out.")
          @Nullable String policyKey)
      implements Wire {}

  /** Encryption at rest with keys that Steward makes and keeps in a Secret. */
  public record Encryption(
      @Default("[\"secrets\"]")
          @Items(min = 1)
          @ListType("set")
          @Doc("Resources to encrypt, as resource or resource.group; secrets when left out.")
          List<String> resources,
      @Default("secretbox")
          @Doc(
              "Cipher for new writes, secretbox or aescbc; secretbox when left out. What was"
                  + " written before stays readable.")
          @Nullable Cipher cipher)
      implements Wire {

    public Encryption {
      resources = Wire.list(resources);
    }
  }

  /** How stored data is encrypted. */
  public enum Cipher {
    @JsonProperty("secretbox")
    SECRETBOX,
    @JsonProperty("aescbc")
    AESCBC
  }

  /** A provider of signed-in people. */
  public record Oidc(
      @Required
          @Rule(
              value = "self.startsWith('https://')",
              message = "the issuer must be an https:// address")
          @Doc("Address of the provider, exactly as in the iss claim of its tokens; https only.")
          String issuerURL,
      @Required @Length(min = 1) @Doc("Client that tokens must be made for (aud claim).")
          String clientID,
      @Default("sub") @Doc("Claim with the user's name; sub when left out.")
          @Nullable String usernameClaim,
      @Default("oidc:")
          @Doc("Put before user names so that they never meet others; oidc: when left out.")
          @Nullable String usernamePrefix,
      @Doc("Claim with the user's groups. Left out: no groups.") @Nullable String groupsClaim,
      @Default("oidc:")
          @Doc("Put before group names so that they never meet others; oidc: when left out.")
          @Nullable String groupsPrefix,
      @Doc("Claims a token must have, with these values.") Map<String, String> requiredClaims,
      @Doc(
              "Secret in the control plane's namespace whose ca.crt the provider's certificate is"
                  + " checked with. Left out: public authorities.")
          @Nullable String caSecretName)
      implements Wire {

    public Oidc {
      requiredClaims = Wire.map(requiredClaims);
    }
  }
}
