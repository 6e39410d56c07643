package dev.butlerlabs.butler.kube.engine;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Call;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class FollowingIT {

  private final List<String> runs = new CopyOnWriteArrayList<>();

  @Test
  void secretsOfATenantAreWatchedForAsLongAsItIsThere(TestCluster cluster)
      throws InterruptedException {
    var tenant = cluster.freshNamespace();
    secret(cluster, tenant, "one");
    try (var harness = new EngineHarness(cluster)) {
      var watches =
          Watches.on(Kind.of(ConfigMap.class).labelled("test=" + cluster.namespace()))
              .following(
                  map -> List.of(secretsOf(map.getData().getOrDefault("say", ""))),
                  (Secret _, Cache _) -> List.of(new ObjectKey(cluster.namespace(), "order")));
      harness.engine.add("orders", watches, this::count, ControllerSettings.DEFAULT);
      harness.start();

      harness.say("order", tenant);
      untilTrue("its secret is known", () -> runs.contains("1"));
      assertThat(runs).doesNotContain("0");

      secret(cluster, tenant, "two");
      untilTrue("the new secret is known", () -> runs.contains("2"));

      harness.delete("order");
      untilTrue(
          "the secrets are left",
          () -> harness.recording.watches().open().stream().noneMatch(FollowingIT::ofSecrets));
    }
  }

  private Outcome count(ConfigMap map, Context context) {
    var secrets = context.cache().list(secretsOf(map.getData().getOrDefault("say", "")));
    runs.add(String.valueOf(secrets.size()));
    return Outcome.settled();
  }

  private static Kind<Secret> secretsOf(String tenant) {
    return Kind.of(Secret.class).in(tenant).labelled("kind=test");
  }

  private static boolean ofSecrets(Call call) {
    return call.resource().equals("secrets");
  }

  private static void secret(TestCluster cluster, String namespace, String name) {
    cluster
        .client()
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .withLabels(Map.of("kind", "test"))
                .endMetadata()
                .build())
        .create();
  }
}
