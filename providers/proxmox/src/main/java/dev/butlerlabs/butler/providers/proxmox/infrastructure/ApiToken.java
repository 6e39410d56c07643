package dev.butlerlabs.butler.providers.proxmox.infrastructure;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.api.infra.ProxmoxSettings;
import dev.butlerlabs.butler.providers.spi.infrastructure.CredentialsSecret;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import java.util.HashMap;
import java.util.Map;

/** What CAPMOX signs in with. Never shown as text. */
record ApiToken(Map<String, String> secret) {

  static ApiToken of(ProxmoxSettings settings, CredentialsSecret credentials, Problems problems) {
    var token = credentials.find(CredentialKeys.PROXMOX_TOKEN_ID).orElse("");
    var secret = credentials.find(CredentialKeys.PROXMOX_TOKEN_SECRET).orElse("");
    // Proxmox itself prints a token as user@realm!id=secret, and people store it so.
    var split = token.indexOf('=');
    if (secret.isEmpty() && split > 0) {
      secret = token.substring(split + 1);
      token = token.substring(0, split);
    }
    if (token.isEmpty() || secret.isEmpty()) {
      problems.add(
          credentials.toString(),
          "Cluster API signs in to Proxmox with an API token, and the Secret holds none",
          "make an API token and store its id under token and its secret under tokenSecret");
    }
    var values = new HashMap<String, String>();
    values.put("url", settings.endpoint().replaceAll("/+$", "").replaceAll("/api2/json$", ""));
    values.put("token", token);
    values.put("secret", secret);
    // Always written: CAPMOX takes a missing value for true.
    values.put("insecure", Boolean.toString(Boolean.TRUE.equals(settings.insecure())));
    credentials.find(CredentialKeys.PROXMOX_CA).ifPresent(ca -> values.put("root_ca", ca));
    return new ApiToken(Map.copyOf(values));
  }

  @Override
  public String toString() {
    return "ApiToken";
  }
}
