package dev.butlerlabs.butler.steward.store;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.steward.DataStore;
import dev.butlerlabs.butler.api.steward.DataStoreSpec;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Content;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.SecretKey;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Tls;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.steward.store.driver.Told;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads how a store is reached: from the DataStore itself and from the Secrets it names. */
record AccessReader(DataStore store, Function<ObjectKey, Optional<Secret>> secrets) {

  /** The Secrets a DataStore names. */
  static List<ObjectKey> named(DataStore store) {
    var spec = store.getSpec();
    if (spec == null) {
      return List.of();
    }
    return contents(spec).stream()
        .filter(content -> content.content() == null)
        .map(Content::secretReference)
        .flatMap(Stream::ofNullable)
        .filter(reference -> reference.name() != null && reference.namespace() != null)
        .map(AccessReader::key)
        .distinct()
        .toList();
  }

  private static List<Content> contents(DataStoreSpec spec) {
    var all = new ArrayList<@Nullable Content>();
    if (spec.basicAuth() != null) {
      all.add(spec.basicAuth().username());
      all.add(spec.basicAuth().password());
    }
    if (spec.tlsConfig() != null) {
      all.add(spec.tlsConfig().certificateAuthority().certificate());
      all.add(spec.tlsConfig().certificateAuthority().privateKey());
      var client = spec.tlsConfig().clientCertificate();
      if (client != null) {
        all.add(client.certificate());
        all.add(client.privateKey());
      }
    }
    return all.stream().flatMap(Stream::ofNullable).toList();
  }

  Told<Access> read() {
    var spec = store.getSpec();
    if (spec == null) {
      return refused("it has no spec", "add one");
    }
    return switch (spec.driver()) {
      case ETCD -> etcd(spec);
      case POSTGRESQL -> postgres(spec);
      case MYSQL, NATS ->
          refused("its driver is not served yet", "use one with driver etcd or PostgreSQL");
    };
  }

  /** Without an administrator's password nobody could make databases. */
  private Told<Access> postgres(DataStoreSpec spec) {
    var login = spec.basicAuth();
    if (login == null) {
      return refused("it has no basicAuth", "name the user and password of its administrator");
    }
    var tls = spec.tlsConfig();
    return text("basicAuth.username", login.username())
        .then(
            user ->
                text("basicAuth.password", login.password())
                    .then(
                        password ->
                            trusted(tls)
                                .then(
                                    trust ->
                                        self(tls)
                                            .map(
                                                self ->
                                                    new Access.Postgres(
                                                        store.getMetadata().getName(),
                                                        store.getMetadata().getUid(),
                                                        spec.endpoints(),
                                                        user.strip(),
                                                        password.strip(),
                                                        trust.orElse(null),
                                                        self.orElse(null))))));
  }

  private Told<Optional<String>> trusted(@Nullable Tls tls) {
    return tls == null
        ? Told.done(Optional.empty())
        : text(
                "tlsConfig.certificateAuthority.certificate",
                tls.certificateAuthority().certificate())
            .map(Optional::of);
  }

  private Told<Optional<Credential>> self(@Nullable Tls tls) {
    var client = tls == null ? null : tls.clientCertificate();
    return client == null
        ? Told.done(Optional.empty())
        : text("tlsConfig.clientCertificate.certificate", client.certificate())
            .then(
                certificate ->
                    text("tlsConfig.clientCertificate.privateKey", client.privateKey())
                        .then(key -> root(certificate, key)))
            .map(Optional::of);
  }

  private Told<Access> etcd(DataStoreSpec spec) {
    var tls = spec.tlsConfig();
    if (tls == null || tls.clientCertificate() == null) {
      return refused("it has no tlsConfig with a clientCertificate", "add both");
    }
    var authority = tls.certificateAuthority();
    var client = tls.clientCertificate();
    return text("tlsConfig.certificateAuthority.certificate", authority.certificate())
        .then(
            certificate ->
                text("tlsConfig.certificateAuthority.privateKey", authority.privateKey())
                    .then(key -> authority(certificate, key)))
        .then(
            signer ->
                text("tlsConfig.clientCertificate.certificate", client.certificate())
                    .then(
                        certificate ->
                            text("tlsConfig.clientCertificate.privateKey", client.privateKey())
                                .then(key -> root(certificate, key)))
                    .map(
                        root ->
                            new Access.Etcd(
                                store.getMetadata().getName(),
                                store.getMetadata().getUid(),
                                spec.endpoints(),
                                signer,
                                root)));
  }

  private Told<CertificateAuthority> authority(String certificate, String key) {
    try {
      return Told.done(CertificateAuthority.parse(certificate, key));
    } catch (IllegalArgumentException unreadable) {
      return refused(
          "tlsConfig.certificateAuthority cannot be used: " + unreadable.getMessage(),
          "put the PEM of a CA certificate and of its key there");
    }
  }

  private Told<Credential> root(String certificate, String key) {
    try {
      return Told.done(Credential.parse(certificate, key));
    } catch (IllegalArgumentException unreadable) {
      return refused(
          "tlsConfig.clientCertificate cannot be used: " + unreadable.getMessage(),
          "put the PEM of the user root's certificate and of its key there");
    }
  }

  private Told<String> text(String field, @Nullable Content content) {
    if (content != null && content.content() != null) {
      return decoded(field + ".content", content.content());
    }
    var reference = content == null ? null : content.secretReference();
    if (reference == null || reference.name() == null || reference.namespace() == null) {
      return refused(
          field + " names neither content nor a Secret with name and namespace", "name one");
    }
    var secret = secrets.apply(key(reference));
    if (secret.isEmpty()) {
      return refused(
          "%s: there is no Secret %s".formatted(field, key(reference)),
          "create it, or name another");
    }
    var data = secret.get().getData();
    var value = data == null ? null : data.get(reference.keyPath());
    return value == null
        ? refused(
            "%s: Secret %s has no key '%s'".formatted(field, key(reference), reference.keyPath()),
            "add it, or name another")
        : decoded(field, value);
  }

  private Told<String> decoded(String field, String base64) {
    try {
      return Told.done(new String(Base64.getMimeDecoder().decode(base64), UTF_8));
    } catch (IllegalArgumentException broken) {
      return refused(field + " is no base64", "encode it");
    }
  }

  private <T> Told<T> refused(String trouble, String remedy) {
    return new Told.Refused<>(
        new Problem("DataStore " + store.getMetadata().getName(), trouble, remedy));
  }

  private static ObjectKey key(SecretKey reference) {
    return new ObjectKey(
        Objects.requireNonNullElse(reference.namespace(), ""),
        Objects.requireNonNullElse(reference.name(), ""));
  }
}
