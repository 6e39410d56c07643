package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.PackedTexts;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.kube.Trigger;
import dev.butlerlabs.butler.kube.client.ClientSettings;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.kube.lead.Leadership;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.write.EventQueue;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.pki.Kubeconfig;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

/** The feature as a whole: its controllers, the jobs they have done and the watches they need. */
public final class AddonControllers implements AutoCloseable {

  /** One of each addon of a large fleet. */
  private static final int MOST_EVENTS = 20_000;

  /** Packed, this is some thousand releases of usual size. */
  private static final long MOST_MANIFESTS = 16L << 20;

  private static final Executor VIRTUAL =
      task -> Thread.ofVirtual().name("addon-events").start(task);

  private final Trigger tenantNews = new Trigger();
  private final Trigger managementNews = new Trigger();
  private final EventQueue later;
  private final Operations operations;
  private final Upkeep onTenants;
  private final Upkeep here;
  private final Leadership.Registration registration;
  private final TenantAddonReconciler addons;
  private final ManagementAddonReconciler management;
  private final Rollouts rollouts;
  private final SigningKeys keys;

  /**
   * What the controllers are made from.
   *
   * @param own how Helm gets into the management cluster; asked each time, since it may be renewed
   * @param tenants for work inside tenants
   * @param watching for the watches inside them
   * @param instance unlike that of any other process
   */
  public record Parts(
      KubernetesClient client,
      Timeline timeline,
      Leadership leadership,
      Supplier<Kubeconfig> own,
      TenantClients tenants,
      ClientSettings watching,
      MeterRegistry meters,
      String instance) {

    private Teller.Parts telling() {
      var events = new Events(client, "butlerlabs.dev/addons", instance, timeline);
      return new Teller.Parts(
          client, events, new EventQueue(events, VIRTUAL, meters, MOST_EVENTS), timeline);
    }
  }

  /** Nothing runs yet. */
  public AddonControllers(Parts parts, Helm helm, InstallSettings settings) {
    var sources = new ChartSources(parts.client());
    var manifests = new PackedTexts(MOST_MANIFESTS);
    var telling = parts.telling();
    later = telling.later();
    operations = new Operations(settings.limits(), parts.timeline(), this::tell);
    Function<Trigger, Offers> offers =
        news ->
            new Offers(
                helm,
                sources,
                manifests,
                new Quiet(later::hold, parts.timeline()),
                parts.timeline(),
                news::fire);
    onTenants =
        new Upkeep(
            parts.watching(), offers.apply(tenantNews), manifests, parts.timeline(), tenantNews);
    here =
        new Upkeep(
            parts.watching(),
            offers.apply(managementNews),
            manifests,
            parts.timeline(),
            managementNews);
    var acting = new Acting(operations, helm, sources, parts.timeline());
    var followers = new Followers(parts.timeline());
    keys = new SigningKeys(tenantNews, managementNews);
    addons =
        new TenantAddonReconciler(
            parts.client(),
            parts.tenants(),
            acting,
            onTenants,
            followers,
            keys,
            tenantNews,
            settings,
            telling);
    rollouts = new Rollouts(parts.client(), followers, parts.timeline());
    management =
        new ManagementAddonReconciler(
            parts.client(), parts.own(), acting, here, keys, managementNews, telling);
    // Whoever leads next asks Helm for the same.
    registration =
        parts
            .leadership()
            .onChange(
                leading -> {
                  if (!leading) {
                    operations.cancelAll();
                    onTenants.stop();
                    here.stop();
                  }
                });
  }

  /** Those of the management cluster have no namespace. */
  private void tell(ObjectKey addon) {
    (addon.namespace().isEmpty() ? managementNews : tenantNews).fire(addon);
  }

  public void addTo(Engine engine) {
    engine.add("tenant-addons", addons.watches(), addons, ControllerSettings.DEFAULT);
    engine.add("rollouts", Rollouts.watches(), rollouts, ControllerSettings.DEFAULT);
    keys.addTo(engine);
    engine.add("management-addons", management.watches(), management, ControllerSettings.DEFAULT);
  }

  /** Called when no reconciler runs any more; returns when Helm does not either. */
  @Override
  public void close() {
    registration.close();
    later.close();
    operations.close();
    onTenants.close();
    here.close();
  }
}
