package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A reconciler that writes down what it saw: the key and the value of the entry {@code say}. */
class Recorded implements Reconciler<ConfigMap> {

  private final List<String> runs = new CopyOnWriteArrayList<>();

  @Override
  public Outcome reconcile(ConfigMap object, Context context) throws InterruptedException {
    runs.add(context.key().name() + " " + object.getData().get("say"));
    return Outcome.settled();
  }

  @Override
  public void gone(ObjectKey key, Context context) {
    runs.add(key.name() + " gone");
  }

  List<String> runs() {
    return List.copyOf(runs);
  }
}
