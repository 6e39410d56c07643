package dev.butlerlabs.butler.providers.azure.machines;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.infra.AzureSettings;
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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Azure, reached over Resource Manager. */
public final class AzureProvider implements Provider {

  private static final String CA = "ca.crt";
  private static final String SECRET = "the credentials Secret";

  /** An id, or one of a directory's domains; never something that changes a path. */
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9._-]+");

  /** Resource groups may have brackets, too. */
  private static final Pattern GROUP = Pattern.compile("[\\w().-]+");

  private final InstantSource clock;
  private final @Nullable ProxySelector proxy;
  private final Endpoints endpoints;
  private final Duration deadline;
  private final OrphanKey key = new OrphanKey();

  /**
   * The public cloud.
   *
   * @param proxy between us and Azure; without one, what the JDK would do
   */
  public AzureProvider(InstantSource clock, @Nullable ProxySelector proxy) {
    this(clock, proxy, Endpoints.PUBLIC, HttpSettings.USUAL_DEADLINE);
  }

  public AzureProvider(
      InstantSource clock, @Nullable ProxySelector proxy, Endpoints endpoints, Duration deadline) {
    this.clock = clock;
    this.proxy = proxy;
    this.endpoints = endpoints;
    this.deadline = deadline;
  }

  @Override
  public ProviderType type() {
    return ProviderType.AZURE;
  }

  @Override
  public Opening open(Account account) {
    var settings = account.spec().azure();
    if (settings == null) {
      return refused(account, "spec.azure", "the section is missing");
    }
    var principal = principal(account.credentials());
    if (principal.isEmpty()) {
      return refused(account, SECRET, "it holds no clientID, clientSecret and tenantID");
    }
    if (!PLAIN.matcher(principal.get().tenant()).matches()) {
      return refused(account, "tenantID in " + SECRET, "it is no id of a directory");
    }
    var place = place(account, settings);
    if (!PLAIN.matcher(place.subscription()).matches()) {
      return refused(account, "spec.azure.subscriptionID", "it is no id of a subscription");
    }
    if (!GROUP.matcher(place.group()).matches()) {
      return refused(account, "spec.azure.resourceGroup", "it is no name of a resource group");
    }
    var unfit = unfit(account, settings);
    if (unfit.isPresent()) {
      return refused(account, unfit.get(), "it has characters that no name on Azure has");
    }
    try {
      return new Opening.Opened(driver(account, settings, place, principal.get()));
    } catch (UnreadableInput unreadable) {
      return refused(account, CA + " in " + SECRET, "it is no certificate");
    }
  }

  /** The first setting that would not stand in a path as what it is. */
  private static Optional<String> unfit(Account account, AzureSettings settings) {
    var names = new LinkedHashMap<String, @Nullable String>();
    names.put("spec.azure.location", settings.location());
    names.put("spec.azure.vnetName", settings.vnetName());
    names.put("spec.azure.subnetName", settings.subnetName());
    names.put(
        "securityGroupName in " + SECRET,
        text(account.credentials(), CredentialKeys.AZURE_SECURITY_GROUP_NAME).orElse(null));
    return names.entrySet().stream()
        .filter(
            name ->
                name.getValue() != null
                    && !name.getValue().isEmpty()
                    && !GROUP.matcher(name.getValue()).matches())
        .map(Map.Entry::getKey)
        .findFirst();
  }

  private AzureDriver driver(
      Account account, AzureSettings settings, Place place, SignIn.Principal principal) {
    var trust = trust(account.credentials());
    var signIn =
        new SignIn(http(account, endpoints.login(), trust), principal, endpoints.scope(), clock);
    var client =
        new AzureClient(http(account, endpoints.manager(), trust), endpoints.manager(), signIn);
    var securityGroup =
        text(account.credentials(), CredentialKeys.AZURE_SECURITY_GROUP_NAME).orElse(null);
    return new AzureDriver(client, place, settings, securityGroup, key, clock);
  }

  private PlatformHttp http(Account account, URI base, Trust trust) {
    return new PlatformHttp(
        HttpSettings.of(base, trust).through(proxy).within(deadline),
        account.credentials().find(CredentialKeys.AZURE_CLIENT_SECRET).stream().toList(),
        clock);
  }

  private static Opening refused(Account account, String field, String detail) {
    return new Opening.Refused(
        new Fault.Invalid("open ProviderConfig " + account.config(), field, detail));
  }

  /** The ProviderConfig's subscription counts; at bootstrap the Secret may hold it. */
  private static Place place(Account account, AzureSettings settings) {
    var subscription =
        settings.subscriptionID().isEmpty()
            ? text(account.credentials(), CredentialKeys.AZURE_SUBSCRIPTION_ID).orElse("")
            : settings.subscriptionID();
    return new Place(subscription, settings.resourceGroup());
  }

  private static Optional<SignIn.Principal> principal(Credentials credentials) {
    var tenant = text(credentials, CredentialKeys.AZURE_TENANT_ID);
    var client = text(credentials, CredentialKeys.AZURE_CLIENT_ID);
    var secret = credentials.find(CredentialKeys.AZURE_CLIENT_SECRET);
    return tenant.isPresent() && client.isPresent() && secret.isPresent()
        ? Optional.of(new SignIn.Principal(tenant.get(), client.get(), secret.get()))
        : Optional.empty();
  }

  private static Optional<String> text(Credentials credentials, CredentialKeys key) {
    return credentials.find(key).map(SecretText::reveal);
  }

  private static Trust trust(Credentials credentials) {
    return credentials
        .find(CA)
        .or(() -> credentials.find("ca.pem"))
        .<Trust>map(pem -> new Trust.In(Pem.certificates(pem.reveal())))
        .orElseGet(Trust.OfTheSystem::new);
  }
}
