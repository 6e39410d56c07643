package dev.butlerlabs.butler.bench.hosted;

import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.bench.load.Load;
import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A control plane that is asked fifty times a second while all its pods are replaced: by those of
 * another minor, for a new certificate, for a new root, and once when it has only one.
 */
public final class RolloutPart implements Part {

  private static final String OLD = "v" + Tool.KUBE_APISERVER_1_35.version();
  private static final String NEW = "v" + Tool.KUBE_APISERVER.version();

  private final Venue venue;

  public RolloutPart(Venue venue) {
    this.venue = venue;
  }

  @Override
  public String name() {
    return "rollout";
  }

  /** How many control planes, one after the other. */
  @Override
  public int size() {
    return 5;
  }

  @Override
  public List<Figure> run(int rounds) throws Exception {
    ensureOlderMinor();
    var seen = new LinkedHashMap<String, Episode>();
    for (var round = 1; round <= rounds; round++) {
      round("rollout-" + round, seen);
    }
    return seen.values().stream().map(Episode::figure).toList();
  }

  /** The platform takes what is there when it starts. */
  private static void ensureOlderMinor() {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    new Toolchain(settings, Progress.silent(), InstantSource.system())
        .ensure(
            List.of(
                Tool.KUBE_APISERVER_1_35,
                Tool.KUBE_CONTROLLER_MANAGER_1_35,
                Tool.KUBE_SCHEDULER_1_35));
  }

  private void round(String name, Map<String, Episode> seen) throws Exception {
    var stage = venue.stage();
    var orders = new Orders(stage.client());
    Stage.tell(name + " is ordered: " + OLD + ", 2 pods");
    var login = orders.answered(name, OLD, 2);
    var pods = new Replacement(stage.client(), orders, name);
    pods.allUp();
    var inside = new Insider(login);
    var token = Files.writeString(stage.folder().resolve(name + ".token"), inside.furnish());
    var kubeconfig = Files.writeString(stage.folder().resolve(name + ".conf"), login.render());
    try (var load = Load.start(kubeconfig, token)) {
      new Round(load, pods, inside, seen).play();
    }
    orders.takeBack(name);
  }

  /** One control plane through all of it. */
  private record Round(Load load, Replacement pods, Insider inside, Map<String, Episode> seen) {

    void play() throws IOException {
      var upgrade = "an upgrade from %s to %s".formatted(OLD, NEW);
      load.report();
      during(upgrade, 2, () -> pods.upgrade(NEW));
      check(inside.version().equals(NEW), "it still runs " + inside.version());
      var before = inside.certificate();
      during("a new serving certificate", 2, pods::newServingCertificate);
      check(!inside.certificate().equals(before), "its certificate is the old one");
      var issuer = pods.root();
      during("a new root", 2, pods::newRoot);
      check(!pods.root().equals(issuer), "its root is the old one");
      pods.scale(1);
      load.report();
      during("a new serving certificate", 1, pods::newServingCertificate);
    }

    private void during(String reason, int many, Runnable replacement) throws IOException {
      var episode = Episode.during(reason, many, load, replacement);
      seen.merge(episode.figure().name(), episode, Episode::plus);
    }

    private static void check(boolean holds, String otherwise) {
      if (!holds) {
        throw new IllegalStateException("nothing was replaced: " + otherwise);
      }
    }
  }
}
