package dev.butlerlabs.butler.sandbox.toolchain;

import dev.butlerlabs.butler.sandbox.toolchain.image.ImageFile;
import dev.butlerlabs.butler.sandbox.toolchain.image.ImageProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** One round through the places for some programs; a registry found silent is not tried twice. */
final class ToolSearch {

  private final ToolchainSettings settings;
  private final Patience patience;
  private final InstantSource clock;
  private final ToolCache cache;
  private final OutsideTools outside;
  private final ImageFile images;
  private final Map<String, Optional<String>> silenceByRegistry = new HashMap<>();

  ToolSearch(ToolchainSettings settings, Patience patience, InstantSource clock) {
    this.settings = settings;
    this.patience = patience;
    this.clock = clock;
    this.cache = new ToolCache(settings.cache());
    this.outside = new OutsideTools(settings.cache(), new Programs(settings.environment()));
    this.images = new ImageFile(settings.network());
  }

  Located locate(Tool tool) throws IOException {
    var seen = new EnumMap<Place, Look>(Place.class);
    var ready = follow(tool, seen, false);
    if (ready.isPresent()) {
      return ready.get();
    }
    var recipe = Recipe.of(tool, settings.platform());
    try (var _ = lock(tool, recipe)) {
      // Whoever held the lock may have stored what we look for.
      seen.remove(Place.CACHE);
      return follow(tool, seen, true).orElseThrow();
    }
  }

  private ToolCache.Lock lock(Tool tool, Recipe recipe) throws IOException {
    var free = cache.tryLock(recipe);
    return free.isPresent()
        ? free.get()
        : patience.during(tool, "waiting for another run to get it", () -> cache.lock(recipe));
  }

  /** Tries places until one has it; stops before the first that writes unless that is allowed. */
  private Optional<Located> follow(Tool tool, Map<Place, Look> seen, boolean mayWrite)
      throws IOException {
    while (true) {
      switch (SourceChoice.next(tool, seen)) {
        case SourceChoice.Next.Use(var located) -> {
          return Optional.of(located);
        }
        case SourceChoice.Next.GiveUp(var sentence) -> throw new ToolchainProblem(sentence);
        case SourceChoice.Next.Try(var place) when place.writes() && !mayWrite -> {
          return Optional.empty();
        }
        case SourceChoice.Next.Try(var place) -> seen.put(place, look(tool, place));
      }
    }
  }

  /** Looks without changing anything, for the preflight. */
  Optional<Located> findReady(Tool tool) throws IOException {
    return follow(tool, new EnumMap<>(Place.class), false);
  }

  private Look look(Tool tool, Place place) throws IOException {
    return switch (place) {
      case CONFIGURED -> configured(tool);
      case PATH -> onPath(tool);
      case CACHE -> cached(tool);
      case IMAGE -> fromImage(tool);
      case GO -> built(tool);
    };
  }

  private Look configured(Tool tool) throws IOException {
    var path = settings.configured().get(tool);
    if (path == null) {
      return new Look.Absent(tool.variable() + " is not set");
    }
    if (!OutsideTools.executable(path)) {
      return new Look.Broken(
          "%s names %s, which is no executable file; correct it or unset it"
              .formatted(tool.variable(), path));
    }
    var known = outside.ask(path, tool.question());
    return found(tool, path, known, new Source.Configured());
  }

  private Look onPath(Tool tool) throws IOException {
    for (var folder : settings.searchPath()) {
      var file = folder.resolve(tool.binary());
      if (tool.question() != VersionQuestion.NONE && OutsideTools.executable(file)) {
        var known = outside.ask(file, tool.question());
        if (known.version().equals(tool.version())) {
          return found(tool, file, known, new Source.OnPath());
        }
      }
    }
    return new Look.Absent("PATH has none of version " + tool.version());
  }

  private Look cached(Tool tool) throws IOException {
    return cache
        .find(Recipe.of(tool, settings.platform()))
        .<Look>map(entry -> located(tool, entry, new Source.Cached(entry.receipt().source())))
        .orElseGet(() -> new Look.Absent("the cache has none"));
  }

  private Look fromImage(Tool tool) throws IOException {
    var silence = silence(tool);
    if (silence.isPresent()) {
      return new Look.Absent("no image, because " + silence.get());
    }
    var recipe = Recipe.of(tool, settings.platform());
    var draft = cache.draft(recipe);
    var target = draft.resolve(tool.binary());
    var platform = settings.platform();
    try {
      var digest =
          patience.during(
              tool,
              "pulling " + tool.image(),
              () ->
                  images.extract(
                      tool.image(),
                      platform.os(),
                      platform.architecture(),
                      tool.imageFile(),
                      target));
      return stored(tool, recipe, draft, new Source.Image(tool.image().toString(), digest));
    } catch (IOException e) {
      if (e.getCause() instanceof ImageProblem problem) {
        return new Look.Absent("no image, because " + problem.getMessage());
      }
      throw e;
    }
  }

  private Look built(Tool tool) throws IOException {
    var go = Go.find(settings, outside);
    if (go.isEmpty()) {
      return new Look.Absent(Go.missing(settings));
    }
    var recipe = Recipe.of(tool, settings.platform());
    var draft = cache.draft(recipe);
    var work = cache.draft(recipe);
    var target = draft.resolve(tool.binary());
    var start = System.nanoTime();
    try {
      patience.during(
          tool,
          "building with Go " + go.get().version(),
          () -> {
            GoBuild.build(go.get(), tool, work, target, cache.log(recipe));
            return target;
          });
    } catch (ToolchainProblem problem) {
      return new Look.Absent(String.valueOf(problem.getMessage()));
    }
    var seconds = Math.round((System.nanoTime() - start) / 1e9);
    return stored(tool, recipe, draft, new Source.Built(seconds));
  }

  /** Lets the new program speak for itself before it is kept: this also proves it runs here. */
  private Look stored(Tool tool, Recipe recipe, Path draft, Source source) throws IOException {
    var file = draft.resolve(tool.binary());
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    if (tool.question() != VersionQuestion.NONE) {
      var told = outside.version(file, tool.question());
      if (!told.equals(tool.version())) {
        return new Look.Absent("%s says it has version %s".formatted(source.describe(), told));
      }
    }
    var entry = cache.store(recipe, draft, tool.version(), source, clock.instant());
    return located(tool, entry, source);
  }

  /** Why the tool's registry cannot be reached; nothing when it can. */
  Optional<String> silence(Tool tool) {
    if (!tool.published()) {
      return Optional.of("there is none of " + tool.binary());
    }
    return silenceByRegistry.computeIfAbsent(
        tool.image().registry(),
        _ -> {
          try {
            images.reach(tool.image());
            return Optional.empty();
          } catch (ImageProblem problem) {
            return Optional.of(String.valueOf(problem.getMessage()));
          }
        });
  }

  OutsideTools outside() {
    return outside;
  }

  private static Look.Found located(Tool tool, ToolCache.Entry entry, Source source) {
    var sha256 = entry.receipt().files().getFirst().sha256();
    return new Look.Found(
        new Located(
            tool,
            entry.folder().resolve(tool.binary()),
            entry.receipt().version(),
            source,
            sha256));
  }

  private static Look found(Tool tool, Path path, OutsideTools.Known known, Source source) {
    return new Look.Found(
        new Located(tool, path.toAbsolutePath(), known.version(), source, known.sha256()));
  }
}
