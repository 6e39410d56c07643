package dev.butlerlabs.butler.sandbox.node;

import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.kernel.Timeline;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.sandbox.node.address.AddressPool;
import dev.butlerlabs.butler.sandbox.node.address.Block;
import dev.butlerlabs.butler.sandbox.node.address.BlockClaim;
import dev.butlerlabs.butler.sandbox.node.api.Door;
import dev.butlerlabs.butler.sandbox.node.api.ObjectFeed;
import dev.butlerlabs.butler.sandbox.node.api.Watch;
import dev.butlerlabs.butler.sandbox.node.forward.Forwarder;
import dev.butlerlabs.butler.sandbox.node.forward.PodBoard;
import dev.butlerlabs.butler.sandbox.node.limit.Groups;
import dev.butlerlabs.butler.sandbox.node.run.Asker;
import dev.butlerlabs.butler.sandbox.node.run.Jail;
import dev.butlerlabs.butler.sandbox.node.run.Launcher;
import dev.butlerlabs.butler.sandbox.node.run.NodeScene;
import dev.butlerlabs.butler.sandbox.node.run.PodFolders;
import dev.butlerlabs.butler.sandbox.node.run.Reports;
import dev.butlerlabs.butler.sandbox.node.serve.NodeServer;
import dev.butlerlabs.butler.sandbox.plane.home.ProcessLedger;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Spawner;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A running process node. Closing it stops its pods and leaves their objects as they are. */
public final class ProcessNode implements AutoCloseable {

  private static final Duration LIFE = Duration.ofDays(365);
  private static final Duration ROTATE_EVERY = Duration.ofSeconds(30);
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final NodeSettings settings;
  private final Timeline timeline;
  private final Consumer<String> lines;
  private final SecureRandom random = new SecureRandom();
  private final Block block;
  private final NodeServer server;
  private final Door door;
  private final ObjectFeed feed;
  private final Spawner spawner = Spawner.standard();
  private final PodBoard board = new PodBoard();
  private final PodFolders folders;
  private final Groups groups;
  private final Forwarder forwarder;
  private final Desk desk;
  private final Registration registration;
  private @Nullable Watch pods;
  private volatile boolean closed;

  private ProcessNode(NodeSettings settings, Timeline timeline, Consumer<String> lines)
      throws IOException, InterruptedException {
    this.settings = settings;
    this.timeline = timeline;
    this.lines = lines;
    var claimed = BlockClaim.claim(settings.home(), random, NodeServer::bind);
    block = claimed.block();
    server = claimed.holder();
    folders = new PodFolders(settings.home().folder("pods"));
    groups = Groups.find("butler-" + Checksum.of(folders.folder().toString()).text());
    door = new Door(login());
    feed = new ObjectFeed(door, lines);
    var jail = Jail.find();
    desk = desk(jail);
    forwarder =
        new Forwarder(
            door,
            board,
            AddressPool.forServices(block),
            settings.name(),
            block.nodeAddress(),
            desk::renameServices,
            lines);
    var node = new NodeObject(settings, Machine.look(), block.nodeAddress());
    registration = new Registration(door, node, timeline, lines);
  }

  /**
   * Ends what an earlier life left behind, registers the node and begins to run its pods; returns
   * when the Node is ready.
   *
   * @param lines told one plain line per thing worth knowing
   */
  public static ProcessNode start(NodeSettings settings, Timeline timeline, Consumer<String> lines)
      throws InterruptedException {
    try {
      var node = new ProcessNode(settings, timeline, lines);
      try {
        node.begin();
      } catch (IOException | RuntimeException | InterruptedException e) {
        node.close();
        throw e;
      }
      return node;
    } catch (IOException e) {
      throw new Refusal(
          "the process node",
          "could not be started: " + e.getMessage(),
          "read the log of kube-apiserver and start again");
    }
  }

  private void begin() throws IOException, InterruptedException {
    server.start(serving(), new PodLogs(desk, folders, simulated()));
    registration.register();
    pods =
        Watch.open(
            door, "/api/v1/pods?fieldSelector=spec.nodeName=" + settings.name(), desk, lines);
    forwarder.start();
    timeline.at(timeline.instant().plus(ROTATE_EVERY), this::rotateLogs);
  }

  private void rotateLogs() {
    if (closed) {
      return;
    }
    try {
      folders.rotateLogs();
    } catch (IOException e) {
      lines.accept("a long log could not be set aside: " + e.getMessage());
    }
    timeline.at(timeline.instant().plus(ROTATE_EVERY), this::rotateLogs);
  }

  private boolean simulated() {
    return settings.mode() == NodeSettings.Mode.SIMULATED;
  }

  private Desk desk(Optional<Jail> jail) throws InterruptedException {
    var simulated = simulated();
    var ledger = new ProcessLedger(settings.home().folder("run").resolve("pod-processes"));
    ledger.endAll(Duration.ZERO);
    return new Desk(
        AddressPool.forPods(block),
        board,
        new StatusTeller(door, timeline, settings.name(), lines),
        timeline,
        block.nodeAddress(),
        reports ->
            simulated || jail.isEmpty() ? null : scene(reports, launcher(jail.get(), ledger)),
        simulated || jail.isPresent() ? List.of() : List.of(Jail.MISSING),
        this::tidy);
  }

  private Launcher launcher(Jail jail, ProcessLedger ledger) {
    return new Launcher(jail, spawner, ledger, folders, groups);
  }

  private NodeScene scene(Reports reports, Launcher launcher) {
    return new NodeScene(
        settings.name(),
        block.nodeAddress(),
        settings.images(),
        launcher,
        new Asker(launcher),
        feed,
        new TokenRequests(door, timeline),
        reports,
        timeline,
        settings.hostFolders(),
        this::serviceNames);
  }

  private String serviceNames() {
    return forwarder.names();
  }

  private void tidy(Set<String> uids) {
    try {
      folders.removeAllBut(uids);
    } catch (IOException e) {
      lines.accept("old files of pods could not be removed: " + e.getMessage());
    }
  }

  private Kubeconfig login() {
    var user = "system:node:" + settings.name();
    var order = CertificateOrder.client(new Subject(user, List.of("system:nodes")), LIFE);
    var credential = settings.authority().issue(order, KeyKind.EC_P256, timeline.instant(), random);
    return Kubeconfig.of(
        "butler", settings.server(), settings.authority().certificate(), user, credential);
  }

  private SSLContext serving() {
    var names = SubjectAltName.all(block.nodeAddress());
    var subject = new Subject("system:node:" + settings.name(), List.of("system:nodes"));
    var order = CertificateOrder.server(subject, names, LIFE);
    var credential = settings.authority().issue(order, KeyKind.EC_P256, timeline.instant(), random);
    return TlsContext.of(credential, settings.authority().certificate());
  }

  /** Where it serves the API server. */
  public String address() {
    return block.nodeAddress() + ":" + NodeServer.PORT;
  }

  /** The addresses of its pods and Services. */
  public String block() {
    return block.toString();
  }

  @Override
  public void close() {
    closed = true;
    registration.close();
    if (pods != null) {
      pods.close();
    }
    desk.stopAll(GRACE);
    var deadline = System.nanoTime() + GRACE.plusSeconds(2).toNanos();
    while (!desk.empty() && System.nanoTime() - deadline < 0) {
      LockSupport.parkNanos(Duration.ofMillis(5).toNanos());
    }
    forwarder.close();
    feed.close();
    server.close();
    // The kernel ends what is left when the thread that started it ends.
    spawner.close();
    groups.close();
    door.close();
  }
}
