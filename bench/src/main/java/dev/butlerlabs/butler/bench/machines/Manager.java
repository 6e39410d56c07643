package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.TroubleException;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.machines.MachineControllers;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * The controllers as one process that can be killed. They are turned by hand, one object after the
 * other and calls to the platform included, so that a seed always gives the same run.
 */
final class Manager implements AutoCloseable {

  /** When a call to a platform is given up. */
  static final Duration CALL_DEADLINE = Duration.ofMinutes(1);

  private final RecordingClient client;
  private final Stage stage;
  private final MachineControllers controllers;
  private final Set<ObjectKey> seen = new HashSet<>();
  private final List<String> problems = new ArrayList<>();

  Manager(RecordingClient client, Stage stage, Provider provider, String namespace, long seed) {
    this.client = client;
    this.stage = stage;
    this.controllers =
        new MachineControllers(
            new MachineControllers.Parts(
                client.client(),
                stage.time(),
                Leadership.always(),
                Runnable::run,
                new Random(seed),
                "bench"),
            List.of(provider),
            new MachineControllers.Settings(namespace, 8, CALL_DEADLINE));
  }

  void kill() {
    client.kill();
  }

  /** How runs failed since the last time; each is tried again with the next turn. */
  List<String> problems() {
    var all = List.copyOf(problems);
    problems.clear();
    return all;
  }

  /** Everything is looked at once; throws when the process dies on the way. */
  void turn(Glance glance) throws InterruptedException {
    var reconcilers = controllers.reconcilers();
    for (var config : glance.list(Kind.of(ProviderConfig.class))) {
      reconcile(reconcilers.configs(), config, glance);
    }
    var there = new HashSet<ObjectKey>();
    for (var request : glance.requests()) {
      there.add(key(request));
      reconcile(reconcilers.machines(), request, glance);
    }
    for (var key : seen) {
      if (!there.contains(key)) {
        reconcilers.machines().gone(key, context(key, glance));
      }
    }
    seen.clear();
    seen.addAll(there);
  }

  private <T extends HasMetadata> void reconcile(Reconciler<T> reconciler, T object, Glance glance)
      throws InterruptedException {
    try {
      var outcome = reconciler.reconcile(object, context(key(object), glance));
      if (outcome instanceof Outcome.Failed failed) {
        problems.add(failed.toString());
      }
    } catch (TroubleException | KubernetesClientException broken) {
      problems.add(text(broken));
    }
  }

  private static String text(Throwable broken) {
    var text = new StringBuilder();
    for (var one = broken; one != null; one = one.getCause()) {
      text.append(one).append('\n');
    }
    return text.toString();
  }

  private Context context(ObjectKey key, Glance glance) {
    var now = stage.time().instant();
    return new Context(key, glance, now, now.plus(Duration.ofMinutes(1)), 0, "bench");
  }

  private static ObjectKey key(HasMetadata object) {
    return new ObjectKey(object.getMetadata().getNamespace(), object.getMetadata().getName());
  }

  @Override
  public void close() {
    controllers.close();
    client.close();
  }
}
