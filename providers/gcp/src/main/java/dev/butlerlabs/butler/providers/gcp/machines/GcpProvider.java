package dev.butlerlabs.butler.providers.gcp.machines;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.UnreadableInput;
import dev.butlerlabs.butler.providers.http.HttpSettings;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.http.Trust;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Google Cloud, reached over its HTTP APIs with the key of a service account. */
public final class GcpProvider implements Provider {

  private static final String CA = "ca.crt";
  private static final String PROJECT = "[a-z][a-z0-9.:-]{4,61}[a-z0-9]";
  private static final String PLACE = "[a-z]([a-z0-9-]{0,61}[a-z0-9])?";

  private final InstantSource clock;
  private final @Nullable ProxySelector proxy;
  private final Endpoints endpoints;
  private final Duration deadline;

  /**
   * @param proxy between us and Google; without one, what the JDK would do
   */
  public GcpProvider(InstantSource clock, @Nullable ProxySelector proxy) {
    this(clock, proxy, Endpoints.OF_GOOGLE, HttpSettings.USUAL_DEADLINE);
  }

  public GcpProvider(
      InstantSource clock, @Nullable ProxySelector proxy, Endpoints endpoints, Duration deadline) {
    this.clock = clock;
    this.proxy = proxy;
    this.endpoints = endpoints;
    this.deadline = deadline;
  }

  @Override
  public ProviderType type() {
    return ProviderType.GCP;
  }

  @Override
  public Opening open(Account account) {
    var settings = account.spec().gcp();
    if (settings == null) {
      return refused(account, "spec.gcp", "the section is missing");
    }
    if (!settings.projectID().matches(PROJECT)) {
      return refused(account, "spec.gcp.projectID", "it is no id of a project");
    }
    var zone = settings.zone();
    if (!settings.region().matches(PLACE)
        || (zone != null && !zone.isEmpty() && !zone.matches(PLACE))) {
      return refused(
          account, "spec.gcp.region and spec.gcp.zone", "they are no names of a region and a zone");
    }
    var file = account.credentials().find(CredentialKeys.GCP_SERVICE_ACCOUNT_KEY);
    if (file.isEmpty()) {
      return refused(account, "the credentials Secret", "it holds no key of a service account");
    }
    var key = ServiceAccountKey.read(file.get());
    if (key.isEmpty()) {
      return refused(
          account,
          "serviceAccountKey in the credentials Secret",
          "it is not the JSON key file of a service account");
    }
    try {
      var trust = trust(account);
      var secrets = new ArrayList<>(account.credentials().all());
      secrets.addAll(key.get().secrets());
      var tokens =
          new AccessTokens(
              http(endpoints.token().resolve("/"), trust, secrets),
              key.get(),
              endpoints.token(),
              clock);
      return new Opening.Opened(
          new GcpDriver(
              new GcpClient(http(endpoints.compute(), trust, secrets), tokens),
              new GcpClient(http(endpoints.resourceManager(), trust, secrets), tokens),
              tokens,
              settings,
              clock));
    } catch (UnreadableInput unreadable) {
      return refused(account, CA + " in the credentials Secret", "it is no certificate");
    }
  }

  private PlatformHttp http(URI base, Trust trust, List<SecretText> secrets) {
    var bare = URI.create(base.toString().replaceAll("/+$", ""));
    return new PlatformHttp(
        HttpSettings.of(bare, trust).through(proxy).within(deadline), secrets, clock);
  }

  private static Opening refused(Account account, String field, String detail) {
    return new Opening.Refused(
        new Fault.Invalid("open ProviderConfig " + account.config(), field, detail));
  }

  /** For networks that look into TLS; Google's own certificates need none. */
  private static Trust trust(Account account) {
    var ca = account.credentials().find(CA).or(() -> account.credentials().find("ca.pem"));
    return ca.<Trust>map(pem -> new Trust.In(Pem.certificates(pem.reveal())))
        .orElseGet(Trust.OfTheSystem::new);
  }
}
