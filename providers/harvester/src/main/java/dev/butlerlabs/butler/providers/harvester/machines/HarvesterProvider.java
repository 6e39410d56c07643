package dev.butlerlabs.butler.providers.harvester.machines;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.providers.http.HttpSettings;
import dev.butlerlabs.butler.providers.http.Proxies;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.Redaction;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Harvester, reached over its Kubernetes API. */
public final class HarvesterProvider implements Provider {

  private final @Nullable ProxySelector proxy;
  private final Duration deadline;

  /**
   * @param proxy between us and every Harvester, or none; one in a kubeconfig goes before it
   */
  public HarvesterProvider(@Nullable ProxySelector proxy) {
    this(proxy, HttpSettings.USUAL_DEADLINE);
  }

  public HarvesterProvider(@Nullable ProxySelector proxy, Duration deadline) {
    this.proxy = proxy;
    this.deadline = deadline;
  }

  @Override
  public ProviderType type() {
    return ProviderType.HARVESTER;
  }

  @Override
  public Opening open(Account account) {
    var settings = account.spec().harvester();
    if (settings == null) {
      return refused(account, "spec.harvester", "the section is missing");
    }
    if (!Orders.isQualified(settings.networkName())) {
      return refused(account, "spec.harvester.networkName", "it is not written namespace/name");
    }
    var kubeconfig = kubeconfig(account);
    if (kubeconfig.isEmpty()) {
      return refused(
          account,
          "the credentials Secret",
          "it holds no kubeconfig; store one under the key kubeconfig, or name its key in"
              + " credentialsRef.key");
    }
    var authority =
        account.credentials().find("ca.crt").or(() -> account.credentials().find("ca.pem"));
    return switch (Access.read(kubeconfig.get(), settings.endpoint(), authority.orElse(null))) {
      case Access.Unusable(var field, var why) -> refused(account, field, why);
      case Access.Usable usable -> opened(account, usable);
    };
  }

  private static Optional<SecretText> kubeconfig(Account account) {
    var named = account.spec().effectiveCredentialsRef().map(SecretRef::key);
    return named
        .filter(key -> !key.isEmpty())
        .flatMap(key -> account.credentials().find(key))
        .or(() -> account.credentials().find(CredentialKeys.HARVESTER_KUBECONFIG));
  }

  private Opening opened(Account account, Access.Usable access) {
    var config = access.config();
    config.setConnectionTimeout((int) deadline.toMillis());
    config.setRequestTimeout((int) deadline.toMillis());
    if (config.getHttpsProxy() == null) {
      Proxies.between(proxy, URI.create(config.getMasterUrl()))
          .ifPresent(
              way -> config.setHttpsProxy("http://" + way.getHostString() + ":" + way.getPort()));
    }
    var secrets = new ArrayList<>(account.credentials().all());
    secrets.addAll(access.secrets());
    try {
      var client = new KubernetesClientBuilder().withConfig(new Quiet(config)).build();
      // Connections are set up here, so that what cannot be read is found out now.
      client.getHttpClient();
      return new Opening.Opened(
          new HarvesterDriver(
              new KubeApi(client, Redaction.of(secrets), deadline),
              Objects.requireNonNull(account.spec().harvester())));
    } catch (KubernetesClientException unreadable) {
      return refused(
          account,
          "the certificates in the kubeconfig, or ca.crt in the credentials Secret",
          "they cannot be read");
    }
  }

  private static Opening refused(Account account, String field, String detail) {
    return new Opening.Refused(
        new Fault.Invalid("open ProviderConfig " + account.config(), field, detail));
  }

  /** The library's own text shows every credential. */
  private static final class Quiet extends Config {

    Quiet(Config of) {
      super(of);
    }

    @Override
    public String toString() {
      return "access to " + getMasterUrl();
    }
  }
}
