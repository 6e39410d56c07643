package dev.butlerlabs.butler.teams.team.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** H11: a team's name takes no namespace away from anybody. */
class HomeTest {

  @Test
  void namesOfTheSystemAreReserved() {
    for (var name : new String[] {"default", "kube-system", "kube-anything", "butler-system"}) {
      assertThat(Home.of(name, "1", "butler-tenants", null)).isEqualTo(new Home.Reserved());
    }
    assertThat(Home.of("lobby", "1", "lobby", null)).isEqualTo(new Home.Reserved());
    assertThat(Home.of("shop", "1", "lobby", null)).isEqualTo(new Home.Absent());
  }

  @Test
  void namespaceIsKnownByItsMarks() {
    var marks =
        Map.of(
            "butler.butlerlabs.dev/team", "shop",
            "butler.butlerlabs.dev/applied-by", "butler-teams",
            "butler.butlerlabs.dev/owner-uid", "1");

    assertThat(look("1", marks)).isEqualTo(new Home.Ours(true));
    assertThat(look("2", marks)).isEqualTo(new Home.Ours(false));
    assertThat(look("1", Map.of())).isEqualTo(new Home.Foreign());
    assertThat(look("1", Map.of("butler.butlerlabs.dev/team", "shop")))
        .isEqualTo(new Home.Foreign());
  }

  private static Home look(String uid, Map<String, String> labels) {
    return Home.of(
        "shop",
        uid,
        "butler-tenants",
        new NamespaceBuilder()
            .withNewMetadata()
            .withName("shop")
            .withLabels(labels)
            .endMetadata()
            .build());
  }
}
