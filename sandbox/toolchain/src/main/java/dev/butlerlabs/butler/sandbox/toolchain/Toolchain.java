package dev.butlerlabs.butler.sandbox.toolchain;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/**
 * The programs the sandbox runs, had on demand.
 *
 * <p>Several processes may share one cache: the second waits for the first and takes what it
 * stored. Every call may be repeated, and after a kill carries on with the program that was under
 * way.
 */
public final class Toolchain {

  private static final Duration TELL_EVERY = Duration.ofSeconds(10);

  private final ToolchainSettings settings;
  private final Progress progress;
  private final InstantSource clock;

  public Toolchain(ToolchainSettings settings, Progress progress, InstantSource clock) {
    this.settings = settings;
    this.progress = progress;
    this.clock = clock;
  }

  /**
   * Finds, fetches or builds each of {@code tools}, one after the other.
   *
   * @throws ToolchainProblem at the first that cannot be had; those before it stay in the cache
   */
  public Map<Tool, Located> ensure(Collection<Tool> tools) {
    return guarded(
        () -> {
          var search = newSearch();
          var found = new EnumMap<Tool, Located>(Tool.class);
          for (var tool : sorted(tools)) {
            var start = System.nanoTime();
            var located = search.locate(tool);
            progress.done(located, Duration.ofNanos(System.nanoTime() - start));
            found.put(tool, located);
          }
          return Collections.unmodifiableMap(found);
        });
  }

  /** Those of {@code tools} that are there already; fetches and builds nothing. */
  public Map<Tool, Located> ready(Collection<Tool> tools) {
    return guarded(
        () -> {
          var search = newSearch();
          var found = new EnumMap<Tool, Located>(Tool.class);
          for (var tool : sorted(tools)) {
            search.findReady(tool).ifPresent(located -> found.put(tool, located));
          }
          return Collections.unmodifiableMap(found);
        });
  }

  /** One program, had as {@link #ensure} does it. */
  public Located require(Tool tool) {
    return ensure(Set.of(tool)).values().iterator().next();
  }

  /** Tells what {@link #ensure} would have to do; asks the registries, changes nothing. */
  public Plan plan(Collection<Tool> tools) {
    return guarded(() -> new Preflight(settings, newSearch()).plan(sorted(tools)));
  }

  /**
   * A folder with the manifests of the core and the kubeadm bootstrap manager, laid out as in the
   * module: {@code config/crd/bases/*.yaml}, {@code config/webhook/manifests.yaml}, and the same
   * two below {@code bootstrap/kubeadm/}.
   */
  public Path clusterApiManifests() {
    return guarded(() -> new ClusterApiManifests(settings, newSearch().outside(), clock).ensure());
  }

  /** A PostgreSQL server: the one that is installed, or Debian's, fetched into the cache. */
  public PostgresPrograms postgres() {
    return guarded(() -> new DebianPostgres(settings, Path.of("/")).ensure());
  }

  private ToolSearch newSearch() {
    return new ToolSearch(settings, new Patience(progress, TELL_EVERY), clock);
  }

  /** In the order of the enum, so that every run prints and builds in the same order. */
  private static Set<Tool> sorted(Collection<Tool> tools) {
    var sorted = EnumSet.noneOf(Tool.class);
    sorted.addAll(tools);
    return sorted;
  }

  private interface Work<T> {
    T run() throws IOException;
  }

  private <T> T guarded(Work<T> work) {
    try {
      return work.run();
    } catch (IOException e) {
      throw new ToolchainProblem(explain(settings.cache(), e), e);
    }
  }

  static String explain(Path cache, IOException trouble) {
    return String.valueOf(trouble.getMessage()).contains("No space left on device")
        ? "the disk that holds the tool cache %s is full; make room or choose another with --tools DIR"
            .formatted(cache)
        : "the tool cache %s cannot be used (%s); make it writable or choose another with --tools DIR"
            .formatted(cache, trouble);
  }
}
