package dev.butlerlabs.butler.bench.accounts;

import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus.Phase;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.providers.simulators.proxmox.ProxmoxStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** One run: many machines at a well account, beside one neighbour. */
final class Run {

  private static final String WELL = "well";
  private static final String OTHER = "other";
  private static final Duration HALF_A_MINUTE = Duration.ofSeconds(30);
  private static final int LARGE = 1_000_000;

  /** Ends a run that would never end; no figure hangs on it. */
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  private final KubernetesClient client;
  private final int machines;

  Run(KubernetesClient client, int machines) {
    this.client = client;
    this.machines = machines;
  }

  /**
   * What a run showed.
   *
   * @param half seconds from a machine's order to Running, for half of the machines
   * @param last seconds from the first order until all ran
   * @param most calls at once at the well platform
   * @param clones how many machines were made
   */
  record Times(double half, double last, int most, long clones) {}

  Times beside(Neighbour neighbour, String namespace) throws Exception {
    var town = Town.found(client, namespace);
    try (var timeline = new SystemTimeline();
        var well = platform(timeline);
        var _ = neighbour(town, neighbour, timeline, well.authorityPem());
        var _ = Controllers.start(client, namespace)) {
      if (neighbour != Neighbour.NOBODY) {
        orderAll(town, OTHER);
        Await.untilTrue("the neighbour's orders are heard", PATIENCE, () -> heard(town));
      }
      town.account(WELL, well.uri(), well.authorityPem());
      try (var watch = new Stopwatch(town.orders(WELL), machines)) {
        orderAll(town, WELL);
        watch.awaitAll(PATIENCE);
        return new Times(
            watch.half(),
            watch.last(),
            well.most(),
            well.calls().stream().filter(call -> call.matches("POST .*/clone")).count());
      }
    }
  }

  private void orderAll(Town town, String account) {
    for (var i = 0; i < machines; i++) {
      town.order(account, i);
    }
  }

  private boolean heard(Town town) {
    return town.orders(OTHER).list().getItems().stream()
            .filter(order -> phase(order).isPresent())
            .count()
        == machines;
  }

  static Optional<Phase> phase(MachineRequest order) {
    return Optional.ofNullable(order.getStatus()).map(MachineRequestStatus::phase);
  }

  private static AutoCloseable neighbour(
      Town town, Neighbour neighbour, SystemTimeline timeline, String anyAuthority)
      throws IOException {
    return switch (neighbour) {
      case NOBODY -> () -> {};
      case DEAD -> {
        // Connections are made by the system; nobody ever takes them.
        var socket = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        town.account(OTHER, URI.create("https://127.0.0.1:" + socket.getLocalPort()), anyAuthority);
        yield socket;
      }
      case SLOW -> {
        var platform = platform(timeline);
        platform.slow(HALF_A_MINUTE);
        town.account(OTHER, platform.uri(), platform.authorityPem());
        yield platform;
      }
    };
  }

  /** A Proxmox with room for everybody. */
  private static ProxmoxStandIn platform(SystemTimeline timeline) {
    var platform = ProxmoxStandIn.start(timeline, MischiefMaker.none(), Instant.now());
    platform.token(Town.TOKEN, Town.SECRET);
    platform.template(9000, "pve1", "talos", 10);
    platform.storage("ceph", LARGE);
    platform.memory("pve1", LARGE);
    platform.memory("pve2", LARGE);
    return platform;
  }
}
