package dev.butlerlabs.butler.providers.contracttests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.providers.aws.machines.AwsProvider;
import dev.butlerlabs.butler.providers.azure.machines.AzureProvider;
import dev.butlerlabs.butler.providers.contracttests.aws.AwsStage;
import dev.butlerlabs.butler.providers.contracttests.azure.AzureStage;
import dev.butlerlabs.butler.providers.contracttests.gcp.GcpStage;
import dev.butlerlabs.butler.providers.contracttests.nutanix.NutanixStage;
import dev.butlerlabs.butler.providers.contracttests.proxmox.ProxmoxStage;
import dev.butlerlabs.butler.providers.gcp.machines.GcpProvider;
import dev.butlerlabs.butler.providers.nutanix.machines.NutanixProvider;
import dev.butlerlabs.butler.providers.proxmox.machines.ProxmoxProvider;
import dev.butlerlabs.butler.providers.simulators.wire.LittleProxy;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import java.net.ProxySelector;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every call of every driver goes the way it is told. */
class ProxyContract {

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  /** A platform, and its driver with a proxy before it. */
  record Case<S extends Stage>(String name, Supplier<S> stage, Provided<S> provider) {
    @Override
    public String toString() {
      return name;
    }
  }

  interface Provided<S> {
    Provider by(S stage, ProxySelector proxy);
  }

  static Stream<Case<?>> platforms() {
    return Stream.of(
        new Case<ProxmoxStage>(
            "proxmox",
            ProxmoxStage::new,
            (stage, proxy) -> new ProxmoxProvider(stage.time(), proxy, PATIENCE)),
        new Case<NutanixStage>(
            "nutanix",
            NutanixStage::new,
            (stage, proxy) -> new NutanixProvider(stage.time(), proxy, PATIENCE)),
        new Case<AwsStage>(
            "aws", AwsStage::new, (stage, proxy) -> new AwsProvider(stage.time(), proxy, PATIENCE)),
        new Case<AzureStage>(
            "azure",
            AzureStage::new,
            (stage, proxy) ->
                new AzureProvider(
                    stage.time(),
                    proxy,
                    new dev.butlerlabs.butler.providers.azure.machines.Endpoints(
                        stage.azure().uri(), stage.azure().uri()),
                    PATIENCE)),
        new Case<GcpStage>(
            "gcp",
            GcpStage::new,
            (stage, proxy) ->
                new GcpProvider(
                    stage.time(),
                    proxy,
                    new dev.butlerlabs.butler.providers.gcp.machines.Endpoints(
                        stage.gcp().uri(), stage.gcp().uri(), stage.gcp().tokenUri()),
                    PATIENCE)));
  }

  @ParameterizedTest
  @MethodSource("platforms")
  <S extends Stage> void everyCallGoesThroughTheProxy(Case<S> platform) {
    try (var stage = platform.stage().get();
        var proxy = LittleProxy.start()) {
      var provider = platform.provider().by(stage, ProxySelector.of(proxy.address()));
      switch (provider.open(stage.account())) {
        case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
        case Opening.Opened(var driver) -> {
          try (driver) {
            assertThat(driver.validate().credentialsTaken()).isTrue();
          }
        }
      }

      assertThat(proxy.asked()).isNotEmpty();

      // With the proxy gone nothing comes through, so there was no other way.
      var before = stage.calls().size();
      proxy.end();
      switch (provider.open(stage.account())) {
        case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
        case Opening.Opened(var driver) -> {
          try (driver) {
            assertThat(driver.validate().credentialsTaken()).isFalse();
          }
        }
      }
      assertThat(stage.calls()).hasSize(before);
    }
  }
}
