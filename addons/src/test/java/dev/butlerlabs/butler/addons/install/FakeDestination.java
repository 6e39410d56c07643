package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.addons.install.plan.Consent;
import dev.butlerlabs.butler.addons.install.plan.Fingerprint;
import dev.butlerlabs.butler.addons.install.plan.Offer;
import dev.butlerlabs.butler.addons.install.plan.Piece;
import dev.butlerlabs.butler.addons.install.plan.Wanted;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec.PodSecurity;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A cluster that answers what it is told to, and what is to be put there without Helm. */
record FakeDestination(
    Function<Function<KubernetesClient, ?>, Answer<?>> answers,
    Supplier<Optional<Refusal>> namespaces)
    implements Destination {

  static FakeDestination answering(Supplier<Answer<?>> answers) {
    return working(_ -> answers.get());
  }

  /** It may have the work done that it is asked for. */
  static FakeDestination working(Function<Function<KubernetesClient, ?>, Answer<?>> answers) {
    return new FakeDestination(answers, Optional::empty);
  }

  /** As it answers when it is asked for a namespace. */
  static FakeDestination giving(Supplier<Optional<Refusal>> namespaces) {
    return new FakeDestination(
        _ -> {
          throw new AssertionError("only the namespace is asked for");
        },
        namespaces);
  }

  @Override
  public String name() {
    return "web";
  }

  @Override
  public Kubeconfig login() {
    throw new UnsupportedOperationException("nobody logs in here");
  }

  @Override
  public Optional<Refusal> ensureNamespace(String namespace, PodSecurity level) {
    return namespaces.get();
  }

  @Override
  @SuppressWarnings("unchecked")
  public <R> Answer<R> call(Function<KubernetesClient, Answer<R>> work) {
    return (Answer<R>) answers.apply(work);
  }

  static Wanted wanted(String version, Offer offer) {
    return new Wanted(
        new Piece(new ReleaseKey("shop", "web"), "https://charts.example.com", "web", version, ""),
        List.of(),
        Values.none(),
        List.of(),
        true,
        PodSecurity.BASELINE,
        Duration.ofMinutes(5),
        new Fingerprint("order", version),
        offer,
        Consent.NONE);
  }

  static Helm noHelm() {
    return (Helm)
        Proxy.newProxyInstance(
            Helm.class.getClassLoader(),
            new Class<?>[] {Helm.class},
            (_, method, _) -> {
              throw new AssertionError("Helm is not asked for " + method.getName());
            });
  }

  static ChartSources noSources() {
    return new ChartSources(new KubernetesClientBuilder().withConfig(Config.empty()).build());
  }
}
