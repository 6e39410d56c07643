package dev.butlerlabs.butler.addons.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.butlerlabs.butler.addons.helm.plan.Redaction;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** Renders charts without any cluster: the same inputs once, and one chart for many at a time. */
final class Renderer {

  /** Packed, this is some thousand releases of usual size. */
  private static final long MOST_KEPT = 16L << 20;

  /** What one process is given at once, and how much of charts that may be. */
  private static final int MOST_AT_ONCE = 200;

  private static final long MOST_BYTES = 32L << 20;

  /** Fewer are as quick one by one, since a bundle is checked against one of them alone. */
  private static final int FEWEST = 3;

  private static final JsonMapper JSON = new JsonMapper();
  private static final List<String> WHOLE = List.of("--include-crds");
  private static final List<String> UPGRADE = List.of("--no-hooks", "--is-upgrade");
  private static final Set<Cause> ENDED_EARLY = Set.of(Cause.CANCELLED, Cause.TIMED_OUT);

  private final HelmRuns runs;
  private final PackedTexts renders = new PackedTexts(MOST_KEPT);
  private final AtomicLong rendered = new AtomicLong();
  private final AtomicLong processes = new AtomicLong();
  private final AtomicLong answered = new AtomicLong();

  Renderer(HelmRuns runs) {
    this.runs = runs;
  }

  RenderCount count() {
    return new RenderCount(rendered.get(), processes.get(), answered.get(), renders.bytes());
  }

  /** All that the chart holds: objects, hooks and definitions of kinds. */
  Answer<String> whole(Rendering rendering) throws IOException {
    var known = known(rendering, WHOLE);
    return known.isPresent()
        ? new Answer.Done<>(known.get())
        : keep(rendering, WHOLE, alone(rendering, WHOLE));
  }

  /** What releases would consist of after upgrades, in the order of the renderings. */
  List<Answer<String>> upgrades(List<Rendering> renderings) throws IOException {
    var answers = new LinkedHashMap<Rendering, Answer<String>>();
    var groups = new LinkedHashMap<Rendering, List<Rendering>>();
    for (var one : renderings) {
      var known = known(one, UPGRADE);
      if (known.isPresent()) {
        answers.put(one, new Answer.Done<>(known.get()));
      } else {
        groups.computeIfAbsent(one.without(), _ -> new ArrayList<>()).add(one);
      }
    }
    for (var group : groups.values()) {
      together(group, answers);
    }
    answers.forEach((one, answer) -> keep(one, UPGRADE, answer));
    return renderings.stream().map(answers::get).toList();
  }

  private Optional<String> known(Rendering rendering, List<String> flags) {
    var known = rendering.key(flags.toString()).flatMap(renders::find);
    known.ifPresent(_ -> answered.incrementAndGet());
    return known;
  }

  private Answer<String> keep(Rendering rendering, List<String> flags, Answer<String> answer) {
    if (answer instanceof Answer.Done<String>(var text)) {
      rendering.key(flags.toString()).ifPresent(key -> renders.keep(key, text));
    }
    return answer;
  }

  /** Those of one chart that differ in their values only. */
  private void together(List<Rendering> group, Map<Rendering, Answer<String>> answers)
      throws IOException {
    var chart = group.getFirst().chart();
    var read = chart.digest() == null ? null : ChartText.read(chart.path());
    var text = read != null && read.plain() && !read.tagged() ? read : null;
    var fitting = new ArrayList<Rendering>();
    for (var one : group) {
      if (text != null && !text.name().isEmpty() && Bundle.fits(one.values())) {
        fitting.add(one);
      } else {
        answers.put(one, alone(one, UPGRADE));
      }
    }
    if (text != null) {
      var most = Math.clamp(MOST_BYTES / Math.max(1, text.bytes()), 1, MOST_AT_ONCE);
      for (var at = 0; at < fitting.size(); at += most) {
        var some = fitting.subList(at, Math.min(at + most, fitting.size()));
        bundle(new Bundle(text.name(), some), answers);
      }
    }
  }

  /** When one of them breaks it, halves are tried, until it is found. */
  private void bundle(Bundle bundle, Map<Rendering, Answer<String>> answers) throws IOException {
    var all = bundle.renderings();
    if (all.size() < FEWEST) {
      eachAlone(all, answers);
      return;
    }
    switch (rendered(bundle)) {
      case Answer.Done<String>(var text) -> {
        var taken = bundle.take(text);
        var first = alone(all.getFirst(), UPGRADE);
        answers.put(all.getFirst(), first);
        if (!same(first, taken.getFirst())) {
          eachAlone(all.subList(1, all.size()), answers);
          return;
        }
        for (var at = 1; at < all.size(); at++) {
          answers.put(all.get(at), new Answer.Done<>(taken.get(at)));
        }
      }
      case Answer.Refused<String> refused when ENDED_EARLY.contains(refused.refusal().cause()) ->
          all.forEach(one -> answers.put(one, refused));
      case Answer.Refused<String> _ -> {
        var half = all.size() / 2;
        bundle(new Bundle(bundle.chart(), all.subList(0, half)), answers);
        bundle(new Bundle(bundle.chart(), all.subList(half, all.size())), answers);
      }
    }
  }

  private static boolean same(Answer<String> alone, String taken) {
    return alone instanceof Answer.Done<String>(var text) && Bundle.ended(text).equals(taken);
  }

  private void eachAlone(List<Rendering> all, Map<Rendering, Answer<String>> answers)
      throws IOException {
    for (var one : all) {
      answers.put(one, alone(one, UPGRADE));
    }
  }

  private Answer<String> rendered(Bundle bundle) throws IOException {
    try (var home = runs.home()) {
      var first = bundle.renderings().getFirst();
      var top = bundle.write(home.folder("rendering"));
      rendered.addAndGet(bundle.renderings().size());
      return run(home, first, top.toString(), bundle.values(), UPGRADE);
    }
  }

  private Answer<String> alone(Rendering rendering, List<String> flags) throws IOException {
    try (var home = runs.home()) {
      rendered.incrementAndGet();
      var chart = rendering.chart().path().toString();
      return run(home, rendering, chart, rendering.values(), flags);
    }
  }

  private Answer<String> run(
      OperationFolder home, Rendering rendering, String chart, JsonNode values, List<String> flags)
      throws IOException {
    var release = rendering.release();
    var arguments = new ArrayList<>(List.of("template", release.name(), chart));
    arguments.addAll(List.of("--namespace", release.namespace()));
    arguments.addAll(List.of("--kube-version", rendering.kubernetes()));
    arguments.addAll(flags);
    rendering.apiVersions().forEach(kind -> arguments.addAll(List.of("--api-versions", kind)));
    var file = home.write("values.yaml", JSON.writeValueAsString(values));
    arguments.addAll(List.of("--values", file.toString()));
    processes.incrementAndGet();
    var redaction = Redaction.of(values, List.of());
    return runs.run(
        new HelmRuns.Run(tried(rendering), home, null, redaction, rendering.within()), arguments);
  }

  static String tried(Rendering rendering) {
    return "rendering release " + rendering.release();
  }
}
