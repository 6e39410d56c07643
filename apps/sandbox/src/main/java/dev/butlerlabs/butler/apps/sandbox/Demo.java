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
import java.util.stream.Stream;

/**
 * A first cluster: a pool, simulated machines, a team and its people, and an order that is followed
 * until it serves. Safe to repeat.
 *
 * @param steps how the user calls the launcher for this platform
 */
record Demo(Kubectl kubectl, Path home, NextSteps steps, PrintWriter out) {

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final String NAME = "hello";
  private static final String TEAM = "demo";

  /** After a start: what somebody took away since the first time stays away. */
  void offer(PlatformState state) throws IOException, InterruptedException {
    if (there("team", TEAM) && !there("tenantcluster", NAME, "--namespace=" + TEAM)) {
      out.println(
          "Cluster %s is not there any more. This orders it again: %s"
              .formatted(NAME, steps.demo()));
      out.flush();
      return;
    }
    run(state);
  }

  /** Makes what is missing and leaves the rest as it is; somebody may have changed it. */
  void run(PlatformState state) throws IOException, InterruptedException {
    var begin = System.nanoTime();
    for (var object : manifest("demo.yaml").split("(?m)^---$", -1)) {
      var _ = lay(object);
    }
    if (!kubectl.follow(Demo::serves, PATIENCE, "get", "team", TEAM)) {
      throw stuck("team " + TEAM, kubectl.read("get", "team", TEAM));
    }
    var ordered = lay(manifest("demo-cluster.yaml").replace("VERSION", version(state)));
    say(
        begin,
        "✔ %-21s cluster %s of team %s".formatted(ordered ? "Ordered" : "Found", NAME, TEAM));
    var story = new DemoStory();
    var ended =
        kubectl.follow(
            cluster -> {
              story.next(cluster).forEach(line -> say(begin, line));
              return DemoStory.ready(cluster) || DemoStory.asleep(cluster);
            },
            PATIENCE,
            "get",
            "tenantcluster",
            NAME,
            "--namespace=" + TEAM);
    var cluster = kubectl.read("get", "tenantcluster", NAME, "--namespace=" + TEAM);
    if (!ended) {
      throw stuck("cluster " + NAME, cluster);
    }
    if (DemoStory.asleep(cluster)) {
      tellAsleep();
    } else {
      handOver(cluster);
    }
  }

  private void tellAsleep() {
    out.println();
    out.println("The cluster sleeps. This wakes it:");
    out.println();
    out.println(
        "  %s patch tenantcluster %s --namespace=%s --type=merge --patch='%s'"
            .formatted(steps.kubectl(), NAME, TEAM, "{\"spec\":{\"sleep\":{\"asleep\":false}}}"));
    out.flush();
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
    out.println("The cluster's API server is real; its nodes are simulated and run nothing.");
    out.println();
    out.println("  " + steps.kubectl() + " --kubeconfig=" + file + " get nodes");
    out.println("  " + steps.kubectl() + " get tenantcluster " + NAME + " --namespace=" + TEAM);
    out.flush();
  }

  private boolean there(String... what) throws IOException, InterruptedException {
    var arguments =
        Stream.concat(Stream.of("get", "--ignore-not-found", "--output=name"), Stream.of(what));
    return !kubectl.run("", arguments.toArray(String[]::new)).isBlank();
  }

  /** Whether it was missing and was made. */
  private boolean lay(String object) throws IOException, InterruptedException {
    var found = kubectl.run(object, "get", "--ignore-not-found", "--output=name", "--filename=-");
    if (found.isBlank()) {
      kubectl.run(object, "apply", "--server-side", "--field-manager=butler-demo", "--filename=-");
    }
    return found.isBlank();
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
