package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.addons.helm.HelmProgram;
import dev.butlerlabs.butler.addons.helm.HelmSettings;
import dev.butlerlabs.butler.addons.install.AddonControllers;
import dev.butlerlabs.butler.addons.install.InstallSettings;
import dev.butlerlabs.butler.addons.observe.Collecting;
import dev.butlerlabs.butler.addons.observe.Enrolment;
import dev.butlerlabs.butler.addons.platform.PlatformAddons;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import io.fabric8.kubernetes.client.Config;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Addons, and Helm, which installs them. A machine that has no place for it has no addons. */
final class AddonWiring implements AutoCloseable {

  private static final Logger log = LoggerFactory.getLogger(AddonWiring.class);

  private final @Nullable AddonControllers controllers;

  AddonWiring(Config access, ManagerConfig config, Ground ground, TenantClients tenants) {
    var helm = helm(config);
    controllers = helm == null ? null : controllers(access, config, ground, tenants, helm);
    if (controllers != null) {
      controllers.addTo(ground.engine());
      new PlatformAddons(ground.client(), ground.timeline()).addTo(ground.engine());
      new Enrolment(ground.client()).addTo(ground.engine());
      new Collecting(ground.client(), ground.timeline()).addTo(ground.engine());
    }
  }

  /** A program that is not there is told by each addon that needs it. */
  static @Nullable HelmProgram helm(ManagerConfig config) {
    try {
      return new HelmProgram(
          HelmSettings.of(Path.of(config.helm()), config.addons(), config.charts()));
    } catch (UncheckedIOException unusable) {
      log.atError()
          .addKeyValue("problem", unusable.getMessage())
          .log("no addon is installed or removed");
      return null;
    }
  }

  private static AddonControllers controllers(
      Config access, ManagerConfig config, Ground ground, TenantClients tenants, HelmProgram helm) {
    return new AddonControllers(
        new AddonControllers.Parts(
            ground.client(),
            ground.timeline(),
            ground.leadership(),
            new OwnLogin(access),
            tenants,
            TenantSettings.usual("butler-manager").client(),
            ground.metrics().registry(),
            ground.identity()),
        helm,
        InstallSettings.usual(config.wayIntoTenants()));
  }

  /** Returns when Helm does not run any more. */
  @Override
  public void close() {
    if (controllers != null) {
      controllers.close();
    }
  }
}
