package dev.butlerlabs.butler.apps.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.platform.PlatformState;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;

/**
 * A first cluster: a pool, simulated machines, a team and its people, and an order that is followed
 * until it serves. Safe to repeat.
 *
 * @param again how the user calls {@code ./butler kubectl} on this platform
 */
record Demo(Kubectl kubectl, Path home, String again, PrintWriter out) {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String NAME = "hello";
  private static final String TEAM = "demo";

  void run(PlatformState state) throws IOException, InterruptedException {
    var begin = System.nanoTime();
    apply(manifest("demo.yaml"));
    if (!kubectl.follow(Demo::serves, PATIENCE, "get", "team", TEAM)) {
      throw stuck("team " + TEAM, kubectl.read("get", "team", TEAM));
    }
    apply(manifest("demo-cluster.yaml").replace("VERSION", version(state)));
    say(begin, "✔ %-21s cluster %s of team %s".formatted("Ordered", NAME, TEAM));
    var story = new DemoStory();
    var ready =
        kubectl.follow(
            cluster -> {
              story.next(cluster).forEach(line -> say(begin, line));
              return DemoStory.ready(cluster);
            },
            PATIENCE,
            "get",
            "tenantcluster",
            NAME,
            "--namespace=" + TEAM);
    var cluster = kubectl.read("get", "tenantcluster", NAME, "--namespace=" + TEAM);
    if (!ready) {
      throw stuck("cluster " + NAME, cluster);
    }
    handOver(cluster);
  }

  private void handOver(JsonNode cluster) throws IOException, InterruptedException {
    var secret =
        kubectl.read(
            "get",
            "secret",
            cluster.at("/status/kubeconfigSecretRef/name").asText(),
            "--namespace=" + cluster.at("/status/tenantNamespace").asText());
    var kubeconfig = Base64.getDecoder().decode(secret.at("/data/admin.conf").asText());
    var file = home.resolve("clusters").resolve(TEAM + "-" + NAME + ".kubeconfig");
    PrivateFiles.folder(file.resolveSibling("."));
    PrivateFiles.write(file, new String(kubeconfig, UTF_8));
    out.println();
    out.print(kubectl.with(file).run("", "get", "nodes"));
    out.println();
    out.println("The cluster's API server is real; its one node is simulated and runs nothing.");
    out.println();
    out.println("  " + again + " --kubeconfig=" + file + " get nodes");
    out.println("  " + again + " get tenantcluster " + NAME + " --namespace=" + TEAM);
    out.flush();
  }

  private void apply(String manifest) throws IOException, InterruptedException {
    kubectl.run(
        manifest,
        "apply",
        "--server-side",
        "--field-manager=butler-demo",
        "--force-conflicts",
        "--filename=-");
  }

  private void say(long begin, String line) {
    out.println("  %5.1f s  %s".formatted((System.nanoTime() - begin) / 1e9, line));
    out.flush();
  }

  private static boolean serves(JsonNode team) {
    return team.at("/status/phase").asText().equals("Ready");
  }

  private static Refusal stuck(String what, JsonNode object) {
    var cause = DemoStory.cause(object);
    return new Refusal(
        what,
        "is not Ready after %d minutes%s"
            .formatted(PATIENCE.toMinutes(), cause.isEmpty() ? "" : ": " + cause),
        "look at it with ./butler kubectl describe, and order again with ./butler demo");
  }

  /** The version this platform itself runs: its programs are there already. */
  private static String version(PlatformState state) {
    return state.parts().stream()
        .filter(part -> part.name().equals("kube-apiserver"))
        .map(part -> part.version().startsWith("v") ? part.version() : "v" + part.version())
        .findFirst()
        .orElseThrow(
            () ->
                new Refusal("the platform", "has no kube-apiserver", "start it with ./butler up"));
  }

  private static String manifest(String name) throws IOException {
    try (var stream = Demo.class.getResourceAsStream(name)) {
      if (stream == null) {
        throw new IllegalStateException(name + " is missing in the program");
      }
      return new String(stream.readAllBytes(), UTF_8);
    }
  }
}
