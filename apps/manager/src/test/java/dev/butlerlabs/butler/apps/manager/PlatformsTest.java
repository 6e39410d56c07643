package dev.butlerlabs.butler.apps.manager;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ProviderConfigSpec;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.config.Sources;
import dev.butlerlabs.butler.providers.simulators.proxmox.ProxmoxStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.LittleProxy;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Credentials;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** From the environment of the process to the way a call takes. */
class PlatformsTest {

  private final ProxmoxStandIn proxmox =
      ProxmoxStandIn.start(InstantSource.system(), MischiefMaker.none(), Instant.now());
  private final LittleProxy proxy = LittleProxy.start();

  PlatformsTest() {
    proxmox.token("butler@pve!ci", "secret");
    proxmox.template(9000, "pve1", "talos", 10);
  }

  @AfterEach
  void close() {
    proxmox.close();
    proxy.close();
  }

  @Test
  void aPlatformIsReachedThroughTheProxyOfTheEnvironment() {
    assertThat(look(Map.of("HTTPS_PROXY", address())).good()).isTrue();

    assertThat(proxy.asked()).isNotEmpty().containsOnly("127.0.0.1:" + proxmox.uri().getPort());
  }

  @Test
  void anExceptionIsReachedWithoutTheProxy() {
    var found = look(Map.of("https_proxy", address(), "no_proxy", "localhost,127.0.0.0/8"));

    assertThat(found.good()).isTrue();
    assertThat(proxy.asked()).isEmpty();
  }

  @Test
  void ourOwnSettingGoesBeforeTheUsualOne() {
    look(Map.of("HTTPS_PROXY", "http://127.0.0.1:1", "BUTLER_HTTPS_PROXY", address()));

    assertThat(proxy.asked()).isNotEmpty();
  }

  @Test
  void aProxyThatDoesNotAnswerIsToldAsSuch() {
    var address = address();
    proxy.close();

    var found = look(Map.of("HTTPS_PROXY", address));

    assertThat(found.credentialsTaken()).isFalse();
    assertThat(found.firstFault().orElseThrow().sentence()).contains("cannot connect");
  }

  private String address() {
    return "http://127.0.0.1:" + proxy.address().getPort();
  }

  private Preflight look(Map<String, String> environment) {
    var config =
        ManagerConfig.read(Sources.of(List.of(), ManagerConfig.environment(environment), null))
            .orElseThrow();
    var provider =
        Platforms.of(Set.of(ProviderType.PROXMOX), InstantSource.system(), config.proxy())
            .getFirst();
    return switch (provider.open(account())) {
      case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
      case Opening.Opened(var driver) -> {
        try (driver) {
          yield driver.validate();
        }
      }
    };
  }

  private Account account() {
    var spec =
        Map.of(
            "provider",
            "proxmox",
            "proxmox",
            Map.of(
                "endpoint",
                proxmox.uri().toString(),
                "nodes",
                List.of("pve1"),
                "storage",
                "ceph",
                "templateID",
                9000));
    var secret = new HashMap<String, String>();
    secret.put("token", "butler@pve!ci");
    secret.put("tokenSecret", "secret");
    secret.put("ca.crt", proxmox.authorityPem());
    return new Account(
        new ObjectKey("butler-system", "pve"),
        WireFormat.mapper().convertValue(spec, ProviderConfigSpec.class),
        Credentials.of(secret));
  }
}
