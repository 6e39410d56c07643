package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.machines.account.Accounts;
import dev.butlerlabs.butler.providers.machines.account.Desk;
import dev.butlerlabs.butler.providers.machines.account.Kinds;
import dev.butlerlabs.butler.providers.machines.account.Visits;
import dev.butlerlabs.butler.providers.machines.config.ProviderConfigReconciler;
import dev.butlerlabs.butler.providers.machines.machine.MachineRequestReconciler;
import dev.butlerlabs.butler.providers.spi.Provider;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.random.RandomGenerator;

/** Everything that makes what users order of platforms, ready to be added to an engine. */
public final class MachineControllers implements AutoCloseable {

  private final Accounts accounts;
  private final ProviderConfigReconciler configs;
  private final MachineRequestReconciler machines;
  private final Leadership.Registration registration;

  /**
   * What the controllers are made from.
   *
   * @param threads runs each call to a platform on a thread of its own
   * @param instance which process tells events
   */
  public record Parts(
      KubernetesClient client,
      Timeline timeline,
      Leadership leadership,
      Executor threads,
      RandomGenerator random,
      String instance) {}

  /**
   * How hard platforms are used.
   *
   * @param namespace the only one to look at, or empty for all
   * @param perAccount calls at once to the platform of one ProviderConfig
   * @param callDeadline when a call is given up
   */
  public record Settings(String namespace, int perAccount, Duration callDeadline) {

    public static final Settings USUAL = new Settings("", 8, Duration.ofMinutes(1));

    public Settings {
      if (perAccount < 1 || callDeadline.isNegative() || callDeadline.isZero()) {
        throw new IllegalArgumentException(
            "%d calls at once with %s each; give at least one, and some time"
                .formatted(perAccount, callDeadline));
      }
    }
  }

  public MachineControllers(Parts parts, Collection<Provider> providers, Settings settings) {
    var kinds = Kinds.in(settings.namespace());
    var news = new Trigger();
    accounts = new Accounts(providers);
    var room =
        new Desk.Room(
            parts.threads(),
            parts.timeline(),
            parts.leadership()::leading,
            settings.perAccount(),
            settings.callDeadline());
    configs =
        new ProviderConfigReconciler(
            new ProviderConfigReconciler.Parts(
                parts.client(),
                kinds,
                accounts,
                room.with(1),
                new Visits(parts.random()),
                news,
                parts.instance()));
    machines =
        new MachineRequestReconciler(
            new MachineRequestReconciler.Parts(
                parts.client(),
                kinds,
                accounts,
                room,
                new Visits(parts.random()),
                news,
                new PatchedFinalizers(parts.client()),
                parts.instance()));
    registration = parts.leadership().onChange(this::leadChanged);
  }

  /** Each call to a platform on a virtual thread. */
  public static Executor virtualThreads() {
    return task -> Thread.ofVirtual().name("platform call").start(task);
  }

  public void addTo(Engine engine) {
    engine.add("provider-configs", configs.watches(), configs, ControllerSettings.DEFAULT);
    engine.add("machine-requests", machines.watches(), machines, ControllerSettings.DEFAULT);
  }

  public ProviderConfigReconciler configs() {
    return configs;
  }

  public MachineRequestReconciler machines() {
    return machines;
  }

  private void leadChanged(boolean leading) {
    if (!leading) {
      stopActing();
    }
  }

  private void stopActing() {
    configs.stopActing();
    machines.stopActing();
  }

  @Override
  public void close() {
    registration.close();
    stopActing();
    accounts.close();
  }
}
