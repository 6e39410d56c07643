package dev.butlerlabs.butler.kube.sample;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.sample.GreetingPlanner.Observation;
import dev.butlerlabs.butler.kube.sample.GreetingPlanner.Plan;
import dev.butlerlabs.butler.kube.write.Applier;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.util.Map;
import java.util.Optional;

/** Keeps one greeting for each order: look, decide, act once. */
final class GreetingReconciler implements Reconciler<ConfigMap> {

  static final Kind<ConfigMap> ORDERS = Kind.of(ConfigMap.class).labelled("sample=order");
  static final Kind<ConfigMap> GREETINGS = Kind.of(ConfigMap.class).labelled("sample=greeting");

  private final Applier applier;

  GreetingReconciler(Applier applier) {
    this.applier = applier;
  }

  /** Orders are ours; a greeting that is changed or deleted brings its order back. */
  static Watches<ConfigMap> watches() {
    return Watches.on(ORDERS).owned(GREETINGS);
  }

  @Override
  public Outcome reconcile(ConfigMap order, Context context) {
    return switch (GreetingPlanner.plan(observe(order, context))) {
      case Plan.Leave() -> Outcome.settled();
      case Plan.Write(var text) -> {
        applier.apply(greeting(order, text)).orElseThrow();
        yield Outcome.settled();
      }
      case Plan.Refuse(var problem) -> Outcome.failed("NobodyToGreet", problem);
    };
  }

  private static Observation observe(ConfigMap order, Context context) {
    var greeting = context.cache().find(GREETINGS, greetingKey(context.key()));
    return new Observation(
        order.getData().getOrDefault("name", ""),
        greeting.flatMap(seen -> Optional.ofNullable(seen.getData().get("text"))));
  }

  private static ObjectKey greetingKey(ObjectKey order) {
    return new ObjectKey(order.namespace(), order.name() + "-greeting");
  }

  private static ConfigMap greeting(ConfigMap order, String text) {
    var owner = order.getMetadata();
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(owner.getNamespace())
        .withName(owner.getName() + "-greeting")
        .addToLabels("sample", "greeting")
        .addNewOwnerReference()
        .withApiVersion("v1")
        .withKind("ConfigMap")
        .withName(owner.getName())
        .withUid(owner.getUid())
        .endOwnerReference()
        .endMetadata()
        .withData(Map.of("text", text))
        .build();
  }
}
