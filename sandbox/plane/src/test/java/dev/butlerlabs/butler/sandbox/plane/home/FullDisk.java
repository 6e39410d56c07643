package dev.butlerlabs.butler.sandbox.plane.home;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * A JVM on a disk of 64 KiB. The disk is a memory file system in a mount namespace of its own, so
 * it vanishes with the process; without root, a user namespace gives the right to mount it.
 */
public final class FullDisk {

  private FullDisk() {}

  /** Runs the class's main with the mounted folder as its argument; returns all it printed. */
  public static String run(Path folder, Class<?> main) throws Exception {
    var disk = Files.createDirectories(folder.resolve("disk"));
    var output = folder.resolve("output");
    var script =
        """
        if unshare --mount true 2> /dev/null; then how=; else how="--user --map-root-user"; fi
        exec unshare $how --mount sh -c '
          mount -t tmpfs -o size=64k tiny "$0" && exec "$1" -cp "$2" "$3" "$0"
        ' "$@"
        """;
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                "sh",
                "-c",
                script,
                "sh",
                disk.toString(),
                java,
                System.getProperty("java.class.path"),
                main.getName())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
    return Files.readString(output);
  }

  public static void main(String[] arguments) {
    var file = Path.of(arguments[0]).resolve("state");
    PrivateFiles.write(file, "old");
    try {
      PrivateFiles.write(file, "new ".repeat(100_000));
    } catch (Refusal refusal) {
      System.out.println(refusal.getMessage());
    }
    System.out.println("kept: " + PrivateFiles.read(file).orElse("nothing"));
  }
}
