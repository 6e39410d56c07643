package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import java.util.HashMap;
import java.util.Map;

/** Accounts as a ProviderConfig and its Secret give them. */
public final class Accounts {

  private Accounts() {}

  /**
   * An account on a stand-in.
   *
   * @param platform as the ProviderConfig calls it
   * @param settings the platform's section of the ProviderConfig
   * @param authorityPem what the stand-in's certificate is signed by; it goes into the Secret
   */
  public static Account of(
      String platform,
      Map<String, Object> settings,
      Map<String, String> secret,
      String authorityPem) {
    var all = new HashMap<>(secret);
    all.put("ca.crt", authorityPem);
    var spec =
        WireFormat.mapper()
            .convertValue(
                Map.of("provider", platform, platform, settings), ProviderConfigSpec.class);
    return new Account(new ObjectKey("butler-system", "lab"), spec, Credentials.of(all));
  }
}
