package dev.butlerlabs.butler.addons.catalog.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec.SignedSource;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.List;
import org.junit.jupiter.api.Test;

class SignaturesTest {

  private static final Signatures SIGNATURES =
      new Signatures(
          List.of(
              signed("https://charts.example.com", "all"),
              signed("https://charts.example.com/stable", "stable"),
              signed("oci://ghcr.io/org", "org"),
              signed("oci://ghcr.io/org/charts/web", "web")));

  @Test
  void point29_keysOfTheNearestSourceCount() {
    assertThat(SIGNATURES.of("https://charts.example.com/stable/", "web")).contains(key("stable"));
    assertThat(SIGNATURES.of("https://charts.example.com/stable-of-others", "web"))
        .contains(key("all"));
    assertThat(SIGNATURES.of("HTTPS://Charts.example.com", "web")).contains(key("all"));
    assertThat(SIGNATURES.keys())
        .containsExactly(key("all"), key("stable"), key("org"), key("web"));
  }

  @Test
  void point29_chartOfARegistryIsASourceOfItsOwn() {
    assertThat(SIGNATURES.of("oci://ghcr.io/org/charts/", "web")).contains(key("web"));
    assertThat(SIGNATURES.of("oci://ghcr.io/org/charts", "web-of-others")).contains(key("org"));
    assertThat(SIGNATURES.of("https://charts.example.com", "stable")).contains(key("all"));
  }

  @Test
  void point29_whatLiesBelowNoSourceNeedNotBeSigned() {
    assertThat(SIGNATURES.of("https://elsewhere.example.com", "web")).isEmpty();
    assertThat(SIGNATURES.of("https://charts.example.com:8443", "web")).isEmpty();
    assertThat(SIGNATURES.of(Carried.ADDRESS, "gcp-csi-driver")).isEmpty();
    assertThat(Signatures.none().of("https://charts.example.com", "web")).isEmpty();
  }

  @Test
  void point29_addressThatNamesAPlaceInOtherWordsIsNone() {
    for (var address :
        List.of(
            "https://charts.example.com/./stable",
            "https://charts.example.com/stable/.",
            "https://charts.example.com/x/../stable",
            "https://charts.example.com//stable")) {
      assertThat(Source.check("repository", address)).as(address).isNotEmpty();
    }
    assertThat(Source.check("repository", "https://charts.example.com/v1.2/.well-known")).isEmpty();
  }

  @Test
  void point29_entryThatWouldHaveNoEffectIsRefused() {
    var wrong =
        new Signatures(
            List.of(
                signed("https://*.example.com", "keys"),
                signed("https://a.example.com", "keys"),
                signed("https://a.example.com/", "others")));

    assertThat(wrong.check("spec.addons.signedSources"))
        .extracting(Problem::subject)
        .containsExactly(
            "spec.addons.signedSources[0].source", "spec.addons.signedSources[2].source");
    assertThat(SIGNATURES.check("spec.addons.signedSources")).isEmpty();
  }

  private static SignedSource signed(String source, String keys) {
    return new SignedSource(source, new LocalRef(keys));
  }

  private static ObjectKey key(String name) {
    return new ObjectKey("butler-system", name);
  }
}
