package dev.butlerlabs.butler.api.steward;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Format;
import dev.butlerlabs.butler.api.schema.Items;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Range;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import dev.butlerlabs.butler.kernel.Quantity;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What kind of store it is and how it is reached. */
@Rule(
    value =
        "(self.driver == \"etcd\") ? (self.tlsConfig != null &&"
            + " (has(self.tlsConfig.certificateAuthority.privateKey.secretReference) ||"
            + " has(self.tlsConfig.certificateAuthority.privateKey.content))) : true",
    message =
        "driver etcd needs tlsConfig.certificateAuthority.privateKey, by content or"
            + " secretReference: it signs the tenants' client certificates")
@Rule(
    value =
        "(self.driver == \"etcd\") ? (self.tlsConfig != null &&"
            + " (has(self.tlsConfig.clientCertificate.certificate.secretReference) ||"
            + " has(self.tlsConfig.clientCertificate.certificate.content))) : true",
    message =
        "driver etcd needs tlsConfig.clientCertificate.certificate, by content or secretReference:"
            + " the root user signs in with it")
@Rule(
    value =
        "(self.driver == \"etcd\") ? (self.tlsConfig != null &&"
            + " (has(self.tlsConfig.clientCertificate.privateKey.secretReference) ||"
            + " has(self.tlsConfig.clientCertificate.privateKey.content))) : true",
    message =
        "driver etcd needs tlsConfig.clientCertificate.privateKey, by content or secretReference:"
            + " the root user signs in with it")
@Rule(
    value =
        "(self.driver != \"etcd\" && has(self.tlsConfig) && has(self.tlsConfig.clientCertificate))"
            + " ? (((has(self.tlsConfig.clientCertificate.certificate.secretReference) ||"
            + " has(self.tlsConfig.clientCertificate.certificate.content)))) : true",
    message =
        "tlsConfig.clientCertificate.certificate needs content or secretReference; leave"
            + " clientCertificate out when the store asks for none")
@Rule(
    value =
        "(self.driver != \"etcd\" && has(self.basicAuth)) ?"
            + " ((has(self.basicAuth.username.secretReference) ||"
            + " has(self.basicAuth.username.content))) : true",
    message = "basicAuth.username needs content or secretReference")
@Rule(
    value =
        "(self.driver != \"etcd\" && has(self.basicAuth)) ?"
            + " ((has(self.basicAuth.password.secretReference) ||"
            + " has(self.basicAuth.password.content))) : true",
    message = "basicAuth.password needs content or secretReference")
@Rule(
    value = "(self.driver != \"etcd\") ? (has(self.tlsConfig) || has(self.basicAuth)) : true",
    message =
        "this driver needs tlsConfig or basicAuth; without either anybody could read the store")
@Rule(
    value =
        "self.driver != \"etcd\" || (has(self.tlsConfig) && has(self.tlsConfig.clientCertificate)"
            + " && has(self.tlsConfig.certificateAuthority.privateKey))",
    message =
        "driver etcd needs tlsConfig with certificateAuthority.privateKey and clientCertificate")
public record DataStoreSpec(
    @Required
        @Rule(
            value = "self == oldSelf",
            message =
                "driver cannot be changed; create another DataStore and move the tenants there")
        @Doc("What the store is: etcd, MySQL, PostgreSQL or NATS. Fixed.")
        Driver driver,
    @Required
        @Items(min = 1)
        @Doc(
            "Where the store is reached, each as host:port without a scheme; all but etcd use the"
                + " first only.")
        List<String> endpoints,
    @Doc("User and password of the store's administrator; not for etcd.")
        @Nullable BasicAuth basicAuth,
    @Doc("Certificates for the connection; a must for etcd.") @Nullable Tls tlsConfig,
    @Doc("How much one tenant may keep in the store. Left out: as much as there is room for.")
        @Nullable TenantBudget tenantBudget)
    implements Wire {

  public DataStoreSpec {
    endpoints = Wire.list(endpoints);
  }

  /** How much one tenant may keep. */
  public record TenantBudget(
      @Doc("Size of its data, for example 500Mi.") @Nullable Quantity storage,
      @Range(min = 1) @Doc("Number of its keys; about one per object.") @Nullable Long keys)
      implements Wire {}

  /** What a store is. */
  public enum Driver {
    @JsonProperty("etcd")
    ETCD,
    @JsonProperty("MySQL")
    MYSQL,
    @JsonProperty("PostgreSQL")
    POSTGRESQL,
    @JsonProperty("NATS")
    NATS
  }

  /** The administrator of the store. */
  public record BasicAuth(
      @Required @Doc("Name of the administrator.") Content username,
      @Required @Doc("Password of the administrator.") Content password)
      implements Wire {}

  /** Certificates for the connection. */
  public record Tls(
      @Required @Doc("Authority that signed the store's certificate.")
          Authority certificateAuthority,
      @Doc("Certificate of the store's administrator.")
          @Nullable ClientCertificate clientCertificate)
      implements Wire {}

  /** An authority. */
  public record Authority(
      @Required @Doc("Its certificate, PEM.") Content certificate,
      @Doc("Its key, PEM; needed for etcd, where it signs the tenants' client certificates.")
          @Nullable Content privateKey)
      implements Wire {}

  /** A client certificate. */
  public record ClientCertificate(
      @Required @Doc("The certificate, PEM.") Content certificate,
      @Required @Doc("Its key, PEM.") Content privateKey)
      implements Wire {}

  /** Something secret, given here or named in a Secret. */
  public record Content(
      @Format("byte") @Doc("The value itself, base64; wins over secretReference. Prefer a Secret.")
          @Nullable String content,
      @Doc("Where the value is.") @Nullable SecretKey secretReference)
      implements Wire {}

  /** One key of a Secret. */
  public record SecretKey(
      @Doc("Name of the Secret.") @Nullable String name,
      @Doc("Namespace of the Secret.") @Nullable String namespace,
      @Required @Length(min = 1) @Doc("Key in the Secret.") String keyPath)
      implements Wire {}
}
