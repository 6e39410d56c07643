package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.sandbox.plane.TenantStore;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot;
import dev.butlerlabs.butler.sandbox.platform.PlatformState.Part;
import dev.butlerlabs.butler.sandbox.platform.PlatformState.Stage;
import dev.butlerlabs.butler.sandbox.toolchain.Located;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Keeps the state file up to date while components come and go. */
public final class Broadcast {

  private static final int LINES_KEPT = 200;

  private final Home home;
  private final StateFile file;
  private final Map<Tool, Located> tools;
  private final Map<String, Part> parts = new LinkedHashMap<>();
  private final List<String> lines = new ArrayList<>();
  private final long started = System.nanoTime();
  private Stage stage = Stage.STARTING;
  private @Nullable String server;
  private @Nullable String failure;
  private @Nullable Long servingAfterMillis;

  public Broadcast(Home home, Map<Tool, Located> tools) {
    this.home = home;
    this.file = new StateFile(home.path());
    this.tools = Map.copyOf(tools);
    save();
  }

  public synchronized void changed(Snapshot snapshot) {
    parts.put(snapshot.name(), part(snapshot));
    save();
  }

  public synchronized void line(String line) {
    lines.add(line);
    if (lines.size() > LINES_KEPT) {
      lines.removeFirst();
    }
    save();
  }

  public synchronized void serving(String url) {
    stage = Stage.SERVING;
    server = url;
    servingAfterMillis = Duration.ofNanos(System.nanoTime() - started).toMillis();
    save();
  }

  public synchronized void stopping() {
    stage = Stage.STOPPING;
    save();
  }

  public synchronized void failed(String sentence) {
    stage = Stage.FAILED;
    failure = sentence;
    save();
  }

  private void save() {
    file.write(
        new PlatformState(
            stage,
            ProcessHandle.current().pid(),
            server,
            home.file("admin.kubeconfig").toString(),
            home.folder("logs").toString(),
            failure,
            servingAfterMillis,
            List.copyOf(parts.values()),
            lines));
  }

  private Part part(Snapshot snapshot) {
    var located = tool(snapshot.name());
    var ready = snapshot.readyAfter();
    return new Part(
        snapshot.name(),
        snapshot.state().name().toLowerCase(Locale.ROOT).replace('_', ' '),
        snapshot.address(),
        snapshot.pid(),
        located.map(Located::version).orElse("this build"),
        located.map(found -> found.source().describe()).orElse("this checkout"),
        Math.max(0, snapshot.restarts()),
        snapshot.since().toString(),
        ready == null ? null : ready.toMillis(),
        snapshot.cause());
  }

  private Optional<Located> tool(String component) {
    var binary =
        switch (component) {
          case TenantStore.NAME -> Tool.ETCD.binary();
          case Listeners.CORE -> Tool.CLUSTER_API_CONTROLLER.binary();
          case Listeners.KUBEADM -> Tool.KUBEADM_BOOTSTRAP_CONTROLLER.binary();
          default -> component;
        };
    return tools.values().stream()
        .filter(located -> located.tool().binary().equals(binary))
        .findFirst();
  }
}
