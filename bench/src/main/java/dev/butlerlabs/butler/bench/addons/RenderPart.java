package dev.butlerlabs.butler.bench.addons;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.addons.helm.Chart;
import dev.butlerlabs.butler.addons.helm.ChartSource;
import dev.butlerlabs.butler.addons.helm.HelmProgram;
import dev.butlerlabs.butler.addons.helm.HelmSettings;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import dev.butlerlabs.butler.addons.helm.ReleaseKey;
import dev.butlerlabs.butler.addons.helm.Rendering;
import dev.butlerlabs.butler.bench.Figure;
import dev.butlerlabs.butler.bench.Part;
import dev.butlerlabs.butler.bench.engine.Heap;
import dev.butlerlabs.butler.bench.hosted.Memory;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A chart of 300 templates: rendered by us, by the plain program, again, and a thousand times. */
public final class RenderPart implements Part {

  private static final int RENDERS = 1_000;
  private static final int PARTS_OF_CHART = 60;
  private static final int MOST_PAIRS = 25;
  private static final int LEAST_PAIRS = 5;
  private static final double TIMES_PLAIN = 1.2;
  private static final double SHARE_AGAIN = 0.1;
  private static final double MOST_GROWTH = 4;
  private static final double MIB = 1024.0 * 1024.0;
  private static final String KUBERNETES = "1.36.3";
  private static final ReleaseKey RELEASE = new ReleaseKey("shop", "web");
  private static final Duration PATIENT = Duration.ofMinutes(2);

  @Override
  public String name() {
    return "render";
  }

  /** How often it is rendered to see whether memory grows. */
  @Override
  public int size() {
    return RENDERS;
  }

  @Override
  public List<Figure> run(int renders) throws Exception {
    var folder = Folder.fresh();
    try {
      var plain = PlainHelm.in(folder);
      var packed = plain.pack(Charts.write(folder, "big", "1.0.0", PARTS_OF_CHART, "first"));
      var helm = new HelmProgram(HelmSettings.of(plain.binary(), folder.resolve("engine")));
      var chart = helm.pull(Chart.of(new ChartSource.Archive(packed)), PATIENT).require();
      var run = new Run(plain, helm, chart);
      var figures = new ArrayList<Figure>();
      figures.add(run.pairs(Math.clamp(renders / 20, LEAST_PAIRS, MOST_PAIRS)));
      figures.add(run.again());
      figures.add(run.memory(renders));
      return figures;
    } finally {
      Folder.remove(folder);
    }
  }

  private record Run(PlainHelm plain, HelmProgram helm, LocalChart chart) {

    /** Both render the same, in turns; other values each time, so that nothing is known before. */
    Figure pairs(int pairs) throws IOException, InterruptedException {
      ours("warm");
      theirs("warm");
      var ours = new double[pairs];
      var theirs = new double[pairs];
      for (var at = 0; at < pairs; at++) {
        var tenant = "pair-" + at;
        if (at % 2 == 0) {
          ours[at] = ours(tenant);
          theirs[at] = theirs(tenant);
        } else {
          theirs[at] = theirs(tenant);
          ours[at] = ours(tenant);
        }
      }
      var ratio = median(ours) / median(theirs);
      return new Figure(
          "render of 300 templates",
          ratio,
          "x helm",
          "at most 1.2 times helm template of the same chart and values",
          TIMES_PLAIN,
          ratio <= TIMES_PLAIN,
          "medians %.1f ms and %.1f ms of %d pairs; load %.1f"
              .formatted(median(ours), median(theirs), pairs, load()));
    }

    /** In milliseconds. */
    private double ours(String tenant) {
      var begin = System.nanoTime();
      var text = helm.template(rendering(tenant)).require();
      var took = (System.nanoTime() - begin) / 1e6;
      require(text, tenant);
      return took;
    }

    private double theirs(String tenant) throws IOException, InterruptedException {
      var values =
          Files.writeString(plain.folder().resolve("values.json"), values(tenant).toString());
      var begin = System.nanoTime();
      var text =
          plain.run(
              "template",
              RELEASE.name(),
              chart.path().toString(),
              "--namespace",
              RELEASE.namespace(),
              "--kube-version",
              KUBERNETES,
              "--include-crds",
              "--values",
              values.toString());
      var took = (System.nanoTime() - begin) / 1e6;
      require(text, tenant);
      return took;
    }

    private static void require(String text, String tenant) {
      var objects = text.split("\nkind: ", -1).length - 1;
      if (objects != 5 * PARTS_OF_CHART || !text.contains("tenant = " + tenant)) {
        throw new IllegalStateException(
            "%d objects were rendered for %s, not %d"
                .formatted(objects, tenant, 5 * PARTS_OF_CHART));
      }
    }

    Figure again() {
      var first = ours("again");
      var before = helm.renders();
      var times = new double[MOST_PAIRS];
      Arrays.setAll(times, _ -> ours("again"));
      var spent = helm.renders().since(before);
      var share = median(times) / first;
      return new Figure(
          "the same inputs again",
          share,
          "x the first",
          "no process, at most a tenth of the time",
          SHARE_AGAIN,
          spent.processes() == 0 && share <= SHARE_AGAIN,
          "%.2f ms and %.1f ms; %d processes for %d answers"
              .formatted(median(times), first, spent.processes(), spent.answered()));
    }

    /** What is kept to be known again has a bound of its own and is told apart. */
    Figure memory(int renders) throws IOException, InterruptedException {
      var soon = Math.max(1, renders / 10);
      Weight early = Weight.of(helm);
      for (var at = 0; at < renders; at++) {
        if (at == soon) {
          early = Weight.of(helm);
        }
        ours("memory-" + at);
      }
      var late = Weight.of(helm);
      var growth = late.heap() - late.kept() - (early.heap() - early.kept());
      return new Figure(
          "growth over %d renders".formatted(renders),
          growth,
          "MiB",
          "none: at most 4 MiB of live heap from the first tenth to the end, beside what is kept to be known again",
          MOST_GROWTH,
          growth <= MOST_GROWTH,
          "after %d: %s; after %d: %s".formatted(soon, early, renders, late));
    }

    private Rendering rendering(String tenant) {
      return new Rendering(RELEASE, chart, values(tenant), KUBERNETES, List.of(), PATIENT);
    }

    private static ObjectNode values(String tenant) {
      return JsonNodeFactory.instance.objectNode().put("tenant", tenant).put("replicas", 2);
    }
  }

  /** In MiB. */
  private record Weight(double heap, double resident, double kept) {

    static Weight of(HelmProgram helm) throws IOException {
      var self = ProcessHandle.current().pid();
      return new Weight(Heap.usedAfterGc(), Memory.resident(self), helm.renders().kept() / MIB);
    }

    @Override
    public String toString() {
      return "%.1f MiB of live heap (%.1f MiB of them kept renders), %.1f MiB resident"
          .formatted(heap, kept, resident);
    }
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private static double median(double[] times) {
    var sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
