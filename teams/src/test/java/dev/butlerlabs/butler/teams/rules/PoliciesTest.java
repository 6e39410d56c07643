package dev.butlerlabs.butler.teams.rules;

import static dev.butlerlabs.butler.teams.rules.Orders.order;
import static dev.butlerlabs.butler.teams.rules.Orders.using;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.LocalRef;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec.Choice;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec.EnvironmentScope;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec.Mode;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec.PlatformWide;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec.Scope;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec.TeamScope;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.ResourceLimits;
import dev.butlerlabs.butler.teams.rules.Policies.Policy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PoliciesTest {

  private static final Scope EVERYBODY = new Scope(new PlatformWide(), null, null);
  private static final Scope SHOP = new Scope(null, new TeamScope(new LocalRef("shop")), null);
  private static final Scope BANK = new Scope(null, new TeamScope(new LocalRef("bank")), null);
  private static final Scope PROD =
      new Scope(null, null, new EnvironmentScope(new LocalRef("shop"), "prod"));

  private final List<Policy> policies =
      List.of(
          policy("wide", EVERYBODY, Mode.ALLOW_LIST, "a", "b"),
          policy("team", SHOP, Mode.PIN, "c"),
          policy("other", BANK, Mode.PIN, "z"),
          policy("narrow", PROD, Mode.RECOMMENDED, "d"));

  @Test
  void narrowestPolicyThatSpeaksDecidesAlone() {
    assertThat(refusals("", "c", policies)).isEmpty();
    assertThat(refusals("", "a", policies))
        .containsExactly(
            "ClusterCreationPolicy team pins the image to c, and the cluster would use a (use c)");
    assertThat(refusals("prod", "a", policies)).isEmpty();
    assertThat(refusals("", "x", policies.subList(0, 1)))
        .containsExactly(
            "ClusterCreationPolicy wide limits the image to a, b, and the cluster would use x (use"
                + " one of them)");
  }

  @Test
  void policyOfAnotherPlatformSaysNothing() {
    var order = using(order("web", 1), "", Set.of(), Map.of(Option.IMAGE, Set.of("x")));

    assertThat(Policies.judge(order, null, ProviderType.AWS, policies)).isEmpty();
  }

  /** H18: a policy that came later never blocks what is as it was. */
  @Test
  void onlyAChangedChoiceIsJudged() {
    var old = using(order("web", 1), "", Set.of(), Map.of(Option.IMAGE, Set.of("x")));
    var grown = using(order("web", 9), "", Set.of(), Map.of(Option.IMAGE, Set.of("x")));
    var changed = using(order("web", 1), "", Set.of(), Map.of(Option.IMAGE, Set.of("y")));

    assertThat(Policies.judge(grown, old, ProviderType.NUTANIX, policies)).isEmpty();
    assertThat(Policies.judge(changed, old, ProviderType.NUTANIX, policies)).hasSize(1);
  }

  /** H12. */
  @Test
  void versionsProvidersAndAddonsOfTheTeamAreEnforced() {
    var limits =
        new Limits(
            "shop",
            true,
            new ResourceLimits(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                List.of("cloud"),
                List.of("v1.33.1"),
                List.of("traefik", "longhorn"),
                List.of("longhorn")));
    var wanted =
        using(order("web", 1), "v1.34.1", Set.of("longhorn", "traefik", "argocd"), Map.of());

    assertThat(Allowed.judge(wanted, null, limits))
        .extracting(Refusal::sentence)
        .containsExactly(
            "team shop may not use ProviderConfig butler-system/lab (name one of cloud, or ask a"
                + " platform admin to extend spec.resourceLimits.allowedProviders of Team shop)",
            "team shop may not run Kubernetes v1.34.1 (use one of v1.33.1, or ask a platform admin"
                + " to extend spec.resourceLimits.allowedKubernetesVersions of Team shop)",
            "team shop may not install argocd (use one of traefik, longhorn, or ask a platform admin"
                + " to extend spec.resourceLimits.allowedAddons of Team shop)",
            "team shop may not install longhorn (leave it out, or ask a platform admin to take it"
                + " from spec.resourceLimits.deniedAddons of Team shop)");
    assertThat(Allowed.judge(wanted, wanted, limits)).isEmpty();
  }

  private static List<String> refusals(String environment, String image, List<Policy> policies) {
    var order =
        using(
            Orders.in(order("web", 1), environment, ""),
            "",
            Set.of(),
            Map.of(Option.IMAGE, Set.of(image)));
    return Policies.judge(order, null, ProviderType.NUTANIX, policies).stream()
        .map(Refusal::sentence)
        .toList();
  }

  private static Policy policy(String name, Scope scope, Mode mode, String... values) {
    return new Policy(
        name,
        new ClusterCreationPolicySpec(
            scope,
            List.of(ProviderType.NUTANIX),
            Map.of("image", new Choice(mode, List.of(values), null, null))));
  }
}
