package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.UnreadableInput;
import dev.butlerlabs.butler.providers.aws.machines.AwsClient.Service;
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
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Amazon Web Services, reached over their query APIs. */
public final class AwsProvider implements Provider {

  private static final String CA = "ca.crt";
  private static final String ENDPOINT = "endpoint";
  private static final String ROLE = "roleArn";
  private static final Pattern ROLE_ARN =
      Pattern.compile("arn:aws[a-z-]*:iam::\\d{12}:role/[\\w+=,.@/-]{1,512}");
  private static final int ACCOUNT = 4;
  private static final Pattern REGION = Pattern.compile("[a-z]{2}(-[a-z]+)+-\\d");

  private final InstantSource clock;
  private final @Nullable ProxySelector proxy;
  private final Duration deadline;

  /**
   * @param proxy between us and AWS; without one, what the JDK would do
   */
  public AwsProvider(InstantSource clock, @Nullable ProxySelector proxy) {
    this(clock, proxy, HttpSettings.USUAL_DEADLINE);
  }

  public AwsProvider(InstantSource clock, @Nullable ProxySelector proxy, Duration deadline) {
    this.clock = clock;
    this.proxy = proxy;
    this.deadline = deadline;
  }

  @Override
  public ProviderType type() {
    return ProviderType.AWS;
  }

  @Override
  public Opening open(Account account) {
    var settings = account.spec().aws();
    if (settings == null) {
      return refused(account, "spec.aws", "the section is missing");
    }
    // It becomes part of a host name.
    if (!REGION.matcher(settings.region()).matches()) {
      return refused(account, "spec.aws.region", "it is no region such as eu-central-1");
    }
    var credentials = account.credentials();
    var login = login(credentials);
    if (login.isEmpty()) {
      return refused(
          account,
          "the credentials Secret",
          "it does not hold both accessKeyID and secretAccessKey");
    }
    var role = credentials.find(ROLE).map(SecretText::reveal).map(String::strip);
    if (role.isPresent() && !ROLE_ARN.matcher(role.get()).matches()) {
      return refused(
          account,
          ROLE + " in the credentials Secret",
          "it is no role such as arn:aws:iam::123456789012:role/butler");
    }
    try {
      var logins = logins(account, settings.region(), login.get(), role);
      return new Opening.Opened(
          new AwsDriver(
              role.map(AwsProvider::number),
              client(Service.EC2, account, settings.region(), logins),
              client(Service.BALANCING, account, settings.region(), logins),
              client(Service.S3, account, settings.region(), logins),
              client(Service.QUOTAS, account, settings.region(), logins),
              settings,
              clock));
    } catch (UnreadableInput unreadable) {
      return refused(account, CA + " in the credentials Secret", "it is no certificate");
    } catch (IllegalArgumentException unreadable) {
      return refused(
          account, ENDPOINT + " in the credentials Secret", "it is no https URL with a host");
    }
  }

  /** The account that a role belongs to. */
  private static String number(String role) {
    return role.split(":", -1)[ACCOUNT];
  }

  /** The key itself, or a role that its owner takes on. */
  private Logins logins(Account account, String region, Login login, Optional<String> role) {
    return role.isEmpty()
        ? login
        : new RoleSession(
            client(Service.TOKENS, account, region, login),
            role.get(),
            account.config().toString(),
            clock);
  }

  private AwsClient client(Service service, Account account, String region, Logins login) {
    var credentials = account.credentials();
    var endpoint =
        credentials
            .find(ENDPOINT)
            .map(SecretText::reveal)
            .map(AwsProvider::endpoint)
            .orElseGet(() -> service.endpoint(region));
    var http =
        new PlatformHttp(
            HttpSettings.of(endpoint, trust(credentials)).through(proxy).within(deadline),
            credentials.all(),
            clock);
    return new AwsClient(http, service, region, endpoint, login, clock);
  }

  /** One place for all services, as emulators and gateways have it. */
  private static URI endpoint(String text) {
    var uri = URI.create(text.replaceAll("/+$", ""));
    if (!"https".equals(uri.getScheme())) {
      throw new IllegalArgumentException("user data would be readable on its way");
    }
    return uri;
  }

  private static Trust trust(Credentials credentials) {
    return credentials
        .find(CA)
        .or(() -> credentials.find("ca.pem"))
        .<Trust>map(pem -> new Trust.In(Pem.certificates(pem.reveal())))
        .orElseGet(Trust.OfTheSystem::new);
  }

  private static Optional<Login> login(Credentials credentials) {
    var id = credentials.find(CredentialKeys.AWS_ACCESS_KEY_ID).map(SecretText::reveal);
    var secret = credentials.find(CredentialKeys.AWS_SECRET_ACCESS_KEY);
    return id.isPresent() && secret.isPresent()
        ? Optional.of(
            new Login(
                id.get().strip(), secret.get(), credentials.find("sessionToken").orElse(null)))
        : Optional.empty();
  }

  private static Opening refused(Account account, String field, String detail) {
    return new Opening.Refused(
        new Fault.Invalid("open ProviderConfig " + account.config(), field, detail));
  }
}
