package dev.butlerlabs.butler.sandbox.toolchain;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * PostgreSQL as Debian packs it: the one that is installed, or else one that is fetched with what
 * it needs and unpacked into the cache. Nothing is installed, and no root is needed.
 */
final class DebianPostgres {

  private static final Duration FETCH_WITHIN = Duration.ofMinutes(10);
  private static final Pattern PACKAGE = Pattern.compile("postgresql-[0-9]+");

  private final ToolchainSettings settings;
  private final Path installed;
  private final Programs programs;
  private final ToolCache cache;

  /**
   * Looks at nothing yet.
   *
   * @param installed the root of the file system in which an installed one is looked for
   */
  DebianPostgres(ToolchainSettings settings, Path installed) {
    this.settings = settings;
    this.installed = installed;
    this.programs = new Programs(settings.environment());
    this.cache = new ToolCache(settings.cache());
  }

  PostgresPrograms ensure() throws IOException {
    var there = find(installed);
    if (there.isPresent()) {
      return new PostgresPrograms(installed, installed.relativize(there.get()), List.of());
    }
    var platform = settings.platform();
    var recipe =
        new Recipe("postgresql", "debian-" + platform.os() + "-" + platform.architecture());
    var folder = cache.folder(recipe);
    if (find(folder).isEmpty()) {
      try (var _ = cache.lock(recipe)) {
        if (find(folder).isEmpty()) {
          fetch(recipe, folder);
        }
      }
    }
    return unpacked(folder);
  }

  private static PostgresPrograms unpacked(Path folder) throws IOException {
    var libraries = new ArrayList<Path>();
    try (var files = Files.newDirectoryStream(folder.resolve("usr/lib"), "*-linux-*")) {
      files.forEach(one -> libraries.add(folder.relativize(one)));
    }
    return new PostgresPrograms(folder, folder.relativize(find(folder).orElseThrow()), libraries);
  }

  /** The newest there is below a root. */
  private static Optional<Path> find(Path root) throws IOException {
    var versions = root.resolve("usr/lib/postgresql");
    if (!Files.isDirectory(versions)) {
      return Optional.empty();
    }
    try (var all = Files.list(versions)) {
      return all.filter(one -> Files.isExecutable(one.resolve("bin/postgres")))
          .max(Comparator.comparingInt(DebianPostgres::number))
          .map(one -> one.resolve("bin"));
    }
  }

  private static int number(Path folder) {
    var name = String.valueOf(folder.getFileName());
    return name.matches("[0-9]{1,4}") ? Integer.parseInt(name) : 0;
  }

  private void fetch(Recipe recipe, Path folder) throws IOException {
    var work = cache.draft(recipe);
    var draft = cache.draft(recipe);
    Files.createDirectories(work.resolve("archives/partial"));
    var lists = List.<String>of();
    var found = resolve(work, lists);
    if (found.isEmpty()) {
      Files.createDirectories(work.resolve("lists/partial"));
      lists = List.of("-o", "Dir::State::lists=" + work.resolve("lists"));
      apt(work, lists, "apt-get", "update");
      found = resolve(work, lists);
    }
    var name =
        found.orElseThrow(
            () ->
                new ToolchainProblem(
                    "apt knows no PostgreSQL; install Debian's package postgresql, or mend apt's"
                        + " sources"));
    apt(
        work,
        lists,
        "apt-get",
        "install",
        "--yes",
        "--download-only",
        "--no-install-recommends",
        "--reinstall",
        name);
    unpack(work, draft);
    if (find(draft).isEmpty()) {
      throw new ToolchainProblem("the package " + name + " holds no PostgreSQL server");
    }
    Files.createDirectories(folder.resolveSibling("."));
    Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
  }

  /** The package the release's {@code postgresql} leads to. */
  private Optional<String> resolve(Path work, List<String> lists) throws IOException {
    var command = new ArrayList<>(List.of("apt-cache"));
    command.addAll(lists);
    command.addAll(List.of("depends", "postgresql"));
    var outcome = programs.run(command, work, work.resolve("depends.log"), FETCH_WITHIN);
    var names = PACKAGE.matcher(outcome.output());
    return outcome.succeeded() && names.find() ? Optional.of(names.group()) : Optional.empty();
  }

  private void unpack(Path work, Path draft) throws IOException {
    try (var archives = Files.newDirectoryStream(work.resolve("archives"), "*.deb")) {
      for (var one : archives) {
        run(work, List.of("dpkg-deb", "-x", one.toString(), draft.toString()));
      }
    }
  }

  private void apt(Path work, List<String> lists, String program, String... arguments)
      throws IOException {
    var command = new ArrayList<>(List.of(program));
    command.addAll(lists);
    command.addAll(
        List.of(
            "-o",
            "Dir::Cache=" + work,
            "-o",
            "Dir::Cache::archives=" + work.resolve("archives"),
            "-o",
            "Debug::NoLocking=1",
            "-o",
            "APT::Sandbox::User=root"));
    command.addAll(List.of(arguments));
    run(work, command);
  }

  private void run(Path work, List<String> command) throws IOException {
    var outcome = programs.run(command, work, work.resolve("output.log"), FETCH_WITHIN);
    if (!outcome.succeeded()) {
      var last = outcome.output().lines().filter(line -> !line.isBlank()).reduce((_, one) -> one);
      throw new ToolchainProblem(
          "fetching PostgreSQL failed at '%s' (%s); install Debian's package postgresql instead"
              .formatted(command.getFirst(), last.orElse("no words")));
    }
  }
}
