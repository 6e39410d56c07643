package dev.butlerlabs.butler.providers.nutanix.infrastructure;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.infra.NutanixSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import java.util.List;
import java.util.regex.Pattern;

/** Where Prism Central answers, and how CAPX is told its account. */
record PrismCentral(String host, int port) {

  private static final Pattern URL =
      Pattern.compile("https?://(\\[[0-9a-fA-F:.]+\\]|[^/:]+)(?::(\\d{1,5}))?(?:/.*)?");
  private static final int USUAL_PORT = 9440;
  private static final ObjectMapper JSON = new ObjectMapper();

  static PrismCentral of(NutanixSettings settings, Problems problems) {
    var url = URL.matcher(settings.endpoint());
    if (!url.matches()) {
      problems.add(
          "spec.nutanix.endpoint of the ProviderConfig",
          settings.endpoint() + " is no URL of Prism Central",
          "write it as https://prism.example.com");
      return new PrismCentral("", USUAL_PORT);
    }
    return new PrismCentral(url.group(1), port(settings, url.group(2)));
  }

  /** A port in the URL says more than the field, whose schema fills in a default. */
  private static int port(NutanixSettings settings, String inUrl) {
    if (inUrl != null) {
      return Integer.parseInt(inUrl);
    }
    return settings.port() == null ? USUAL_PORT : settings.port();
  }

  /** The content of the Secret CAPX reads: one account, as JSON. */
  static String secret(CredentialsSecret credentials, Problems problems) {
    var remedy = "store both under username and password";
    var user =
        problems.require(
            credentials.find(CredentialKeys.NUTANIX_USERNAME),
            credentials.toString(),
            "holds no user of Prism Central",
            remedy);
    var password =
        problems.require(
            credentials.find(CredentialKeys.NUTANIX_PASSWORD),
            credentials.toString(),
            "holds no password of Prism Central",
            remedy);
    var account = Fields.of("username", user).with("password", password);
    var entry = Fields.of("type", "basic_auth").with("data", Fields.of("prismCentral", account));
    return JSON.valueToTree(List.of(entry.map())).toString();
  }
}
