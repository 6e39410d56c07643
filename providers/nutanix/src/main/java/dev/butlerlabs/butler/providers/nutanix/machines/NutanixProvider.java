package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.infra.NutanixSettings;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.UnreadableInput;
import dev.butlerlabs.butler.providers.http.HttpSettings;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.http.Trust;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;

/** Nutanix AHV, reached through Prism Central. */
public final class NutanixProvider implements Provider {

  private static final int USUAL_PORT = 9440;

  private final InstantSource clock;
  private final @Nullable ProxySelector proxy;
  private final Duration deadline;

  /**
   * @param proxy between us and every Prism Central; without one, what the JDK would do
   */
  public NutanixProvider(InstantSource clock, @Nullable ProxySelector proxy) {
    this(clock, proxy, HttpSettings.USUAL_DEADLINE);
  }

  public NutanixProvider(InstantSource clock, @Nullable ProxySelector proxy, Duration deadline) {
    this.clock = clock;
    this.proxy = proxy;
    this.deadline = deadline;
  }

  @Override
  public ProviderType type() {
    return ProviderType.NUTANIX;
  }

  @Override
  public Opening open(Account account) {
    var settings = account.spec().nutanix();
    if (settings == null) {
      return refused(account, "spec.nutanix", "the section is missing");
    }
    var user = account.credentials().find(CredentialKeys.NUTANIX_USERNAME);
    var password = account.credentials().find(CredentialKeys.NUTANIX_PASSWORD);
    if (user.isEmpty() || password.isEmpty()) {
      return refused(
          account, "the credentials Secret", "it does not hold both username and password");
    }
    try {
      var http =
          new PlatformHttp(
              HttpSettings.of(endpoint(settings), trust(account, settings))
                  .through(proxy)
                  .within(deadline),
              account.credentials().all(),
              clock);
      return new Opening.Opened(
          driver(new PrismClient(http, user.get().reveal(), password.get()), settings));
    } catch (UnreadableInput unreadable) {
      return refused(account, "ca.pem in the credentials Secret", "it is no certificate");
    } catch (IllegalArgumentException unreadable) {
      return refused(account, "spec.nutanix.endpoint", "it is no URL with a host");
    }
  }

  private Driver driver(PrismClient client, NutanixSettings settings) {
    return switch (settings.effectiveApiVersion()) {
      case V3 -> {
        var api = new V3Api(client);
        yield new NutanixDriver(
            client,
            settings,
            api,
            new V3Machines(api, settings, clock),
            new V3Images(api, clock),
            clock);
      }
      case V4 -> {
        var api = new V4Api(client);
        yield new NutanixDriver(
            client,
            settings,
            api,
            new V4Machines(api, settings, clock),
            new V3Images(new V3Api(client), clock),
            clock);
      }
    };
  }

  private static Opening refused(Account account, String field, String detail) {
    return new Opening.Refused(
        new Fault.Invalid("open ProviderConfig " + account.config(), field, detail));
  }

  /**
   * Scheme, host and port; paths users copy from their browser are left out. A port in the URL says
   * more than the field, whose schema fills in a default.
   */
  private static URI endpoint(NutanixSettings settings) {
    var url = URI.create(settings.endpoint());
    var port = settings.port() == null ? USUAL_PORT : settings.port();
    if (url.getHost() == null) {
      throw new IllegalArgumentException("no host");
    }
    return URI.create(
        "%s://%s:%d"
            .formatted(url.getScheme(), url.getHost(), url.getPort() < 0 ? port : url.getPort()));
  }

  private static Trust trust(Account account, NutanixSettings settings) {
    if (Boolean.TRUE.equals(settings.insecure())) {
      return new Trust.Anything();
    }
    return account
        .credentials()
        .find(CredentialKeys.NUTANIX_CA)
        .map(SecretText::reveal)
        .<Trust>map(pem -> new Trust.In(Pem.certificates(pem)))
        .orElseGet(Trust.OfTheSystem::new);
  }
}
