package dev.butlerlabs.butler.apps.manager;

import static dev.butlerlabs.butler.apps.manager.Hands.MACHINE;
import static dev.butlerlabs.butler.apps.manager.Hands.PATIENCE;
import static dev.butlerlabs.butler.apps.manager.Hands.apply;
import static dev.butlerlabs.butler.apps.manager.Hands.awaitTold;
import static dev.butlerlabs.butler.apps.manager.Hands.config;
import static dev.butlerlabs.butler.apps.manager.Hands.forgetClosedManagers;
import static dev.butlerlabs.butler.apps.manager.Hands.installKinds;
import static dev.butlerlabs.butler.apps.manager.Hands.leads;
import static dev.butlerlabs.butler.apps.manager.Hands.manager;
import static dev.butlerlabs.butler.apps.manager.Hands.status;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.TestCluster;
import org.junit.jupiter.api.Test;

/** Machines that are ordered from a manager, and from a process of their platform. */
@OnRealApiServer
class OrderedMachinesIT {

  /** With the rights it has where it is installed, and no others. */
  @Test
  void machineOrderedOnProxmoxRunsAndGoes(TestCluster cluster) throws Exception {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    try (var site = new ProxmoxSite();
        var manager = manager(Rights.ofTheManager(cluster), cluster, "one")) {
      manager.start();
      apply(cluster, site.account("pve")).requireSuccess();
      apply(cluster, ProxmoxSite.machine("cp-0", "pve")).requireSuccess();

      awaitTold(cluster, "ProviderConfig/pve", "ready", true);
      awaitTold(cluster, "MachineRequest/cp-0", "phase", "Running");
      assertThat(site.proxmox().machines()).hasSize(1);
      assertThat(status(cluster, "machinerequest/cp-0", "providerID")).startsWith("proxmox://");
      assertThat(status(cluster, "machinerequest/cp-0", "ipAddress")).isNotEmpty();
      // The room in pools is another feature's to tell, in the same status.
      awaitTold(cluster, "ProviderConfig/pve", "networkMode", "ipam");
      assertThat(status(cluster, "providerconfig/pve", "ready")).isEqualTo("true");

      cluster.kubectl("delete", "machinerequest", "cp-0", "--timeout=5m").requireSuccess();
      assertThat(site.proxmox().machines()).isEmpty();
      Await.untilTrue("told", PATIENCE, () -> events(cluster, "cp-0").contains("Deleted"));
      assertThat(events(cluster, "cp-0")).contains("Created", "Ready", "Deleting");
      cluster.kubectl("delete", "providerconfig", "pve", "--timeout=5m").requireSuccess();
    }
    forgetClosedManagers(cluster);
  }

  /** Beside a manager that leaves the platform to it, each with its own rights and no others. */
  @Test
  void platformCanHaveAProcessOfItsOwn(TestCluster cluster) throws Exception {
    installKinds(cluster);
    forgetClosedManagers(cluster);
    try (var site = new ProxmoxSite();
        var manager = manager(Rights.ofTheManager(cluster), cluster, "one", "--platforms=none")) {
      manager.start();
      Await.untilTrue("the manager leads", PATIENCE, () -> leads(manager));
      apply(cluster, site.account("pve")).requireSuccess();
      apply(cluster, ProxmoxSite.machine("cp-0", "pve")).requireSuccess();
      // What the manager does look after of it.
      awaitTold(cluster, "ProviderConfig/pve", "networkMode", "ipam");
      assertThat(status(cluster, "providerconfig/pve", "ready")).isEmpty();

      var config = config(cluster, "two", "--run=provider:proxmox");
      try (var provider = Wiring.of(Rights.ofAProvider(cluster, "proxmox"), config)) {
        provider.start();
        awaitTold(cluster, "ProviderConfig/pve", "ready", true);
        Await.untilTrue("made", MACHINE, () -> site.proxmox().machines().size() == 1);
        cluster.kubectl("delete", "machinerequest", "cp-0", "--timeout=5m").requireSuccess();
        assertThat(site.proxmox().machines()).isEmpty();
        cluster.kubectl("delete", "providerconfig", "pve", "--timeout=5m").requireSuccess();
      }
      assertThat(cluster.kubectl("get", "lease").stdout())
          .contains("butler-manager", "butler-provider-proxmox");
    }
    forgetClosedManagers(cluster);
  }

  private static String events(TestCluster cluster, String name) {
    return cluster
        .kubectl("get", "events", "--field-selector=involvedObject.name=" + name)
        .stdout();
  }
}
