package dev.butlerlabs.butler.addons.catalog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.catalog.plan.Mirrors.Place;
import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.ChartMirror;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MirrorsTest {

  private static final Mirrors MIRRORS =
      mirrors(
          mirror("https://charts.example.com", "https://mirror.example.org/all/", null),
          mirror("https://charts.example.com/stable", "oci://mirror.example.org/stable", "charts"),
          mirror("oci://ghcr.io", "oci://mirror.example.org/ghcr", null));

  @Test
  void point19_whatLiesBelowASourceLiesBelowItsMirror() {
    assertThat(MIRRORS.of("oci://ghcr.io/argoproj/argo-helm"))
        .contains(new Place("oci://mirror.example.org/ghcr/argoproj/argo-helm", null));
    assertThat(MIRRORS.of("https://charts.example.com/"))
        .contains(new Place("https://mirror.example.org/all", null));
  }

  @Test
  void point19_nearestSourceCountsAndOnlyItsSecretIsShown() {
    assertThat(MIRRORS.of("https://charts.example.com/stable/web"))
        .contains(
            new Place(
                "oci://mirror.example.org/stable/web", new ObjectKey("butler-system", "charts")));
    assertThat(MIRRORS.of("https://charts.example.com/stable-of-others"))
        .contains(new Place("https://mirror.example.org/all/stable-of-others", null));
  }

  @Test
  void point19_whatHasNoMirrorIsFetchedWhereItIsPublished() {
    assertThat(MIRRORS.of("http://charts.example.com/stable")).isEmpty();
    assertThat(MIRRORS.of("https://charts.example.com:8443/stable")).isEmpty();
    assertThat(MIRRORS.of("https://elsewhere.example.com")).isEmpty();
    assertThat(MIRRORS.of("manager://charts")).isEmpty();
    assertThat(Mirrors.none().of("https://charts.example.com")).isEmpty();
  }

  @Test
  void point19_entryThatWouldHaveNoEffectIsRefused() {
    var wrong =
        mirrors(
            mirror("https://*.example.com", "https://mirror.example.org", null),
            mirror("https://a.example.com", "https://ada:secret@mirror.example.org", null),
            mirror("https://a.example.com/", "https://mirror.example.org", null));

    assertThat(wrong.check("spec.addons.mirrors"))
        .extracting(Problem::subject)
        .containsExactly(
            "spec.addons.mirrors[0].source",
            "spec.addons.mirrors[1].mirror",
            "spec.addons.mirrors[2].source");
    assertThat(Problem.list(wrong.check("mirrors"))).doesNotContain("secret@");
    assertThat(MIRRORS.check("mirrors")).isEmpty();
  }

  private static Mirrors mirrors(ChartMirror... entries) {
    return new Mirrors(List.of(entries));
  }

  private static ChartMirror mirror(String source, String mirror, @Nullable String secret) {
    return new ChartMirror(source, mirror, secret == null ? null : new LocalRef(secret));
  }
}
