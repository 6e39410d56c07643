package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.charts.CarriedCharts;
import dev.butlerlabs.butler.addons.helm.plan.Redaction;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Has charts here: from the store, from the manager itself, from this machine, or through Helm from
 * where they are.
 */
final class Fetching {

  private final HelmRuns runs;
  private final ChartStore store;

  Fetching(HelmRuns runs, ChartStore store) {
    this.runs = runs;
    this.store = store;
  }

  Answer<LocalChart> fetch(Chart chart, Duration within) throws IOException {
    var pin = chart.pin();
    if (pin != null) {
      var kept = store.find(pin);
      if (kept.isPresent()) {
        return new Answer.Done<>(kept.get());
      }
    }
    var tried = "fetching " + chart.source().describe();
    return switch (chart.source()) {
      case ChartSource.Folder(var folder) -> folder(folder, pin, tried);
      case ChartSource.Archive(var file) ->
          Files.isRegularFile(file)
              ? keep(file, pin, tried)
              : refuse(Cause.CHART_MISSING, tried, "there is no such file");
      case ChartSource.Carried source -> carried(source, pin, tried);
      case ChartSource.Repository source -> fromRepository(source, pin, tried, within);
      case ChartSource.Registry source -> fromRegistry(source, pin, tried, within);
    };
  }

  private Answer<LocalChart> carried(ChartSource.Carried source, @Nullable Digest pin, String tried)
      throws IOException {
    var archive = CarriedCharts.archive(source.chart(), source.version());
    if (archive.isEmpty()) {
      var there = CarriedCharts.versions(source.chart());
      return refuse(
          Cause.CHART_MISSING,
          tried,
          "it carries " + (there.isEmpty() ? "no such chart" : String.join(", ", there)));
    }
    try (var home = runs.home()) {
      return keep(Files.write(home.path("carried.tgz"), archive.get()), pin, tried);
    }
  }

  private Answer<LocalChart> folder(Path folder, @Nullable Digest pin, String tried) {
    if (pin != null) {
      return refuse(Cause.DIGEST_WRONG, tried, "a folder has no digest; pack the chart to pin it");
    }
    return Files.isRegularFile(folder.resolve("Chart.yaml"))
        ? new Answer.Done<>(new LocalChart(folder, null))
        : refuse(Cause.CHART_MISSING, tried, "it has no Chart.yaml");
  }

  private Answer<LocalChart> fromRepository(
      ChartSource.Repository source, @Nullable Digest pin, String tried, Duration within)
      throws IOException {
    try (var home = runs.home()) {
      RepositoryFiles.writeRepository(home, source);
      var run = new HelmRuns.Run(tried, home, null, redaction(source.access()), within);
      var known = runs.run(run, List.of("repo", "update", RepositoryFiles.NAME));
      if (known instanceof Answer.Refused<String>(var refusal)) {
        return new Answer.Refused<>(refusal);
      }
      var name = RepositoryFiles.NAME + "/" + source.chart();
      return pull(run, name, source.version(), List.of(), pin);
    }
  }

  private Answer<LocalChart> fromRegistry(
      ChartSource.Registry source, @Nullable Digest pin, String tried, Duration within)
      throws IOException {
    try (var home = runs.home()) {
      var flags = RepositoryFiles.writeRegistry(home, source);
      var run = new HelmRuns.Run(tried, home, null, redaction(source.access()), within);
      return pull(run, source.address().toString(), source.version(), flags, pin);
    }
  }

  private Answer<LocalChart> pull(
      HelmRuns.Run run, String name, String version, List<String> flags, @Nullable Digest pin)
      throws IOException {
    var target = run.home().folder("fetched");
    var arguments =
        new ArrayList<>(
            List.of("pull", name, "--version", version, "--destination", target.toString()));
    arguments.addAll(flags);
    if (runs.run(run, arguments) instanceof Answer.Refused<String>(var refusal)) {
      return new Answer.Refused<>(refusal);
    }
    try (var files = Files.newDirectoryStream(target, "*.tgz")) {
      for (var file : files) {
        return keep(file, pin, run.tried());
      }
    }
    return refuse(Cause.CHART_BROKEN, run.tried(), "no archive came");
  }

  private Answer<LocalChart> keep(Path archive, @Nullable Digest pin, String tried)
      throws IOException {
    var digest = Digest.of(archive);
    if (pin != null && !pin.equals(digest)) {
      return refuse(Cause.DIGEST_WRONG, tried, "it is %s and %s is wanted".formatted(digest, pin));
    }
    var kept = store.find(digest);
    return new Answer.Done<>(kept.isPresent() ? kept.get() : store.keep(archive, digest));
  }

  private static Redaction redaction(RepositoryAccess access) {
    return Redaction.of(Values.none(), access.secrets());
  }

  private static <T> Answer<T> refuse(Cause cause, String tried, String trouble) {
    return new Answer.Refused<>(Refusal.of(cause, tried, trouble));
  }
}
