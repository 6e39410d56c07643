package dev.butlerlabs.butler.providers.proxmox.machines;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.UnreadableInput;
import dev.butlerlabs.butler.providers.http.HttpSettings;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.http.Trust;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Proxmox VE, reached over its HTTP API. */
public final class ProxmoxProvider implements Provider {

  private static final String CA = "ca.crt";

  private final InstantSource clock;
  private final @Nullable ProxySelector proxy;
  private final Duration deadline;

  /**
   * @param proxy between us and every Proxmox; without one, what the JDK would do
   */
  public ProxmoxProvider(InstantSource clock, @Nullable ProxySelector proxy) {
    this(clock, proxy, HttpSettings.USUAL_DEADLINE);
  }

  public ProxmoxProvider(InstantSource clock, @Nullable ProxySelector proxy, Duration deadline) {
    this.clock = clock;
    this.proxy = proxy;
    this.deadline = deadline;
  }

  @Override
  public ProviderType type() {
    return ProviderType.PROXMOX;
  }

  @Override
  public Opening open(Account account) {
    var settings = account.spec().proxmox();
    if (settings == null) {
      return refused(account, "spec.proxmox", "the section is missing");
    }
    var login = login(account.credentials());
    if (login.isEmpty()) {
      return refused(
          account,
          "the credentials Secret",
          "it holds neither token and tokenSecret nor username and password");
    }
    try {
      var http =
          new PlatformHttp(
              HttpSettings.of(endpoint(account, settings), trust(account, settings))
                  .through(proxy)
                  .within(deadline),
              account.credentials().all(),
              clock);
      return new Opening.Opened(
          new ProxmoxDriver(
              new ProxmoxClient(http, login.get()), settings, account.spec().network(), clock));
    } catch (UnreadableInput unreadable) {
      return refused(account, CA + " in the credentials Secret", "it is no certificate");
    } catch (IllegalArgumentException unreadable) {
      return refused(account, "spec.proxmox.endpoint", "it is no URL with a host");
    }
  }

  private static Opening refused(Account account, String field, String detail) {
    return new Opening.Refused(
        new Fault.Invalid("open ProviderConfig " + account.config(), field, detail));
  }

  /** The ProviderConfig's endpoint counts; users append the API's own path to it at times. */
  private static URI endpoint(Account account, ProxmoxSettings settings) {
    var text =
        settings.endpoint().isEmpty()
            ? account
                .credentials()
                .find(CredentialKeys.PROXMOX_ENDPOINT)
                .map(SecretText::reveal)
                .orElse("")
            : settings.endpoint();
    return URI.create(text.replaceAll("/+(api2(/json|/extjs)?/*)?$", ""));
  }

  private static Trust trust(Account account, ProxmoxSettings settings) {
    if (Boolean.TRUE.equals(settings.insecure())) {
      return new Trust.Anything();
    }
    return account
        .credentials()
        .find(CredentialKeys.PROXMOX_CA)
        .<Trust>map(pem -> new Trust.In(Pem.certificates(pem.reveal())))
        .orElseGet(Trust.OfTheSystem::new);
  }

  /**
   * A token wins over a password. A token may stand whole in one value, {@code
   * user@realm!name=secret}.
   */
  private Optional<Login> login(Credentials credentials) {
    var token = credentials.find(CredentialKeys.PROXMOX_TOKEN_ID).map(SecretText::reveal);
    var secret = credentials.find(CredentialKeys.PROXMOX_TOKEN_SECRET);
    if (token.isPresent() && secret.isPresent()) {
      return Optional.of(new Login.Token(token.get(), secret.get()));
    }
    if (token.isPresent() && token.get().matches("[^=]+![^=]+=.+")) {
      var at = token.get().indexOf('=');
      return Optional.of(
          new Login.Token(
              token.get().substring(0, at), new SecretText(token.get().substring(at + 1))));
    }
    var user = credentials.find(CredentialKeys.PROXMOX_USERNAME).map(SecretText::reveal);
    var password = credentials.find(CredentialKeys.PROXMOX_PASSWORD);
    return user.isPresent() && password.isPresent()
        ? Optional.of(new Login.Password(user.get(), password.get(), clock))
        : Optional.empty();
  }
}
