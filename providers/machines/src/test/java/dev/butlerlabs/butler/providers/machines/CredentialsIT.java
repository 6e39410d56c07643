package dev.butlerlabs.butler.providers.machines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.Annotations;
import dev.butlerlabs.butler.api.Finalizers;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.testkit.Edit;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Accounts that are wrong, missing or taken away, and what becomes of their machines. */
@OnRealApiServer
class CredentialsIT {

  private static final Duration A_WHILE = Duration.ofMinutes(1);

  private final InMemoryPlatform platform = new InMemoryPlatform();
  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();

  @Test
  void refusedCredentialsFailAndAnotherSecretHealsAtOnce(TestCluster cluster) {
    var lab = Lab.in(cluster);
    lab.secret("a", "wrong-password-canary");
    lab.config("a", "a");
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.settle();
      assertThat(lab.told("m")).startsWith("FAILED FALSE/CredentialsInvalid");
      var config = lab.provider("a").require().getStatus();
      assertThat(config.ready()).isFalse();
      assertThat(config.validated()).isFalse();

      lab.secret("a", "right-password");
      engine.settle();
      assertThat(lab.told("m")).startsWith("CREATING");
      config = lab.provider("a").require().getStatus();
      assertThat(config.ready()).isTrue();
      assertThat(config.validated()).isTrue();
      assertThat(config.providerVersion()).isEqualTo("8.2");
      engine.pass(A_WHILE);
      assertThat(lab.told("m")).startsWith("RUNNING");
    }
    assertThat(lab.everythingTold()).contains("[redacted]").doesNotContain("canary");
  }

  @Test
  void userDataIsNeverToldEvenIfAPlatformQuotesIt(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    platform.trouble =
        () ->
            new Fault.Failed(
                "configure m", "bad line: user-data-canary-0123 with right-password at 3");
    lab.request("m", "a", "userData: user-data-canary-0123");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
    }

    assertThat(lab.message("m", "Degraded")).contains("bad line: [redacted] with [redacted] at 3");
    assertThat(lab.everythingTold()).doesNotContain("canary", "right-password");
  }

  @Test
  void keysThatCannotBeReadAreNotToldEither(TestCluster cluster) {
    var lab = Lab.in(cluster);
    lab.secret("a", "unreadable-canary");
    lab.config("a", "a");
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.settle();
    }

    assertThat(lab.told("m")).startsWith("FAILED FALSE/CredentialsInvalid");
    assertThat(lab.message("m", "Ready")).contains("not a key: [redacted]");
    assertThat(lab.everythingTold()).doesNotContain("canary");
  }

  @Test
  void deletionWithoutSecretWaitsUntilItIsBack(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      lab.client().secrets().inNamespace(lab.namespace()).withName("a").delete();
      lab.machine("m").delete();
      engine.pass(Duration.ofMinutes(10));

      assertThat(lab.told("m"))
          .startsWith("DELETING FALSE/Deleting TRUE/Deleting TRUE/CredentialsInvalid");
      assertThat(lab.message("m", "Ready"))
          .contains("Secret " + lab.namespace() + "/a does not exist")
          .contains("butler.butlerlabs.dev/abandon-machine=true");
      assertThat(lab.events("m")).contains("DeleteBlocked");
      assertThat(platform.all()).hasSize(1);

      lab.secret("a", "right-password");
      engine.pass(A_WHILE);
    }
    assertThat(lab.machine("m").get()).isNull();
    assertThat(platform.all()).isEmpty();
  }

  @Test
  void machineIsAbandonedOnlyWhenAPersonSaysSoAndNobodyCanRemoveIt(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a").account("b");
    lab.request("m", "a", "");
    lab.request("n", "b", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      lab.provider("a").delete();
      // Somebody does not want to wait until nobody needs it.
      lab.provider("a").edit(Edit.atAnyVersion(CredentialsIT::unheld));
      lab.machine("m").delete();
      lab.machine("n").delete();
      lab.annotate("n", Annotations.ABANDON_MACHINE, "true");
      engine.pass(A_WHILE);
      assertThat(lab.message("m", "Ready")).contains("ProviderConfig", "does not exist");
      assertThat(lab.machine("n").get()).isNull();
      assertThat(platform.all()).hasSize(1);

      lab.annotate("m", Annotations.ABANDON_MACHINE, "true");
      engine.settle();
    }
    assertThat(lab.machine("m").get()).isNull();
    assertThat(platform.all()).hasSize(1);
    assertThat(lab.events("m")).contains("Abandoned");
    assertThat(lab.events("n")).doesNotContain("Abandoned").contains("Deleted");
  }

  private static ProviderConfig unheld(ProviderConfig config) {
    config.removeFinalizer(Finalizers.PROVIDER_CONFIG);
    return config;
  }

  @Test
  void providerConfigStaysWhileSomethingWasMadeWithIt(TestCluster cluster) {
    var lab = Lab.in(cluster).account("a");
    lab.request("m", "a", "");
    try (var engine = HandEngine.of(lab, platform, timeline)) {
      engine.pass(A_WHILE);
      lab.provider("a").delete();
      engine.settle();

      var told = new Conditions(lab.provider("a").require().getStatus().conditions());
      assertThat(told.find("Ready").orElseThrow().reason()).isEqualTo("Deleting");
      assertThat(told.find("Ready").orElseThrow().message())
          .contains("1 machinerequests (" + lab.namespace() + "/m)");
      assertThat(lab.told("m")).startsWith("RUNNING");

      lab.request("late", "a", "");
      engine.pass(A_WHILE);
      assertThat(lab.machine("late").require().getMetadata().getFinalizers()).isEmpty();
      assertThat(lab.events("late")).contains("ProviderConfigMissing");

      lab.machine("m").delete();
      engine.pass(A_WHILE);
    }
    assertThat(lab.machine("m").get()).isNull();
    assertThat(lab.provider("a").get()).isNull();
    assertThat(platform.all()).isEmpty();
  }
}
