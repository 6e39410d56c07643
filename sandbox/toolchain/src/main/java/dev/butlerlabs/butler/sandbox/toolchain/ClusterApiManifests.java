package dev.butlerlabs.butler.sandbox.toolchain;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * The CRDs and webhook configurations of the two Cluster API managers, copied out of the module's
 * source into the cache under their own relative paths. Go fetches the module; where there is no Go
 * (because the managers came from images), we do.
 */
final class ClusterApiManifests {

  private static final String MODULE = "sigs.k8s.io/cluster-api";
  private static final Duration DOWNLOAD_WITHIN = Duration.ofMinutes(15);
  private static final List<String> PATHS =
      List.of(
          "config/crd/bases",
          "config/webhook/manifests.yaml",
          "bootstrap/kubeadm/config/crd/bases",
          "bootstrap/kubeadm/config/webhook/manifests.yaml");

  private static final ModuleZip MODULE_ZIP =
      new ModuleZip(
          MODULE,
          "v" + Component.CLUSTER_API.version(),
          Recipe.resource(Component.CLUSTER_API, "go.sum"));

  private final ToolchainSettings settings;
  private final OutsideTools outside;
  private final ToolCache cache;
  private final InstantSource clock;

  ClusterApiManifests(ToolchainSettings settings, OutsideTools outside, InstantSource clock) {
    this.settings = settings;
    this.outside = outside;
    this.cache = new ToolCache(settings.cache());
    this.clock = clock;
  }

  Path ensure() throws IOException {
    var recipe = Recipe.ofManifests(PATHS);
    var ready = cache.find(recipe);
    if (ready.isPresent()) {
      return ready.get().folder();
    }
    try (var _ = cache.lock(recipe)) {
      var stored = cache.find(recipe);
      return stored.isPresent() ? stored.get().folder() : fetch(recipe);
    }
  }

  private Path fetch(Recipe recipe) throws IOException {
    var start = System.nanoTime();
    var work = cache.draft(recipe);
    var draft = cache.draft(recipe);
    var go = Go.find(settings, outside);
    if (go.isPresent()) {
      var source = download(go.get(), work, cache.log(recipe));
      for (var path : PATHS) {
        copy(source.resolve(path), draft.resolve(path));
      }
    } else {
      var zip = work.resolve("module.zip");
      MODULE_ZIP.download(settings, zip);
      MODULE_ZIP.unpack(zip, PATHS, draft);
    }
    var seconds = Math.round((System.nanoTime() - start) / 1e9);
    return cache
        .store(
            recipe,
            draft,
            Component.CLUSTER_API.version(),
            new Source.Built(seconds),
            clock.instant())
        .folder();
  }

  /** The version comes from our {@code go.mod}, and Go checks the source against our go.sum. */
  private static Path download(Go go, Path work, Path log) throws IOException {
    Recipe.writeModule(Component.CLUSTER_API, work);
    var outcome = go.run(List.of("mod", "download", "-json", MODULE), work, log, DOWNLOAD_WITHIN);
    if (!outcome.succeeded()) {
      throw new ToolchainProblem(GoBuild.explain("downloading " + MODULE, outcome, log));
    }
    var told = new ObjectMapper().readTree(outcome.output());
    var version = told.path("Version").asText();
    if (!version.equals("v" + Component.CLUSTER_API.version())) {
      throw new IllegalStateException("go.mod pins Cluster API at " + version);
    }
    Files.deleteIfExists(log);
    return Path.of(told.required("Dir").asText());
  }

  private static void copy(Path from, Path to) throws IOException {
    if (Files.isRegularFile(from)) {
      Files.createDirectories(to.resolveSibling("."));
      // Content alone: Go's module cache is read-only, our copy must not be.
      Files.write(to, Files.readAllBytes(from));
      return;
    }
    try (var files = Files.newDirectoryStream(from, "*.yaml")) {
      for (var file : files) {
        copy(file, to.resolve(String.valueOf(file.getFileName())));
      }
    }
  }
}
