package dev.butlerlabs.butler.providers.machines.config.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.infra.ProviderConfigStatus;
import dev.butlerlabs.butler.api.infra.ProviderConfigStatus.PlatformCapacity;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner.Plan;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner.Seen;
import dev.butlerlabs.butler.providers.machines.config.plan.ConfigPlanner.Trial;
import dev.butlerlabs.butler.providers.spi.Preflight;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ConfigPlannerTest {

  private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  private static final Finding TAKEN = new Finding.Good(Aspect.CREDENTIALS, "taken");
  private static final Fault SILENCE = new Fault.Unavailable("sign in", "no answer");
  private static final ProviderConfigStatus GOOD =
      new ProviderConfigStatus(
          true,
          true,
          "8.2",
          null,
          null,
          new PlatformCapacity(null, 4096L, 100L, null, null),
          NOW,
          NOW,
          1L,
          List.of(new Condition("Ready", Truth.TRUE, "Ready", "", NOW, 1L)));

  @Test
  void takenCredentialsAreValidatedAndReady() {
    var plan = plan(null, made("8.2", TAKEN), null, 0);

    assertThat(plan.ready()).isTrue();
    assertThat(plan.validated()).isTrue();
    assertThat(plan.validatedAt()).isEqualTo(NOW);
    assertThat(plan.next()).isEqualTo(Duration.ofMinutes(5));
  }

  @Test
  void missingPermissionLeavesCredentialsValidAndNothingReady() {
    var denied = new Fault.Forbidden("clone", "VM.Clone is missing");
    var plan = plan(GOOD, made("8.2", TAKEN, new Finding.Bad(Aspect.PERMISSIONS, denied)), null, 0);

    assertThat(plan.validated()).isTrue();
    assertThat(plan.ready()).isFalse();
    assertThat(plan.verdicts())
        .extracting(Verdict::type, Verdict::status, Verdict::reason)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("CredentialsValid", Truth.TRUE, "Ready"),
            org.assertj.core.groups.Tuple.tuple("Ready", Truth.FALSE, "ProviderAccessDenied"),
            org.assertj.core.groups.Tuple.tuple(
                "PermissionsGranted", Truth.FALSE, "ProviderAccessDenied"));
  }

  @Test
  void everythingThatWasLookedAtIsToldByItself() {
    var full = new Fault.Quota("look for room", "12 GB left");
    var plan =
        plan(
            GOOD,
            made(
                "8.2",
                TAKEN,
                new Finding.Good(Aspect.NETWORK, "bridge vmbr0"),
                new Finding.Good(Aspect.IMAGE, "template 9000"),
                new Finding.Bad(Aspect.QUOTA, full)),
            null,
            0);

    assertThat(plan.verdicts())
        .extracting(Verdict::type, Verdict::status)
        .contains(
            org.assertj.core.groups.Tuple.tuple("NetworkReady", Truth.TRUE),
            org.assertj.core.groups.Tuple.tuple("ImageReady", Truth.TRUE),
            org.assertj.core.groups.Tuple.tuple("QuotaSatisfied", Truth.FALSE));
    assertThat(plan.verdicts().getLast().message()).contains("12 GB left");
  }

  @Test
  void whatIsLeftOnThePlatformIsToldAndSilenceLeavesItStanding() {
    var room = new Room(8L, null, 50L, null);
    var looked = new Trial.Made(new Preflight("8.2", List.of(TAKEN), room));
    var silent = made(null, new Finding.Bad(Aspect.CREDENTIALS, SILENCE));

    assertThat(plan(GOOD, looked, null, 0).capacity())
        .isEqualTo(new PlatformCapacity(8L, null, 50L, null, null));
    assertThat(plan(GOOD, silent, null, 0).capacity())
        .isEqualTo(new PlatformCapacity(null, 4096L, 100L, null, null));
    assertThat(plan(GOOD, made("8.2", TAKEN), null, 0).capacity()).isNull();
    assertThat(plan(null, silent, null, 0).capacity()).isNull();
  }

  @Test
  void roomThatMayNotBeLookedAtIsLeftOutSaysWhyAndHoldsNothingUp() {
    var room = Room.untold(new Fault.Forbidden("look at the quota", "not allowed to s3cret"));
    var looked = new Trial.Made(new Preflight("8.2", List.of(TAKEN), room));

    var plan =
        ConfigPlanner.plan(
            new Seen(GOOD, looked, null, null, 0, NOW, text -> text.replace("s3cret", "***")));

    assertThat(plan.ready()).isTrue();
    var told = Objects.requireNonNull(plan.capacity());
    assertThat(told.availableCPUs()).isNull();
    assertThat(told.whyIncomplete())
        .startsWith("look at the quota: not allowed to ***")
        .contains("grant");
  }

  @Test
  void oneThatIsStillNeededSaysByWhom() {
    var plan =
        ConfigPlanner.plan(
            new Seen(
                GOOD, made("8.2", TAKEN), null, "2 machinerequests (a/b, a/c)", 0, NOW, t -> t));

    assertThat(plan.ready()).isFalse();
    assertThat(plan.news().orElseThrow().reason()).isEqualTo("Deleting");
    assertThat(plan.news().orElseThrow().message()).contains("2 machinerequests (a/b, a/c)");
  }

  @Test
  void silenceSaysNothingAboutCredentials() {
    var silent = made(null, new Finding.Bad(Aspect.CREDENTIALS, SILENCE));

    var first = plan(GOOD, silent, null, 0);
    var third = plan(GOOD, silent, null, 2);

    assertThat(first.ready()).isTrue();
    assertThat(third.ready()).isFalse();
    assertThat(third.validated()).isTrue();
    assertThat(third.version()).isEqualTo("8.2");
    assertThat(third.verdicts().getFirst().status()).isEqualTo(Truth.UNKNOWN);
  }

  @Test
  void infrastructureOfATeamThatDoesNotExistIsNobodys() {
    var plan = plan(GOOD, made("8.2", TAKEN), "ghosts", 0);

    assertThat(plan.ready()).isFalse();
    assertThat(plan.verdicts().getLast().reason()).isEqualTo("ValidationFailed");
    assertThat(plan.verdicts().getLast().message()).contains("Team ghosts");
    assertThat(plan.news()).isPresent();
  }

  private static Trial made(@Nullable String version, Finding... findings) {
    return new Trial.Made(new Preflight(version, List.of(findings)));
  }

  private static Plan plan(
      @Nullable ProviderConfigStatus told, Trial trial, @Nullable String team, int strikes) {
    return ConfigPlanner.plan(new Seen(told, trial, team, null, strikes, NOW, text -> text));
  }
}
