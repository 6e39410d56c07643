package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.Patch;
import dev.butlerlabs.butler.addons.helm.plan.Patches;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.yaml.snakeyaml.error.YAMLException;

/**
 * Has Helm install something else than a chart renders, and know it as its own release.
 *
 * <p>Helm hands what it rendered to a program and takes what that gives back. The first run ends
 * there, before anything is stored; what was rendered is changed here, and the second run is given
 * the result. So no program of ours has to be started, and what the chart draws by lot is drawn
 * once.
 */
final class Patching {

  private static final String NAME = "patched";

  private static final String PLUGIN =
      """
      apiVersion: v1
      type: postrenderer/v1
      name: patched
      version: 1.0.0
      runtime: subprocess
      runtimeConfig:
        platformCommand:
        - command: /bin/sh
          args: ["${HELM_PLUGIN_DIR}/exchange.sh"]
      """;

  private static final String EXCHANGE =
      """
      cat > "$1/rendered"
      test -e "$1/patched" && cat "$1/patched"
      """;

  private static final Set<Cause> ENDED_EARLY = Set.of(Cause.CANCELLED, Cause.TIMED_OUT);

  private Patching() {}

  /** The arguments with which Helm installs what is patched. */
  static Answer<List<String>> prepare(
      HelmRuns runs, HelmRuns.Run run, List<String> arguments, List<Patch> patches)
      throws IOException {
    var folder = run.home().folder("patching");
    var plugin = run.home().folder("data/plugins/" + NAME);
    Files.writeString(plugin.resolve("plugin.yaml"), PLUGIN);
    Files.writeString(plugin.resolve("exchange.sh"), EXCHANGE);
    var all = new ArrayList<>(arguments);
    all.addAll(List.of("--post-renderer", NAME, "--post-renderer-args", folder.toString()));
    var rendered = folder.resolve("rendered");
    var first = runs.run(run, all);
    if (first instanceof Answer.Refused<String>(var refusal)
        && (ENDED_EARLY.contains(refusal.cause()) || !Files.exists(rendered))) {
      return new Answer.Refused<>(refusal);
    }
    return patched(run, rendered, patches).then(_ -> new Answer.Done<>(List.copyOf(all)));
  }

  private static Answer<Path> patched(HelmRuns.Run run, Path rendered, List<Patch> patches)
      throws IOException {
    try {
      return switch (Patches.apply(Files.readString(rendered), patches)) {
        case Patches.Outcome.Unused(var patch) ->
            new Answer.Refused<>(
                Refusal.of(Cause.PATCH_UNUSED, run.tried(), "the chart renders no " + patch));
        case Patches.Outcome.Patched(var manifest) ->
            new Answer.Done<>(Files.writeString(rendered.resolveSibling("patched"), manifest));
      };
    } catch (YAMLException unreadable) {
      // Its words quote what is around, which may be secret.
      return new Answer.Refused<>(
          Refusal.of(Cause.CHART_BROKEN, run.tried(), "what it renders cannot be read"));
    }
  }
}
