package dev.butlerlabs.butler.sandbox.toolchain;

import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Looks at what is there and works out what is missing, without fetching or building anything. */
final class Preflight {

  private final ToolchainSettings settings;
  private final ToolSearch search;

  Preflight(ToolchainSettings settings, ToolSearch search) {
    this.settings = settings;
    this.search = search;
  }

  Plan plan(Collection<Tool> tools) throws IOException {
    var items = new ArrayList<Plan.Item>();
    for (var tool : tools) {
      items.add(item(tool));
    }
    var problems = new ArrayList<String>();
    items.stream()
        .filter(item -> item.way() == Plan.Way.BLOCKED)
        .forEach(item -> problems.add(item.detail()));
    var go = Optional.<Go>empty();
    if (items.stream().anyMatch(item -> item.way() == Plan.Way.BUILD)) {
      go = Go.find(settings, search.outside());
      if (go.isEmpty()) {
        problems.add(Go.missing(settings));
      }
    }
    var disks = disks(items, go);
    problems.addAll(Estimate.shortages(disks));
    return new Plan(
        items, Estimate.buildTime(items, settings.cores()), settings.cores(), disks, problems);
  }

  private Plan.Item item(Tool tool) throws IOException {
    try {
      var ready = search.findReady(tool);
      if (ready.isPresent()) {
        return new Plan.Item(tool, Plan.Way.READY, ready.get().source().describe());
      }
    } catch (ToolchainProblem problem) {
      return new Plan.Item(tool, Plan.Way.BLOCKED, String.valueOf(problem.getMessage()));
    }
    return search
        .silence(tool)
        .map(why -> new Plan.Item(tool, Plan.Way.BUILD, why))
        .orElseGet(() -> new Plan.Item(tool, Plan.Way.PULL, tool.image().toString()));
  }

  private List<Plan.Disk> disks(List<Plan.Item> items, Optional<Go> go) throws IOException {
    var programs = Estimate.programBytes(items);
    var byGo = Estimate.goBytes(items);
    if (programs == 0) {
      return List.of();
    }
    var tools = settings.cache();
    if (byGo == 0 || go.isEmpty()) {
      return List.of(new Plan.Disk(tools, programs, store(tools).getUsableSpace()));
    }
    var goCache = goCache(go.get());
    if (store(goCache).equals(store(tools))) {
      return List.of(new Plan.Disk(tools, programs + byGo, store(tools).getUsableSpace()));
    }
    return List.of(
        new Plan.Disk(tools, programs, store(tools).getUsableSpace()),
        new Plan.Disk(goCache, byGo, store(goCache).getUsableSpace()));
  }

  private Path goCache(Go go) throws IOException {
    var log = Files.createTempFile("butler-go-env-", ".txt");
    try {
      var told = go.run(List.of("env", "GOCACHE"), Path.of("/"), log, Duration.ofSeconds(10));
      return told.succeeded() ? Path.of(told.output().strip()) : settings.cache();
    } finally {
      Files.deleteIfExists(log);
    }
  }

  /** The volume of the nearest folder that exists already. */
  private static FileStore store(Path folder) throws IOException {
    var existing = folder.toAbsolutePath();
    while (!Files.exists(existing) && existing.getParent() != null) {
      existing = existing.getParent();
    }
    return Files.getFileStore(existing);
  }
}
