package dev.butlerlabs.butler.teams.rules;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.tenancy.ClusterCreationPolicySpec;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.teams.rules.Policies.Policy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** H18: two policies never both decide one choice. */
class PolicyClashTest {

  private static final String IMAGE = "options: {image: {mode: pin, values: [a]}}";
  private static final String NETWORK = "options: {network: {mode: pin, values: [a]}}";
  private static final String SHOP = "scope: {team: {teamRef: {name: shop}}}";
  private static final String BANK = "scope: {team: {teamRef: {name: bank}}}";
  private static final String ALL = "scope: {platformWide: {}}";

  @Test
  void sameChoiceForTheSameTeamClashes() {
    assertThat(PolicyClash.judge(policy("two", SHOP, IMAGE), List.of(policy("one", SHOP, IMAGE))))
        .extracting(Problem::sentence)
        .containsExactly(
            "spec.options: ClusterCreationPolicy one has a rule for image and team shop already"
                + " (change that policy, or narrow this one with spec.targetProviders or"
                + " spec.scope)");
  }

  @Test
  void othersDoNotClash() {
    var others =
        List.of(
            policy("one", SHOP, IMAGE),
            policy("two", BANK, NETWORK),
            policy("three", SHOP, "targetProviders: [aws]", NETWORK));

    assertThat(PolicyClash.judge(policy("one", SHOP, IMAGE), others)).isEmpty();
    assertThat(PolicyClash.judge(policy("new", ALL, IMAGE), others)).isEmpty();
    assertThat(PolicyClash.judge(policy("new", BANK, IMAGE), others)).isEmpty();
    assertThat(PolicyClash.judge(policy("new", SHOP, "targetProviders: [gcp]", NETWORK), others))
        .isEmpty();
    assertThat(PolicyClash.judge(policy("new", SHOP, NETWORK), others)).hasSize(1);
  }

  private static Policy policy(String name, String... parts) {
    return new Policy(
        name,
        WireFormat.serialization()
            .unmarshal("---\n" + String.join("\n", parts), ClusterCreationPolicySpec.class));
  }
}
