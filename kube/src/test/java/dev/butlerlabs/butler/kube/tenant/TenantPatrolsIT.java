package dev.butlerlabs.butler.kube.tenant;

import static dev.butlerlabs.butler.testkit.Await.untilTrue;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@OnRealApiServer
class TenantPatrolsIT {

  private static final Tenant SHOP = new Tenant(new ObjectKey("team", "shop"), "1");
  private static final Map<String, String> OURS = Map.of("made-by", "us");

  private final SteppedTimeline timeline = SteppedTimeline.atNewYear();
  private final Trigger trigger = new Trigger();
  private final List<ObjectKey> news = new CopyOnWriteArrayList<>();
  private byte[] kubeconfig;

  @BeforeEach
  void listen(TestCluster cluster) throws IOException {
    trigger.onFire(news::add);
    kubeconfig = Files.readAllBytes(cluster.kubeconfig());
  }

  @Test
  void objectsOfSeveralKindsAreSeenWithTheirKindAndTheirGoingIsNews(TestCluster cluster) {
    map(cluster, "dns", OURS);
    account(cluster, "dns");
    try (var patrols = patrols()) {
      untilTrue(
          "both are seen",
          () -> names(patrols, cluster).equals(Set.of("ConfigMap/dns", "ServiceAccount/dns")));
      news.clear();
      cluster.client().configMaps().inNamespace(cluster.namespace()).withName("dns").delete();
      untilTrue("one is gone", () -> names(patrols, cluster).equals(Set.of("ServiceAccount/dns")));
      untilTrue("it is told", () -> news.contains(SHOP.key()));
      patrols.forget(SHOP.key());
      assertThat(patrols.count()).isZero();
    }
  }

  @Test
  void whatATenantPutsBesideThemIsNotKept(TestCluster cluster) {
    for (var i = 0; i < 30; i++) {
      map(cluster, "flood-" + i, OURS);
    }
    map(cluster, "dns", Map.of());
    try (var patrols = patrols()) {
      untilTrue("all was looked at", () -> look(patrols, cluster) instanceof Sight.Seen);
      assertThat(names(patrols, cluster)).isEmpty();
      // That a kind is seen is told once it is.
      untilTrue("both kinds are told to be seen", () -> news.size() == 2);
      news.clear();
      map(cluster, "flood-more", OURS);
      map(cluster, "proxy", OURS);
      untilTrue(
          "that one is kept", () -> names(patrols, cluster).equals(Set.of("ConfigMap/proxy")));
      untilTrue("it is told, and of nothing else", () -> news.size() == 1);
    }
  }

  @Test
  void noMoreAreKeptThanMayBe(TestCluster cluster) {
    map(cluster, "dns", OURS);
    map(cluster, "proxy", OURS);
    var one = new Keep<GenericKubernetesResource>(_ -> true, 1);
    try (var patrols = new TenantPatrols(one, ClientSettings.named("test"), timeline, trigger)) {
      untilTrue("all was looked at", () -> look(patrols, cluster) instanceof Sight.Seen);
      assertThat(names(patrols, cluster)).hasSize(1);
    }
  }

  @Test
  void kindsComeAndGoWhileTheWatchesOfOthersStay(TestCluster cluster) {
    map(cluster, "dns", OURS);
    account(cluster, "dns");
    var maps = kinds(cluster).getFirst();
    var accounts = kinds(cluster).getLast();
    try (var patrols = patrols()) {
      untilTrue("maps are seen", () -> each(patrols, maps).get(maps) instanceof Sight.Seen);

      var first = each(patrols, maps, accounts);
      assertThat(first.get(maps)).isInstanceOf(Sight.Seen.class);
      untilTrue(
          "accounts are seen too",
          () -> each(patrols, maps, accounts).get(accounts) instanceof Sight.Seen);
      assertThat(each(patrols, accounts)).containsOnlyKeys(accounts);
      assertThat(each(patrols, maps, accounts).get(accounts)).isInstanceOf(Sight.Seen.class);
      untilTrue(
          "maps are seen again",
          () -> each(patrols, maps, accounts).get(maps) instanceof Sight.Seen);
    }
  }

  private Map<Kind<?>, Sight<GenericKubernetesResource>> each(
      TenantPatrols patrols, Kind<?>... kinds) {
    return patrols.each(SHOP, kubeconfig, List.of(kinds));
  }

  @Test
  void whatNobodyWillAskForIsNotKept(TestCluster cluster) {
    map(cluster, "dns", OURS);
    var named =
        new Keep<GenericKubernetesResource>(
            _ -> true, 10, (object, _) -> object.getMetadata().setLabels(Map.of()));
    try (var patrols = new TenantPatrols(named, ClientSettings.named("test"), timeline, trigger)) {
      untilTrue("it is seen", () -> names(patrols, cluster).equals(Set.of("ConfigMap/dns")));
      assertThat(look(patrols, cluster).toString()).contains("dns").doesNotContain("made-by");
    }
  }

  @Test
  void brokenCredentialsAreUnseen(TestCluster cluster) {
    try (var patrols = patrols()) {
      assertThat(patrols.look(SHOP, "kind: Config".getBytes(UTF_8), kinds(cluster)))
          .isInstanceOf(Sight.Unseen.class);
    }
  }

  private TenantPatrols patrols() {
    var known = Set.of("dns", "proxy");
    return new TenantPatrols(
        new Keep<>(found -> known.contains(found.getMetadata().getName()), 10),
        ClientSettings.named("test"),
        timeline,
        trigger);
  }

  private static List<Kind<?>> kinds(TestCluster cluster) {
    return List.of(
        Kind.of(ConfigMap.class).in(cluster.namespace()).labelled("made-by=us"),
        Kind.of(ServiceAccount.class).in(cluster.namespace()).labelled("made-by=us"));
  }

  private Sight<GenericKubernetesResource> look(TenantPatrols patrols, TestCluster cluster) {
    return patrols.look(SHOP, kubeconfig, kinds(cluster));
  }

  private Set<String> names(TenantPatrols patrols, TestCluster cluster) {
    return look(patrols, cluster) instanceof Sight.Seen<GenericKubernetesResource>(var objects)
        ? Set.copyOf(
            objects.stream()
                .map(object -> object.getKind() + "/" + object.getMetadata().getName())
                .toList())
        : Set.of("not yet");
  }

  private static void map(TestCluster cluster, String name, Map<String, String> labels) {
    var map =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace(cluster.namespace())
            .withName(name)
            .withLabels(labels)
            .endMetadata()
            .build();
    cluster.client().resource(map).create();
  }

  private static void account(TestCluster cluster, String name) {
    var account =
        new ServiceAccountBuilder()
            .withNewMetadata()
            .withNamespace(cluster.namespace())
            .withName(name)
            .withLabels(OURS)
            .endMetadata()
            .build();
    cluster.client().resource(account).create();
  }
}
