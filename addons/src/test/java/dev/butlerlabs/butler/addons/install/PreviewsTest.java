package dev.butlerlabs.butler.addons.install;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Patch;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.addons.install.plan.Consent;
import dev.butlerlabs.butler.addons.install.plan.Fingerprint;
import dev.butlerlabs.butler.addons.install.plan.Offer;
import dev.butlerlabs.butler.addons.install.plan.Piece;
import dev.butlerlabs.butler.addons.install.plan.Preview;
import dev.butlerlabs.butler.addons.install.plan.Wanted;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.VersionInfo;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the clusters are asked; fakes in place of Helm and of the cluster. */
class PreviewsTest {

  private static final String MANIFEST = "kind: ConfigMap\napiVersion: v1\nmetadata: {name: a}\n";

  private final AtomicInteger calls = new AtomicInteger();
  private final AtomicInteger dryRuns = new AtomicInteger();
  private final CountDownLatch gate = new CountDownLatch(1);
  private final PackedTexts manifests = new PackedTexts(1 << 20);
  private final Previews previews =
      new Previews(helm(), FakeDestination.noSources(), manifests, SteppedTimeline.atNewYear());

  @Test
  void clusterIsAskedForItsVersionOnceHoweverManyOffersItHas() {
    manifests.keep("installed", MANIFEST);
    var cluster = FakeDestination.working(this::version);
    var asked =
        new ArrayList<CompletableFuture<dev.butlerlabs.butler.addons.helm.Answer<Preview>>>();
    var threads = new ArrayList<Thread>();
    for (var at = 0; at < 30; at++) {
      var done = new CompletableFuture<dev.butlerlabs.butler.addons.helm.Answer<Preview>>();
      asked.add(done);
      threads.add(
          Thread.ofVirtual()
              .start(() -> done.complete(previews.of(cluster, wanted(List.of()), "installed"))));
    }
    Await.untilTrue(
        "one asks and the others wait",
        () -> threads.stream().allMatch(one -> one.getState() == Thread.State.WAITING));
    assertThat(calls).hasValue(1);

    gate.countDown();

    asked.forEach(one -> assertThat(one.join().require().lines()).isEmpty());
    assertThat(calls).hasValue(1);
    assertThat(dryRuns).hasValue(0);
  }

  @Test
  void clusterThatDoesNotAnswerTakesUpNoProcessOfHelm() {
    manifests.keep("installed", MANIFEST);
    var attempt = new Attempt("ask", "cluster", ObjectKey.cluster("web"));
    var dead =
        FakeDestination.working(
            _ -> new Answer.Failed<>(new Trouble.Unreachable(attempt, "no answer", Duration.ZERO)));
    var patch = new Patch("", "ConfigMap", "", JsonNodeFactory.instance.objectNode());

    var answer = previews.of(dead, wanted(List.of(patch)), "installed");

    assertThat(answer)
        .isInstanceOfSatisfying(
            dev.butlerlabs.butler.addons.helm.Answer.Refused.class,
            refused -> assertThat(refused.refusal().cause()).isEqualTo(Cause.CLUSTER_UNREACHABLE));
    assertThat(dryRuns).hasValue(0);
  }

  @Test
  void clusterThatHasEnoughWorkIsToldBusyAndNotSilent() {
    manifests.keep("installed", MANIFEST);
    var attempt = new Attempt("ask", "cluster", ObjectKey.cluster("web"));
    var busy =
        FakeDestination.working(
            _ -> new Answer.Failed<>(new Trouble.Busy(attempt, Duration.ofSeconds(1))));

    var answer = previews.of(busy, wanted(List.of()), "installed");

    assertThat(answer)
        .isInstanceOfSatisfying(
            dev.butlerlabs.butler.addons.helm.Answer.Refused.class,
            refused -> {
              assertThat(refused.refusal().cause()).isEqualTo(Cause.CLUSTER_BUSY);
              assertThat(refused.refusal().sentence())
                  .contains("as much work as it may have", "tried again when some of that is done");
            });
  }

  private static Wanted wanted(List<Patch> patches) {
    var release = new ReleaseKey("shop", "web");
    return new Wanted(
        new Piece(release, "https://charts.example.com", "web", "1.0.0", ""),
        List.of(),
        Values.none(),
        patches,
        true,
        PodSecurity.BASELINE,
        Duration.ofMinutes(5),
        new Fingerprint("order", "catalog"),
        new Offer.None(),
        Consent.NONE);
  }

  private Answer<?> version(Function<KubernetesClient, ?> work) {
    return (Answer<?>)
        work.apply(
            (KubernetesClient)
                Proxy.newProxyInstance(
                    KubernetesClient.class.getClassLoader(),
                    new Class<?>[] {KubernetesClient.class},
                    (_, method, _) -> {
                      assertThat(method.getName()).isEqualTo("getKubernetesVersion");
                      calls.incrementAndGet();
                      gate.await();
                      return new VersionInfo.Builder().withGitVersion("v1.36.3").build();
                    }));
  }

  private Helm helm() {
    return (Helm)
        Proxy.newProxyInstance(
            Helm.class.getClassLoader(),
            new Class<?>[] {Helm.class},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "pull" ->
                      new dev.butlerlabs.butler.addons.helm.Answer.Done<>(
                          new LocalChart(Path.of("web.tgz"), null));
                  case "rendersAnywhere" -> true;
                  case "upgrades" ->
                      ((List<?>) arguments[0])
                          .stream()
                              .map(
                                  _ ->
                                      new dev.butlerlabs.butler.addons.helm.Answer.Done<>(MANIFEST))
                              .toList();
                  case "preview" -> {
                    dryRuns.incrementAndGet();
                    yield new dev.butlerlabs.butler.addons.helm.Answer.Done<>(MANIFEST);
                  }
                  default -> throw new UnsupportedOperationException(method.getName());
                });
  }
}
