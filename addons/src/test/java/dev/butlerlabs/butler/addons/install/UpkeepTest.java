package dev.butlerlabs.butler.addons.install;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.install.Drifts.Charge;
import dev.butlerlabs.butler.addons.install.Workloads.Sighting;
import dev.butlerlabs.butler.addons.install.plan.AddonReport;
import dev.butlerlabs.butler.addons.install.plan.Facts;
import dev.butlerlabs.butler.addons.install.plan.Fingerprint;
import dev.butlerlabs.butler.addons.install.plan.Inside;
import dev.butlerlabs.butler.addons.install.plan.Offer;
import dev.butlerlabs.butler.addons.install.plan.Past;
import dev.butlerlabs.butler.addons.install.plan.Stage;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What becomes of an addon whose cluster shows nothing. */
class UpkeepTest {

  private static final ObjectKey ADDON = new ObjectKey("team", "web");

  /** Installed, and nobody wrote down what it consists of. */
  private static final Facts FACTS =
      new Facts(
          new ReleaseKey("shop", "web"),
          "1.0.0",
          1,
          "deployed",
          new Fingerprint("order", "1.0.0"),
          "",
          List.of());

  private static final Charge CHARGE = new Charge(ADDON, 1, FACTS, false);
  private static final View CLEAR = new View(true, false, Map.of());

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final PackedTexts manifests = new PackedTexts(1 << 20);
  private final Upkeep upkeep =
      new Upkeep(
          ClientSettings.named("test"),
          new Offers(
              FakeDestination.noHelm(),
              FakeDestination.noSources(),
              manifests,
              new Quiet(() -> () -> {}, timeline),
              timeline,
              _ -> {}),
          manifests,
          timeline,
          new Trigger());

  @AfterEach
  void close() {
    upkeep.close();
  }

  @Test
  void whatCannotBeSeenIsLookedAtAgainAfterHalfAMinute() {
    var again = Outcome.lookAgain(Duration.ofSeconds(30));

    assertThat(keep(new Sighting(new Inside.Unseen("no answer"), CLEAR))).isEqualTo(again);
    assertThat(keep(new Sighting(new Inside.Seen(List.of()), new View(true, true, Map.of()))))
        .isEqualTo(again);
  }

  @Test
  void whatIsSeenIsLeftToTheWatches() {
    assertThat(keep(new Sighting(new Inside.Seen(List.of()), CLEAR))).isEqualTo(Outcome.settled());
    assertThat(keep(new Sighting(new Inside.Looking(), CLEAR))).isEqualTo(Outcome.settled());
  }

  @Test
  void loginThatShowsNothingIsDoubted() {
    var key = new Key(new Tenant(ADDON, "1"), "kind: Config".getBytes(UTF_8), login());

    var sighting = upkeep.look(CHARGE, key, new Past.Idle());

    assertThat(sighting.inside()).isInstanceOf(Inside.Unseen.class);
    assertThat(key.mayBeOld()).isTrue();
  }

  private Outcome keep(Sighting sighting) {
    return upkeep.keep(
        CHARGE,
        FakeDestination.wanted("1.0.0", new Offer.None()),
        FakeDestination.giving(Optional::empty),
        sighting,
        new AddonReport(Stage.INSTALLED, "", List.of(), FACTS, Optional.empty()),
        null,
        timeline.instant());
  }

  private Kubeconfig login() {
    var root =
        CertificateAuthority.selfSigned(
            "root", KeyKind.EC_P256, Duration.ofDays(1), timeline.instant(), new SecureRandom());
    return new Kubeconfig(
        "web",
        URI.create("https://127.0.0.1:1"),
        List.of(root.certificate()),
        null,
        "butler",
        new Kubeconfig.Login.Token("123"),
        null);
  }
}
