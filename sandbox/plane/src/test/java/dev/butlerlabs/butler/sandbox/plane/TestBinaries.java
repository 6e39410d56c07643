package dev.butlerlabs.butler.sandbox.plane;

import java.nio.file.Path;

/** The programs the tests run. */
final class TestBinaries {

  private TestBinaries() {}

  static Binaries get() {
    var folder = System.getenv("BUTLER_TOOLS_BIN");
    if (folder == null) {
      throw new AssertionError("set BUTLER_TOOLS_BIN to the folder with etcd and kube-apiserver");
    }
    return Binaries.in(Path.of(folder));
  }
}
