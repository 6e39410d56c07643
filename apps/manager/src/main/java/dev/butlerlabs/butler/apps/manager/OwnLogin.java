package dev.butlerlabs.butler.apps.manager;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Kubeconfig.Login;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The process's own way into the management cluster, for programs it starts. Made anew each time,
 * because a pod's token is renewed.
 */
record OwnLogin(Config access) implements Supplier<Kubeconfig> {

  @Override
  public Kubeconfig get() {
    var authorities =
        text(access.getCaCertData(), access.getCaCertFile())
            .map(Pem::certificates)
            .orElseThrow(() -> lacking("the authority of its API server"));
    return new Kubeconfig(
        "management",
        URI.create(access.getMasterUrl()),
        authorities,
        null,
        "manager",
        certificate().or(this::token).orElseThrow(() -> lacking("a certificate or token")),
        null);
  }

  private Optional<Login> certificate() {
    var chain = text(access.getClientCertData(), access.getClientCertFile());
    var key = text(access.getClientKeyData(), access.getClientKeyFile());
    return chain.flatMap(
        pem -> key.map(own -> new Login.Certificate(Pem.certificates(pem), SigningKey.parse(own))));
  }

  private Optional<Login> token() {
    var provider = access.getOauthTokenProvider();
    var token = provider == null ? access.getOauthToken() : provider.getToken();
    return Optional.ofNullable(token).filter(text -> !text.isEmpty()).map(Login.Token::new);
  }

  private static Optional<String> text(@Nullable String data, @Nullable String file) {
    if (data != null && !data.isEmpty()) {
      return Optional.of(new String(Base64.getMimeDecoder().decode(data), UTF_8));
    }
    try {
      return file == null || file.isEmpty()
          ? Optional.empty()
          : Optional.of(Files.readString(Path.of(file)));
    } catch (IOException failed) {
      throw new UncheckedIOException("the manager's own " + file + " cannot be read", failed);
    }
  }

  private static IllegalStateException lacking(String what) {
    return new IllegalStateException(
        "the manager's own access to the management cluster lacks %s, so Helm cannot use it; give it a kubeconfig that has one"
            .formatted(what));
  }

  /** The rest is secret. */
  @Override
  public String toString() {
    return "OwnLogin[" + access.getMasterUrl() + "]";
  }
}
