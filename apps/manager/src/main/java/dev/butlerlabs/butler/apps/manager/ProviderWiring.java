package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.providers.machines.MachineControllers;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process that looks after what is ordered of one platform, and nothing else. */
final class ProviderWiring implements Program {

  private static final Logger log = LoggerFactory.getLogger(ProviderWiring.class);
  private static final Duration REHEARSE_WITHIN = Duration.ofSeconds(30);

  private final Ground ground;
  private final MachineControllers machines;
  private final AdminEndpoint admin;
  private final ProviderType type;

  ProviderWiring(
      Config access, ManagerConfig config, ProviderType type, List<Interceptor> interceptors) {
    this.type = type;
    ground = new Ground(access, config, interceptors);
    machines = ground.machines(Set.of(type));
    admin =
        new AdminEndpoint(
            config.admin(), () -> ground.engine().problems(), ground.metrics()::scrape);
  }

  @Override
  public void start() {
    ground.engine().start();
    ground.leadership().start();
    log.atInfo()
        .addKeyValue("platform", type)
        .addKeyValue("admin", admin.address())
        .log("provider started");
  }

  @Override
  public boolean rehearse() throws InterruptedException {
    ground.engine().start();
    return ground.engine().awaitSynced(REHEARSE_WITHIN) && !ground.metrics().scrape().isEmpty();
  }

  InetSocketAddress adminAddress() {
    return admin.address();
  }

  @Override
  public void close() {
    ground.stopEngine();
    machines.close();
    ground.leadership().close();
    admin.close();
    ground.close();
    log.info("provider stopped");
  }
}
