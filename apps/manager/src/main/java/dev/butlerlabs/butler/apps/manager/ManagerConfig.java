package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.addons.helm.Network;
import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.kube.config.Reading;
import dev.butlerlabs.butler.kube.config.Setting;
import dev.butlerlabs.butler.kube.config.Settings;
import dev.butlerlabs.butler.kube.config.Sources;
import dev.butlerlabs.butler.kube.observe.LogFormat;
import dev.butlerlabs.butler.providers.http.Proxies;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.Level;

/**
 * Everything the manager takes from the outside.
 *
 * @param duty what the process is started for
 * @param platforms of those it has, which the manager itself looks after
 * @param kubeconfig empty for the cluster the process runs in
 * @param admin where health, readiness and metrics are offered
 * @param webhook where the API server asks for admission
 * @param webhookUrl how it finds that address; empty: through the Service
 * @param webhookService in front of all managers, in the platform's namespace
 * @param namespace where the lease for the lead and the admission certificate live
 * @param identity unlike that of any other manager; empty to make one up
 * @param backupFolder where tenants are saved; empty for nowhere
 * @param helm the program that installs addons; a name is looked for in PATH
 * @param addonsFolder where it works and keeps charts; empty for one among temporary files
 * @param proxy between the manager and platforms
 * @param charts what leads Helm to charts
 */
record ManagerConfig(
    Duty duty,
    Set<ProviderType> platforms,
    String kubeconfig,
    InetSocketAddress admin,
    InetSocketAddress webhook,
    String webhookUrl,
    String webhookService,
    String namespace,
    String identity,
    String backupFolder,
    String helm,
    String addonsFolder,
    ProxySelector proxy,
    Network charts,
    LogFormat logFormat,
    Level logLevel) {

  private static final List<String> USUAL =
      List.of("HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR");

  private static final Setting<Duty> RUN =
      new Setting<>(
          "run",
          "What the process is for: all, or only what is ordered of one platform.",
          "all or provider:NAME",
          Duty::of,
          "all",
          false);

  private static final Setting<Set<ProviderType>> PLATFORMS =
      new Setting<>(
          "platforms",
          "Whose machines the manager looks after; leave out those that have a process of their own.",
          "all, none, or names with commas between",
          Platforms::listed,
          "all",
          false);

  private static final Setting<String> KUBECONFIG =
      Setting.text(
              "kubeconfig", "File that names the management cluster; empty: the one it runs in.")
          .orElse("");

  private static final Setting<InetSocketAddress> ADMIN =
      new Setting<>(
          "admin-address",
          "Where health, readiness and metrics are offered.",
          "host:port",
          Forms::address,
          "127.0.0.1:8080",
          false);

  private static final Setting<InetSocketAddress> WEBHOOK =
      new Setting<>(
          "webhook-address",
          "Where the API server asks for admission, over TLS.",
          "host:port",
          Forms::address,
          "0.0.0.0:9443",
          false);

  private static final Setting<String> WEBHOOK_URL =
      new Setting<>(
          "webhook-url",
          "How the API server finds the webhook address; empty: through the Service.",
          "https address",
          Forms::httpsOrEmpty,
          "",
          false);

  private static final Setting<String> WEBHOOK_SERVICE =
      Setting.text(
              "webhook-service",
              "Service (port 443) that leads to the webhook address of every manager.")
          .orElse("butler-manager");

  private static final Setting<String> NAMESPACE =
      Setting.text("namespace", "Namespace of the platform's own objects.").orElse("butler-system");

  private static final Setting<String> IDENTITY =
      Setting.text("identity", "Name of this process among its kind; empty: made up at the start.")
          .orElse("");

  private static final Setting<String> BACKUP_FOLDER =
      Setting.text(
              "backup-folder",
              "Folder, shared by all managers, in which tenants are saved; empty: none is.")
          .orElse("");

  private static final Setting<String> HELM =
      Setting.text(
              "helm",
              "The helm program, version 4, which installs addons; a name is looked for in PATH.")
          .orElse("helm");

  private static final Setting<String> ADDONS_FOLDER =
      Setting.text(
              "addons-folder",
              "Folder, this process's own, in which Helm works and keeps charts; empty: one among"
                  + " temporary files.")
          .orElse("");

  private static final Setting<String> HTTPS_PROXY =
      new Setting<>(
          "https-proxy",
          "Proxy between the manager and platforms, and between Helm and charts; empty: none. Also"
              + " read from HTTPS_PROXY.",
          "http://host:port",
          Forms::proxyOrEmpty,
          "",
          // People write passwords there.
          true);

  private static final Setting<String> HTTP_PROXY =
      new Setting<>(
          "http-proxy",
          "Proxy between Helm and charts that are served without TLS; empty: none. Also read from"
              + " HTTP_PROXY.",
          "http://host:port",
          text -> text,
          "",
          true);

  private static final Setting<String> NO_PROXY =
      Setting.text(
              "no-proxy",
              "Platforms and charts that are reached without it: hosts, domains, addresses and"
                  + " networks with commas between. Also read from NO_PROXY.")
          .orElse("");

  private static final Setting<String> CERTIFICATE_FILE =
      Setting.text(
              "ssl-cert-file",
              "File of the authorities that Helm trusts; empty: those of the system. Also read from"
                  + " SSL_CERT_FILE.")
          .orElse("");

  private static final Setting<String> CERTIFICATE_FOLDERS =
      Setting.text(
              "ssl-cert-dir",
              "Folders with such files, colons between. Also read from SSL_CERT_DIR.")
          .orElse("");

  private static final Setting<LogFormat> LOG_FORMAT =
      Setting.choice("log-format", "How log lines are written.", LogFormat.class).orElse("logfmt");

  private static final Setting<Level> LOG_LEVEL =
      Setting.choice("log-level", "The least important lines that are written.", Level.class)
          .orElse("info");

  static Settings settings() {
    return Settings.of(
        RUN,
        PLATFORMS,
        KUBECONFIG,
        ADMIN,
        WEBHOOK,
        WEBHOOK_URL,
        WEBHOOK_SERVICE,
        NAMESPACE,
        IDENTITY,
        BACKUP_FOLDER,
        HELM,
        ADDONS_FOLDER,
        HTTPS_PROXY,
        HTTP_PROXY,
        NO_PROXY,
        CERTIFICATE_FILE,
        CERTIFICATE_FOLDERS,
        LOG_FORMAT,
        LOG_LEVEL);
  }

  /**
   * The environment as our settings name it: what is usual everywhere counts where ours says
   * nothing.
   */
  static Map<String, String> environment(Map<String, String> around) {
    var all = new HashMap<>(around);
    for (var usual : USUAL) {
      for (var name : List.of(usual, usual.toLowerCase(Locale.ROOT))) {
        if (around.containsKey(name)) {
          all.putIfAbsent("BUTLER_" + usual, around.getOrDefault(name, ""));
        }
      }
    }
    return all;
  }

  static Reading<ManagerConfig> read(Sources sources) {
    return settings()
        .read(
            sources,
            values ->
                new ManagerConfig(
                    values.get(RUN),
                    values.get(PLATFORMS),
                    values.get(KUBECONFIG),
                    values.get(ADMIN),
                    values.get(WEBHOOK),
                    values.get(WEBHOOK_URL),
                    values.get(WEBHOOK_SERVICE),
                    values.get(NAMESPACE),
                    values.get(IDENTITY),
                    values.get(BACKUP_FOLDER),
                    values.get(HELM),
                    values.get(ADDONS_FOLDER),
                    Proxies.of(values.get(HTTPS_PROXY), values.get(NO_PROXY)),
                    Network.of(
                        Map.of(
                            "HTTPS_PROXY", values.get(HTTPS_PROXY),
                            "HTTP_PROXY", values.get(HTTP_PROXY),
                            "NO_PROXY", values.get(NO_PROXY),
                            "SSL_CERT_FILE", values.get(CERTIFICATE_FILE),
                            "SSL_CERT_DIR", values.get(CERTIFICATE_FOLDERS))),
                    values.get(LOG_FORMAT),
                    values.get(LOG_LEVEL)));
  }

  AdmissionSettings admission() {
    var reach =
        webhookUrl.isEmpty()
            ? new Reach.ByService(namespace, webhookService)
            : new Reach.ByUrl(URI.create(webhookUrl));
    return AdmissionSettings.usual(webhook, reach, namespace);
  }

  /** Which of a tenant's kubeconfigs leads there: names of Services hold only inside a cluster. */
  String wayIntoTenants() {
    return kubeconfig.isEmpty() ? "super-admin.svc" : "super-admin.conf";
  }

  /** Where tenants are saved, if anywhere. */
  @Nullable Path backups() {
    return backupFolder.isEmpty() ? null : Path.of(backupFolder);
  }

  /** Where Helm works. */
  Path addons() {
    return addonsFolder.isEmpty()
        ? Path.of(System.getProperty("java.io.tmpdir"), "butler-addons")
        : Path.of(addonsFolder);
  }
}
