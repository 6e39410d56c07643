package dev.butlerlabs.butler.sandbox.plane.home;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Optional;
import java.util.Set;

/** A sandbox's folder, held by this process until closed. */
public final class Home implements AutoCloseable {

  private final Path path;
  private final FileChannel lock;

  private Home(Path path, FileChannel lock) {
    this.path = path;
    this.lock = lock;
  }

  /** Takes the folder for this process, making it when it is not there; refuses with a sentence. */
  public static Home claim(Path folder) {
    var path = folder.toAbsolutePath().normalize();
    if (Files.exists(path)) {
      requireOwned(path);
    }
    PrivateFiles.folder(path);
    // Before the lock file is opened: closing a second handle on it would drop the first's lock.
    holder(path).ifPresent(holder -> refuseHeld(path, "process " + holder.pid()));
    return new Home(path, lock(path));
  }

  /** The process that holds the folder now, if there is one. */
  public static Optional<ProcessIdentity> holder(Path folder) {
    return PrivateFiles.read(folder.resolve("holder"))
        .flatMap(ProcessIdentity::parse)
        .filter(ProcessIdentity::alive);
  }

  private static FileChannel lock(Path path) {
    try {
      var channel =
          FileChannel.open(
              path.resolve("lock"),
              Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
      if (!tryLock(channel)) {
        channel.close();
        refuseHeld(path, "another process");
      }
      PrivateFiles.write(path.resolve("holder"), ProcessIdentity.ofThisProcess().text());
      return channel;
    } catch (IOException e) {
      throw PrivateFiles.refusal(path.resolve("lock"), e);
    }
  }

  private static boolean tryLock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock() != null;
    } catch (OverlappingFileLockException e) {
      return false;
    }
  }

  private static void refuseHeld(Path path, String holder) {
    throw new Refusal(
        path.toString(),
        "is in use by " + holder,
        "stop that one first, or choose another folder with --home");
  }

  /** Another user's folder would end up with files its owner can neither read nor remove. */
  private static void requireOwned(Path path) {
    try {
      var owner = Files.getAttribute(path, "unix:uid");
      var self = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
      if (!owner.equals(self)) {
        throw new Refusal(
            path.toString(),
            "belongs to user %s, and this process runs as user %s".formatted(owner, self),
            "run it as the owner, or choose another folder with --home");
      }
    } catch (IOException e) {
      throw new Refusal(path.toString(), "cannot be looked at: " + e, "check its permissions");
    }
  }

  public Path path() {
    return path;
  }

  public Path file(String name) {
    return path.resolve(name);
  }

  public Path folder(String name) {
    return PrivateFiles.folder(path.resolve(name));
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(path.resolve("holder"));
      lock.close();
    } catch (IOException e) {
      throw new Refusal(path.toString(), "could not be let go: " + e, "look at the folder");
    }
  }
}
