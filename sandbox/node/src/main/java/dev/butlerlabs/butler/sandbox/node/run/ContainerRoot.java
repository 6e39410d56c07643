package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.plan.Image;
import dev.butlerlabs.butler.sandbox.node.run.Jail.Bind;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The file system a container sees: a few folders, the program, a hosts file in which {@code
 * localhost} is the pod, and places at which volumes are mounted.
 */
final class ContainerRoot {

  private static final List<String> FOLDERS =
      List.of("proc", "dev", "etc", "tmp", "var/run", "usr/local/bin");

  private static final List<String> DEVICES = List.of("null", "zero", "full", "random", "urandom");

  private static final List<String> HOST_FOLDERS = List.of("/usr", "/bin", "/lib", "/lib64");

  private final Path root;

  ContainerRoot(Path root) {
    this.root = root;
  }

  Path path() {
    return root;
  }

  /** Makes it ready for the image and these mounts; returns everything that is to be mounted. */
  List<Bind> prepare(Image image, List<Bind> mounts) throws IOException {
    PrivateFiles.folder(root);
    for (var folder : FOLDERS) {
      PrivateFiles.folder(root.resolve(folder));
    }
    PrivateFiles.write(root.resolve("etc/nsswitch.conf"), "hosts: files dns\n");
    PrivateFiles.write(root.resolve("etc/passwd"), "root:x:0:0:root:/:/sbin/nologin\n");
    var binds = new ArrayList<Bind>();
    if (image.hostPrograms()) {
      HOST_FOLDERS.stream()
          .map(Path::of)
          .filter(folder -> Files.isDirectory(folder))
          .forEach(folder -> binds.add(new Bind(folder, folder.toString(), true)));
    } else {
      binds.add(new Bind(Path.of(image.program()), image.pathInside(), true));
    }
    for (var device : DEVICES) {
      binds.add(new Bind(Path.of("/dev", device), "/dev/" + device, false));
    }
    binds.addAll(mounts);
    binds.sort(Comparator.comparingInt(bind -> bind.target().length()));
    for (var bind : binds) {
      place(bind, binds);
    }
    return binds;
  }

  void hosts(String text) {
    PrivateFiles.folder(root.resolve("etc"));
    PrivateFiles.write(root.resolve("etc/hosts"), text);
  }

  /** A mount needs a folder or file to lie on, in the root or in the mount it lies below. */
  private void place(Bind bind, List<Bind> all) throws IOException {
    var at = root.resolve(bind.target().substring(1)).normalize();
    for (var outer : all) {
      if (bind.target().startsWith(outer.target() + "/")) {
        at = outer.source().resolve(bind.target().substring(outer.target().length() + 1));
      }
    }
    if (Files.exists(at, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    if (Files.isDirectory(bind.source())) {
      PrivateFiles.folder(at);
    } else {
      PrivateFiles.folder(at.resolveSibling("."));
      PrivateFiles.write(at, "");
    }
  }
}
