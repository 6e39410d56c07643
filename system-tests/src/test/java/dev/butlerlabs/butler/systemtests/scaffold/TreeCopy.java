package dev.butlerlabs.butler.systemtests.scaffold;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.systemtests.Ran;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/**
 * A copy of this checkout's files, compiled with the JDK's compiler: no Maven, no network. Gates
 * that are plug-ins of the build (Error Prone, layout) are not part of it.
 */
record TreeCopy(Path root, Path classes) {

  private static final Path TREE = Path.of("..").toAbsolutePath().normalize();
  private static final Set<String> LEFT_OUT = Set.of("target", ".git", "node_modules", "sandbox");
  private static final String CLASS_PATH = System.getProperty("java.class.path");

  private static final Path CONTRACTS =
      Path.of(
          "providers/contract-tests/src/test/java/dev/butlerlabs/butler/providers/contracttests");

  static TreeCopy in(Path folder) throws IOException {
    var root = folder.resolve("tree");
    Files.walkFileTree(
        TREE,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path from, BasicFileAttributes attributes)
              throws IOException {
            if (LEFT_OUT.contains(String.valueOf(from.getFileName()))) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(root.resolve(TREE.relativize(from).toString()));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path from, BasicFileAttributes attributes)
              throws IOException {
            Files.copy(from, root.resolve(TREE.relativize(from).toString()));
            return FileVisitResult.CONTINUE;
          }
        });
    return new TreeCopy(root, Files.createDirectories(folder.resolve("classes")));
  }

  /** What {@code ./butler} starts, on this copy. */
  Ran workbench(String... arguments) throws IOException, InterruptedException {
    var command =
        new ArrayList<>(
            List.of(
                java(),
                "-Dbutler.root=" + root,
                "-cp",
                CLASS_PATH,
                "dev.butlerlabs.butler.apps.workbench.Main"));
    command.addAll(List.of(arguments));
    return Ran.command(command, Map.of(), root, Duration.ofMinutes(5));
  }

  /** Everything that can know a platform, and the contract's classes for these. */
  void compile(String... providers) throws IOException {
    var sources = new ArrayList<Path>();
    for (var room : List.of("api", "apps/manager", "apps/workbench")) {
      sources.addAll(javaBelow(root.resolve(room).resolve("src/main")));
    }
    try (var rooms = Files.list(root.resolve("providers"))) {
      for (var room : rooms.sorted().toList()) {
        sources.addAll(javaBelow(room.resolve("src/main")));
      }
    }
    for (var provider : providers) {
      sources.addAll(javaBelow(root.resolve(CONTRACTS).resolve(provider)));
    }
    javac(sources);
  }

  /** One file that was changed since. */
  void recompile(Path file) throws IOException {
    javac(List.of(file));
  }

  private void javac(List<Path> sources) throws IOException {
    var said = new StringWriter();
    var compiler = ToolProvider.getSystemJavaCompiler();
    try (var files = compiler.getStandardFileManager(null, null, null)) {
      var options =
          List.of(
              "-d",
              classes.toString(),
              "-cp",
              classes + File.pathSeparator + CLASS_PATH,
              "-proc:none",
              "-parameters",
              "-Werror",
              "-Xlint:all,-processing,-serial,-classfile");
      var done =
          compiler
              .getTask(said, files, null, options, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(done).as("compiling the copy: %s", said).isTrue();
    }
  }

  /** How each test of the provider's contract ended. */
  List<Ended> contract(String provider, String type) throws IOException, InterruptedException {
    var ran =
        Ran.command(
            List.of(
                java(),
                "-cp",
                classes + File.pathSeparator + CLASS_PATH,
                ContractRun.class.getName(),
                "dev.butlerlabs.butler.providers.contracttests.%s.%sMachinesContract"
                    .formatted(provider, type)),
            Map.of(),
            root,
            Duration.ofMinutes(5));
    var ended =
        ran.out()
            .lines()
            .map(line -> line.split("\t", 3))
            .filter(cells -> cells.length == 3)
            .map(cells -> new Ended(cells[1], cells[0].equals("SUCCESSFUL"), cells[2]))
            .toList();
    assertThat(ended).as("%s", ran).isNotEmpty();
    return ended;
  }

  /** One test: its name, whether it passed, and the first line of why not. */
  record Ended(String name, boolean passed, String why) {}

  private static List<Path> javaBelow(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return List.of();
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(path -> path.toString().endsWith(".java")).sorted().toList();
    }
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }
}
