package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Reconciler;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.write.PatchedFinalizers;
import dev.butlerlabs.butler.providers.machines.account.Accounts;
import dev.butlerlabs.butler.providers.machines.account.Desk;
import dev.butlerlabs.butler.providers.machines.account.Kinds;
import dev.butlerlabs.butler.providers.machines.account.Visits;
import dev.butlerlabs.butler.providers.machines.balancer.BalancerCraft;
import dev.butlerlabs.butler.providers.machines.balancer.plan.BalancerFacts;
import dev.butlerlabs.butler.providers.machines.config.ProviderConfigReconciler;
import dev.butlerlabs.butler.providers.machines.image.ImageCraft;
import dev.butlerlabs.butler.providers.machines.image.plan.ImageFacts;
import dev.butlerlabs.butler.providers.machines.machine.MachineCraft;
import dev.butlerlabs.butler.providers.machines.order.OrderReconciler;
import dev.butlerlabs.butler.providers.machines.order.Teller;
import dev.butlerlabs.butler.providers.machines.order.plan.Look;
import dev.butlerlabs.butler.providers.spi.Provider;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/** Everything that makes what users order of platforms, ready to be added to an engine. */
public final class MachineControllers implements AutoCloseable {

  /** Load balancers, and images, of one account at once: there are few of them. */
  private static final int FEW = 2;

  private final Accounts accounts;
  private final ProviderConfigReconciler configs;
  private final OrderReconciler<
          MachineRequest, dev.butlerlabs.butler.providers.machines.machine.plan.Look>
      machines;
  private final OrderReconciler<LoadBalancerRequest, Look<BalancerFacts>> balancers;
  private final OrderReconciler<ImageSync, Look<ImageFacts>> images;
  private final Watches.Mapping<ButlerConfig> everyImage;
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
    accounts = new Accounts(providers);
    var room =
        new Desk.Room(
            parts.threads(),
            parts.timeline(),
            parts.leadership()::leading,
            settings.perAccount(),
            settings.callDeadline());
    var finalizers = new PatchedFinalizers(parts.client());
    configs =
        new ProviderConfigReconciler(
            new ProviderConfigReconciler.Parts(
                parts.client(),
                kinds,
                accounts,
                room.with(1),
                new Visits(parts.random()),
                finalizers,
                parts.instance()));
    var tellers = new Teller.Parts(parts.client(), parts.instance(), parts.timeline());
    Function<Integer, OrderReconciler.Parts> orders =
        atOnce ->
            new OrderReconciler.Parts(
                kinds.configs(),
                accounts,
                room.with(atOnce),
                new Visits(parts.random()),
                finalizers);
    machines =
        new OrderReconciler<>(
            kinds.machines(), new MachineCraft(tellers), orders.apply(settings.perAccount()));
    balancers =
        new OrderReconciler<>(kinds.balancers(), new BalancerCraft(tellers), orders.apply(FEW));
    images = new OrderReconciler<>(kinds.images(), new ImageCraft(tellers), orders.apply(FEW));
    everyImage =
        (_, cache) -> cache.list(kinds.images().kind()).stream().map(Kinds::keyOf).toList();
    registration = parts.leadership().onChange(this::leadChanged);
  }

  /** Each call to a platform on a virtual thread. */
  public static Executor virtualThreads() {
    return task -> Thread.ofVirtual().name("platform call").start(task);
  }

  public void addTo(Engine engine) {
    engine.add("provider-configs", configs.watches(), configs, ControllerSettings.DEFAULT);
    engine.add("machine-requests", machines.watches(), machines, ControllerSettings.DEFAULT);
    engine.add("loadbalancer-requests", balancers.watches(), balancers, ControllerSettings.DEFAULT);
    engine.add(
        "image-syncs",
        images.watches().mapped(ImageCraft.SETTINGS, everyImage),
        images,
        ControllerSettings.DEFAULT);
  }

  /** The reconciler of each kind. */
  public record Reconcilers(
      Reconciler<ProviderConfig> configs,
      Reconciler<MachineRequest> machines,
      Reconciler<LoadBalancerRequest> balancers,
      Reconciler<ImageSync> images) {}

  public Reconcilers reconcilers() {
    return new Reconcilers(configs, machines, balancers, images);
  }

  private void leadChanged(boolean leading) {
    if (!leading) {
      stopActing();
    }
  }

  private void stopActing() {
    configs.stopActing();
    machines.stopActing();
    balancers.stopActing();
    images.stopActing();
  }

  @Override
  public void close() {
    registration.close();
    stopActing();
    accounts.close();
  }
}
