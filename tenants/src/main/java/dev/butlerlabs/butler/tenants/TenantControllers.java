package dev.butlerlabs.butler.tenants;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.kube.admission.Policy;
import dev.butlerlabs.butler.kube.engine.ControllerSettings;
import dev.butlerlabs.butler.kube.engine.Engine;
import dev.butlerlabs.butler.providers.spi.infrastructure.Infrastructure;
import dev.butlerlabs.butler.tenants.access.AccessReconciler;
import dev.butlerlabs.butler.tenants.access.AdminDoor;
import dev.butlerlabs.butler.tenants.drain.Drains;
import dev.butlerlabs.butler.tenants.life.Accounts;
import dev.butlerlabs.butler.tenants.life.ClusterApi;
import dev.butlerlabs.butler.tenants.life.KeptReconciler;
import dev.butlerlabs.butler.tenants.life.LifeMetrics;
import dev.butlerlabs.butler.tenants.life.Protection;
import dev.butlerlabs.butler.tenants.life.TenantReconciler;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The feature as a whole: its controllers, and what it wants to be asked about. */
public final class TenantControllers {

  private TenantControllers() {}

  /**
   * Adds the controllers.
   *
   * @param platforms who draws workers, one for each platform
   * @param door the way into clusters
   * @param instance unlike that of any other process
   * @param meters where counts and times are told
   */
  public static void add(
      Engine engine,
      KubernetesClient client,
      InstantSource clock,
      String instance,
      MeterRegistry meters,
      Collection<Infrastructure> platforms,
      AdminDoor door) {
    var clusterApi = new ClusterApi();
    clusterApi.addTo(engine);
    var accounts = new Accounts();
    engine.add("tenants-accounts", accounts.watches(), accounts, ControllerSettings.DEFAULT);
    var byType =
        platforms.stream()
            .collect(
                Collectors.<Infrastructure, ProviderType, Infrastructure>toMap(
                    Infrastructure::provider, Function.identity()));
    var metrics = new LifeMetrics(meters, engine.cache());
    var clusters =
        new TenantReconciler(
            client, clusterApi, accounts, byType, instance, clock, metrics, new Drains(door));
    engine.add("tenants", clusters.watches(), clusters, ControllerSettings.DEFAULT);
    var kept = new KeptReconciler(client, clusterApi, accounts, instance, clock);
    engine.add("tenants-kept", kept.watches(), kept, ControllerSettings.DEFAULT);
  }

  /** Adds who lets people into tenants. */
  public static void addAccess(Engine engine, KubernetesClient client, AdminDoor door) {
    var access = new AccessReconciler(client, door, new SecureRandom());
    engine.add("tenants-access", access.watches(), access, ControllerSettings.DEFAULT);
  }

  /** What the API server itself holds about clusters. */
  public static List<Policy> policies() {
    return List.of(Protection.policy());
  }
}
