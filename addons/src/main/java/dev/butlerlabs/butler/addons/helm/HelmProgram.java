package dev.butlerlabs.butler.addons.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.butlerlabs.butler.addons.helm.plan.Patch;
import dev.butlerlabs.butler.addons.helm.plan.Redaction;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Revision;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.pki.Kubeconfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The official program, one process per step. */
public final class HelmProgram implements Helm {

  private static final JsonMapper JSON = new JsonMapper();

  /** Helm shall give up by itself before it is made to. */
  private static final Duration AHEAD = Duration.ofSeconds(5);

  private static final int KEPT_REVISIONS = 10;

  private final HelmRuns runs;
  private final Fetching fetching;
  private final Renderer renderer;

  /** Takes its folders into use; what a killed process left in them is removed. */
  public HelmProgram(HelmSettings settings) {
    try {
      runs = new HelmRuns(settings);
    } catch (IOException failed) {
      throw new UncheckedIOException(
          "the folder %s for Helm's operations cannot be used; make it writable, or choose another"
              .formatted(settings.work()),
          failed);
    }
    fetching = new Fetching(runs, new ChartStore(settings.charts()));
    renderer = new Renderer(runs);
  }

  @Override
  public Answer<LocalChart> pull(Chart chart, Duration within) {
    return guarded("fetching " + chart.source().describe(), () -> fetching.fetch(chart, within));
  }

  @Override
  public Answer<String> template(Rendering rendering) {
    return guarded(Renderer.tried(rendering), () -> renderer.whole(rendering));
  }

  @Override
  public Answer<String> crds(LocalChart chart, Duration within) {
    var arguments = List.of("show", "crds", chart.path().toString());
    return inHome("reading a chart's crds", null, null, within, arguments, text -> text);
  }

  @Override
  public boolean rendersAnywhere(LocalChart chart) {
    return chart.digest() != null
        && guarded("reading a chart", () -> ChartText.read(chart.path()).plain());
  }

  @Override
  public List<Answer<String>> upgrades(List<Rendering> renderings) {
    return guarded("rendering charts", () -> renderer.upgrades(renderings));
  }

  /** What rendering has cost so far. */
  public RenderCount renders() {
    return renderer.count();
  }

  @Override
  public Answer<Released> install(Kubeconfig cluster, Installation order) {
    var arguments = command("install", order.release(), order.chart().path().toString());
    if (order.createNamespace()) {
      arguments.add("--create-namespace");
    }
    return deploy("installing", cluster, order, arguments);
  }

  @Override
  public Answer<Released> upgrade(Kubeconfig cluster, Installation order) {
    var arguments = command("upgrade", order.release(), order.chart().path().toString());
    arguments.addAll(List.of("--reset-values", "--history-max", String.valueOf(KEPT_REVISIONS)));
    if (order.overrides()) {
      arguments.add("--force-conflicts");
    }
    return deploy("upgrading", cluster, order, arguments);
  }

  @Override
  public Answer<String> preview(Kubeconfig cluster, Installation order) {
    var arguments = command("upgrade", order.release(), order.chart().path().toString());
    arguments.addAll(List.of("--reset-values", "--dry-run=server"));
    return deploy("trying an upgrade of", cluster, order, arguments)
        .then(released -> new Answer.Done<>(released.manifest()));
  }

  private Answer<Released> deploy(
      String doing, Kubeconfig cluster, Installation order, List<String> arguments) {
    arguments.addAll(
        List.of(
            "--wait=" + order.waiting().strategy(),
            "--timeout",
            ahead(order.within()),
            "--hide-notes",
            "--output",
            "json"));
    new TreeMap<>(order.labels())
        .forEach((key, value) -> arguments.addAll(List.of("--labels", key + "=" + value)));
    return inHome(
        told(doing, order.release(), cluster),
        cluster,
        order.values(),
        order.patches(),
        order.within(),
        arguments,
        text -> HelmOutput.released(order.release(), text));
  }

  @Override
  public Answer<Released> rollback(
      Kubeconfig cluster, ReleaseKey release, int revision, boolean overrides, Duration within) {
    var arguments = command("rollback", release, String.valueOf(revision));
    arguments.addAll(
        List.of(
            "--wait=hookOnly",
            "--timeout",
            ahead(within),
            "--history-max",
            String.valueOf(KEPT_REVISIONS)));
    if (overrides) {
      arguments.add("--force-conflicts");
    }
    Answer<String> done =
        inHome(
            told("rolling back to revision " + revision, release, cluster),
            cluster,
            null,
            within,
            arguments,
            text -> text);
    return done.then(_ -> status(cluster, release, within));
  }

  @Override
  public Answer<List<String>> uninstall(Kubeconfig cluster, ReleaseKey release, Duration within) {
    var arguments = command("uninstall", release);
    // Why objects could not be deleted is told for those who look for bugs, and nowhere else.
    arguments.addAll(List.of("--ignore-not-found", "--debug", "--timeout", ahead(within)));
    return inHome(
        told("uninstalling", release, cluster), cluster, null, within, arguments, HelmOutput::kept);
  }

  @Override
  public Answer<List<Revision>> history(Kubeconfig cluster, ReleaseKey release, Duration within) {
    var arguments = command("history", release);
    arguments.addAll(List.of("--output", "json"));
    Answer<List<Revision>> answer =
        inHome(
            told("reading the history of", release, cluster),
            cluster,
            null,
            within,
            arguments,
            HelmOutput::history);
    return missing(answer) ? new Answer.Done<>(List.of()) : answer;
  }

  @Override
  public Answer<Optional<ReleaseNote>> note(
      Kubeconfig cluster, ReleaseKey release, Duration within) {
    var arguments = new ArrayList<>(List.of("get"));
    arguments.addAll(command("metadata", release));
    arguments.addAll(List.of("--output", "json"));
    Answer<Optional<ReleaseNote>> answer =
        inHome(
            told("looking at", release, cluster),
            cluster,
            null,
            within,
            arguments,
            text -> Optional.of(HelmOutput.note(text)));
    return missing(answer) ? new Answer.Done<>(Optional.empty()) : answer;
  }

  private static boolean missing(Answer<?> answer) {
    return answer instanceof Answer.Refused<?>(var refusal)
        && refusal.cause() == Cause.RELEASE_MISSING;
  }

  @Override
  public Answer<Released> status(Kubeconfig cluster, ReleaseKey release, Duration within) {
    var arguments = command("status", release);
    arguments.addAll(List.of("--output", "json"));
    Answer<Released> found =
        inHome(
            told("looking at", release, cluster),
            cluster,
            null,
            within,
            arguments,
            text -> HelmOutput.released(release, text));
    // Helm leaves the chart out of this answer.
    return found.then(
        one ->
            note(cluster, release, within)
                .then(note -> new Answer.Done<>(note.map(one::of).orElse(one))));
  }

  private interface Reading<T> {
    T read(String text) throws IOException;
  }

  private interface Work<T> {
    T run() throws IOException;
  }

  private <T> Answer<T> inHome(
      String tried,
      @Nullable Kubeconfig cluster,
      @Nullable JsonNode values,
      Duration within,
      List<String> arguments,
      Reading<T> reading) {
    return inHome(tried, cluster, values, List.of(), within, arguments, reading);
  }

  private <T> Answer<T> inHome(
      String tried,
      @Nullable Kubeconfig cluster,
      @Nullable JsonNode values,
      List<Patch> patches,
      Duration within,
      List<String> arguments,
      Reading<T> reading) {
    return guarded(
        tried,
        () -> {
          try (var home = runs.home()) {
            var all = new ArrayList<>(arguments);
            if (values != null) {
              var file = home.write("values.yaml", JSON.writeValueAsString(values));
              all.addAll(List.of("--values", file.toString()));
            }
            var kubeconfig = cluster == null ? null : home.write("kubeconfig", cluster.render());
            var redaction = Redaction.of(values == null ? Values.none() : values, List.of());
            var run = new HelmRuns.Run(tried, home, kubeconfig, redaction, within);
            Answer<List<String>> prepared =
                patches.isEmpty()
                    ? new Answer.Done<>(all)
                    : Patching.prepare(runs, run, all, patches);
            if (prepared instanceof Answer.Refused<List<String>>(var refusal)) {
              return new Answer.Refused<>(refusal);
            }
            return switch (runs.run(run, prepared.require())) {
              case Answer.Done<String>(var text) -> new Answer.Done<>(reading.read(text));
              case Answer.Refused<String>(var refusal) -> new Answer.Refused<>(refusal);
            };
          }
        });
  }

  /** A disk that is full or a program that is not there is no trouble of the release's. */
  private static <T> T guarded(String tried, Work<T> work) {
    try {
      return work.run();
    } catch (IOException failed) {
      throw new UncheckedIOException(
          tried + " failed on this machine; look at the disk and at the helm program", failed);
    }
  }

  private static List<String> command(String verb, ReleaseKey release, String... more) {
    var arguments = new ArrayList<>(List.of(verb, release.name()));
    arguments.addAll(List.of(more));
    arguments.addAll(List.of("--namespace", release.namespace()));
    return arguments;
  }

  private static String told(String doing, ReleaseKey release, Kubeconfig cluster) {
    return "%s release %s on cluster %s".formatted(doing, release, cluster.cluster());
  }

  private static String ahead(Duration within) {
    var left = within.compareTo(AHEAD.multipliedBy(2)) > 0 ? within.minus(AHEAD) : within;
    return Math.max(1, left.toMillis()) + "ms";
  }
}
