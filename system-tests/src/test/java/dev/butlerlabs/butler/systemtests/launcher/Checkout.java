package dev.butlerlabs.butler.systemtests.launcher;

import dev.butlerlabs.butler.systemtests.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A checkout in which Maven and Java only write down that they were called. */
record Checkout(Path root) {

  static Checkout in(Path folder) throws IOException {
    var checkout = new Checkout(Files.createDirectories(folder.resolve("checkout")));
    Files.copy(Path.of("../butler"), checkout.root.resolve("butler"));
    script(checkout.root.resolve("butler"), Files.readString(Path.of("../butler")));
    script(checkout.root.resolve("mvnw"), "#!/bin/sh\necho \"maven $*\" >> calls\n");
    var source = checkout.root.resolve("kernel/src/main/java/Word.java");
    Files.createDirectories(source.getParent());
    Files.writeString(source, "class Word {}");
    return checkout;
  }

  /** A JDK that echoes its arguments instead of running them. */
  static Path jdk(Path folder, String version) throws IOException {
    Files.createDirectories(folder.resolve("bin"));
    Files.writeString(folder.resolve("release"), "JAVA_VERSION=\"" + version + "\"\n");
    script(folder.resolve("bin/java"), "#!/bin/sh\necho \"java " + version + " $*\"\n");
    script(folder.resolve("bin/javac"), "#!/bin/sh\n");
    return folder;
  }

  private static void script(Path file, String text) throws IOException {
    Files.writeString(file, text);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
  }

  Ran butler(Map<String, String> extra, String... arguments)
      throws IOException, InterruptedException {
    var environment = new HashMap<String, String>();
    environment.put("PATH", "/usr/bin:/bin");
    environment.put("HOME", root.resolveSibling("home").toString());
    environment.put("BUTLER_JDK_FOLDERS", "");
    environment.putAll(extra);
    // The machine's own javac must not be found through PATH.
    var bin = Files.createDirectories(root.resolveSibling("bin"));
    for (var tool :
        List.of(
            "sh",
            "sed",
            "find",
            "head",
            "dirname",
            "readlink",
            "touch",
            "mkdir",
            "mv",
            "tail",
            "cat",
            "uname",
            "tr",
            "curl",
            "cut",
            "sha256sum",
            "tar",
            "gzip",
            "rm",
            "awk")) {
      script(bin.resolve(tool), "#!/bin/sh\nexec %s \"$@\"\n".formatted(where(tool)));
    }
    environment.put("PATH", bin.toString());
    var command = new ArrayList<>(List.of("/bin/sh", root.resolve("butler").toString()));
    command.addAll(List.of(arguments));
    return Ran.command(command, environment, root, Duration.ofSeconds(60));
  }

  private static Path where(String tool) {
    return Path.of("/usr/bin", tool).toFile().exists()
        ? Path.of("/usr/bin", tool)
        : Path.of("/bin", tool);
  }

  List<String> calls() throws IOException {
    var file = root.resolve("calls");
    return Files.exists(file) ? Files.readAllLines(file) : List.of();
  }
}
