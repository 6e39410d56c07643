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
  private final Signed signed;

  Fetching(HelmRuns runs, ChartStore store) {
    this.runs = runs;
    this.store = store;
    this.signed = new Signed(runs);
  }

  /** What is wanted of an archive, and for what it is fetched, for messages. */
  private record Wish(@Nullable Digest pin, List<KeyRing> signers, String tried) {}

  Answer<LocalChart> fetch(Chart chart, Duration within) throws IOException {
    var pin = chart.pin();
    if (pin != null) {
      var kept = store.find(pin, chart.signers());
      if (kept.isPresent()) {
        return new Answer.Done<>(kept.get());
      }
    }
    var wish = new Wish(pin, chart.signers(), "fetching " + chart.source().describe());
    return switch (chart.source()) {
      case ChartSource.Repository source -> fromRepository(source, wish, within);
      case ChartSource.Registry source -> fromRegistry(source, wish, within);
      case ChartSource.Folder _, ChartSource.Archive _, ChartSource.Carried _
          when !chart.signers().isEmpty() ->
          refuse(
              Cause.CHART_UNSIGNED,
              wish.tried(),
              "only what comes from a repository or a registry has a signature");
      case ChartSource.Folder(var folder) -> folder(folder, wish);
      case ChartSource.Archive(var file) ->
          Files.isRegularFile(file)
              ? keep(file, wish)
              : refuse(Cause.CHART_MISSING, wish.tried(), "there is no such file");
      case ChartSource.Carried source -> carried(source, wish);
    };
  }

  private Answer<LocalChart> carried(ChartSource.Carried source, Wish wish) throws IOException {
    var archive = CarriedCharts.archive(source.chart(), source.version());
    if (archive.isEmpty()) {
      var there = CarriedCharts.versions(source.chart());
      return refuse(
          Cause.CHART_MISSING,
          wish.tried(),
          "it carries " + (there.isEmpty() ? "no such chart" : String.join(", ", there)));
    }
    try (var home = runs.home()) {
      return keep(Files.write(home.path("carried.tgz"), archive.get()), wish);
    }
  }

  private Answer<LocalChart> folder(Path folder, Wish wish) {
    if (wish.pin() != null) {
      return refuse(
          Cause.DIGEST_WRONG, wish.tried(), "a folder has no digest; pack the chart to pin it");
    }
    return Files.isRegularFile(folder.resolve("Chart.yaml"))
        ? new Answer.Done<>(new LocalChart(folder, null))
        : refuse(Cause.CHART_MISSING, wish.tried(), "it has no Chart.yaml");
  }

  private Answer<LocalChart> fromRepository(
      ChartSource.Repository source, Wish wish, Duration within) throws IOException {
    try (var home = runs.home()) {
      RepositoryFiles.writeRepository(home, source);
      var run = new HelmRuns.Run(wish.tried(), home, null, redaction(source.access()), within);
      var known = runs.run(run, List.of("repo", "update", RepositoryFiles.NAME));
      if (known instanceof Answer.Refused<String>(var refusal)) {
        return new Answer.Refused<>(refusal);
      }
      var name = RepositoryFiles.NAME + "/" + source.chart();
      return pull(run, name, source.version(), List.of(), wish);
    }
  }

  private Answer<LocalChart> fromRegistry(ChartSource.Registry source, Wish wish, Duration within)
      throws IOException {
    try (var home = runs.home()) {
      var flags = RepositoryFiles.writeRegistry(home, source);
      var run = new HelmRuns.Run(wish.tried(), home, null, redaction(source.access()), within);
      return pull(run, source.address().toString(), source.version(), flags, wish);
    }
  }

  private Answer<LocalChart> pull(
      HelmRuns.Run run, String name, String version, List<String> flags, Wish wish)
      throws IOException {
    var target = run.home().folder("fetched");
    var arguments =
        new ArrayList<>(
            List.of("pull", name, "--version", version, "--destination", target.toString()));
    arguments.addAll(flags);
    if (!wish.signers().isEmpty()) {
      arguments.add(Signed.FLAG);
    }
    var pulled = runs.run(run, arguments);
    if (pulled instanceof Answer.Refused<String>(var refusal)) {
      return new Answer.Refused<>(refusal);
    }
    try (var files = Files.newDirectoryStream(target, "*.tgz")) {
      for (var file : files) {
        if (wish.signers().isEmpty()) {
          return keep(file, wish);
        }
        var called = "%s-%s.tgz".formatted(name.substring(name.lastIndexOf('/') + 1), version);
        return switch (signed.vouched(run, file, called, wish.signers(), pulled.require())) {
          case Answer.Refused<Signed.Vouched>(var refusal) -> new Answer.Refused<>(refusal);
          case Answer.Done<Signed.Vouched>(var vouched) -> keep(vouched, wish);
        };
      }
    }
    return refuse(Cause.CHART_BROKEN, run.tried(), "no archive came");
  }

  private Answer<LocalChart> keep(Signed.Vouched vouched, Wish wish) throws IOException {
    var kept = keep(vouched.archive(), wish);
    if (kept instanceof Answer.Done<LocalChart>(var chart) && chart.digest() != null) {
      store.vouch(chart.digest(), wish.signers(), vouched.signer());
      return new Answer.Done<>(chart.signedBy(vouched.signer()));
    }
    return kept;
  }

  private Answer<LocalChart> keep(Path archive, Wish wish) throws IOException {
    var digest = Digest.of(archive);
    if (wish.pin() != null && !wish.pin().equals(digest)) {
      return refuse(
          Cause.DIGEST_WRONG,
          wish.tried(),
          "it is %s and %s is wanted".formatted(digest, wish.pin()));
    }
    var kept = store.find(digest, List.of());
    return new Answer.Done<>(kept.isPresent() ? kept.get() : store.keep(archive, digest));
  }

  private static Redaction redaction(RepositoryAccess access) {
    return Redaction.of(Values.none(), access.secrets());
  }

  private static <T> Answer<T> refuse(Cause cause, String tried, String trouble) {
    return new Answer.Refused<>(Refusal.of(cause, tried, trouble));
  }
}
