package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.kube.config.Reading;
import dev.butlerlabs.butler.kube.config.Setting;
import dev.butlerlabs.butler.kube.config.Settings;
import dev.butlerlabs.butler.kube.config.Sources;
import dev.butlerlabs.butler.kube.observe.LogFormat;
import java.net.InetSocketAddress;
import org.slf4j.event.Level;

/**
 * Everything the manager takes from the outside.
 *
 * @param kubeconfig empty for the cluster the process runs in
 * @param admin where health, readiness and metrics are offered
 * @param namespace where the lease for the lead lives
 * @param identity unlike that of any other manager; empty to make one up
 */
record ManagerConfig(
    String kubeconfig,
    InetSocketAddress admin,
    String namespace,
    String identity,
    LogFormat logFormat,
    Level logLevel) {

  private static final Setting<String> KUBECONFIG =
      Setting.text(
              "kubeconfig", "File that names the management cluster; empty: the one it runs in.")
          .orElse("");

  private static final Setting<InetSocketAddress> ADMIN =
      new Setting<>(
          "admin-address",
          "Where health, readiness and metrics are offered.",
          "host:port",
          ManagerConfig::address,
          "127.0.0.1:8080",
          false);

  private static final Setting<String> NAMESPACE =
      Setting.text("namespace", "Namespace of the platform's own objects.").orElse("butler-system");

  private static final Setting<String> IDENTITY =
      Setting.text("identity", "Name of this process among its kind; empty: made up at the start.")
          .orElse("");

  private static final Setting<LogFormat> LOG_FORMAT =
      Setting.choice("log-format", "How log lines are written.", LogFormat.class).orElse("logfmt");

  private static final Setting<Level> LOG_LEVEL =
      Setting.choice("log-level", "The least important lines that are written.", Level.class)
          .orElse("info");

  static Settings settings() {
    return Settings.of(KUBECONFIG, ADMIN, NAMESPACE, IDENTITY, LOG_FORMAT, LOG_LEVEL);
  }

  static Reading<ManagerConfig> read(Sources sources) {
    return settings()
        .read(
            sources,
            values ->
                new ManagerConfig(
                    values.get(KUBECONFIG),
                    values.get(ADMIN),
                    values.get(NAMESPACE),
                    values.get(IDENTITY),
                    values.get(LOG_FORMAT),
                    values.get(LOG_LEVEL)));
  }

  private static InetSocketAddress address(String text) {
    var colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("no port");
    }
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }
}
