package dev.butlerlabs.butler.ipam.demand;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which of a tenant's kubeconfigs is the way in. */
class InsideTest {

  @Test
  void preferredKubeconfigIsTakenWhereThereIsOne() {
    var all = Map.of("admin.conf", "admin", "super-admin.svc", "from here", "value", "usual");

    assertThat(taken(all)).isEqualTo("from here");
  }

  @Test
  void withoutThePreferredOneTheUsualIsTaken() {
    assertThat(taken(Map.of("admin.conf", "admin", "value", "usual"))).isEqualTo("usual");
    assertThat(taken(Map.of("admin.conf", "admin", "other", "o"))).isEqualTo("admin");
  }

  @Test
  void onlyOneIsTakenWhateverItsName() {
    assertThat(taken(Map.of("odd", "only"))).isEqualTo("only");
    assertThat(taken(Map.of("odd", "one", "even", "two"))).isEqualTo("none");
  }

  private static String taken(Map<String, String> texts) {
    var data =
        texts.entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    entry -> Base64.getEncoder().encodeToString(entry.getValue().getBytes(UTF_8))));
    return Inside.kubeconfigIn(new SecretBuilder().withData(data).build(), "super-admin.svc")
        .map(bytes -> new String(bytes, UTF_8))
        .orElse("none");
  }
}
