package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.sandbox.plane.Ports;
import dev.butlerlabs.butler.sandbox.plane.supervise.Launch;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The command lines of Cluster API's managers and of our own. */
final class Programs {

  /** Migrations rewrite stored objects of older releases; a sandbox has none. */
  private static final String NO_MIGRATION =
      "--skip-crd-migration-phases=StorageVersionMigration,CleanupManagedFields";

  /**
   * By themselves they take 50 or 100 objects at once. On a small machine these wait for each other
   * and try again so often that sixty clusters take more than twice as long.
   */
  private static final int AT_ONCE = 3;

  private static final List<String> WORKERS =
      List.of("cluster", "machine", "machineset", "machinedeployment", "machinehealthcheck");

  private Programs() {}

  static Launch core(Path program, Passports passports, Ports ports) {
    var flags =
        common(
            program,
            passports,
            ports,
            Listeners.CORE,
            Listeners.CORE_HEALTH,
            Listeners.CORE_METRICS);
    flags.add(
        "--feature-gates=ClusterTopology=false,MachinePool=false,ReconcilerRateLimiting=false");
    WORKERS.forEach(one -> flags.add("--%s-concurrency=%d".formatted(one, AT_ONCE)));
    return new Launch(flags, Map.of());
  }

  static Launch kubeadm(Path program, Passports passports, Ports ports) {
    var flags =
        common(
            program,
            passports,
            ports,
            Listeners.KUBEADM,
            Listeners.KUBEADM_HEALTH,
            Listeners.KUBEADM_METRICS);
    flags.add("--feature-gates=MachinePool=false,ReconcilerRateLimiting=false");
    flags.add("--bootstrap-token-ttl=1h");
    return new Launch(flags, Map.of());
  }

  private static List<String> common(
      Path program, Passports passports, Ports ports, String name, String health, String metrics) {
    var flags = new ArrayList<String>();
    flags.add(program.toString());
    flags.add("--kubeconfig=" + passports.kubeconfig(name));
    flags.add("--webhook-port=" + ports.of(name));
    flags.add("--webhook-cert-dir=" + passports.webhookFolder());
    flags.add("--health-addr=" + ports.address(health));
    flags.add("--diagnostics-address=" + ports.address(metrics));
    flags.add("--insecure-diagnostics");
    flags.add(NO_MIGRATION);
    return flags;
  }

  static Launch manager(PlatformSettings settings, Passports passports, Ports ports) {
    var environment = new HashMap<String, String>();
    environment.put("BUTLER_KUBECONFIG", passports.kubeconfig(Listeners.MANAGER).toString());
    environment.put("BUTLER_ADMIN_ADDRESS", ports.address(Listeners.MANAGER));
    environment.put("BUTLER_WEBHOOK_ADDRESS", ports.address(Listeners.MANAGER_WEBHOOK));
    environment.put("BUTLER_WEBHOOK_URL", "https://" + ports.address(Listeners.MANAGER_WEBHOOK));
    environment.put("BUTLER_BACKUP_FOLDER", settings.home().folder("backups").toString());
    environment.put("BUTLER_ADDONS_FOLDER", settings.home().folder("addons").toString());
    // Without it addons say that there is none.
    environment.put("BUTLER_HELM", settings.program(Tool.HELM).toString());
    return new Launch(settings.manager(), environment);
  }
}
