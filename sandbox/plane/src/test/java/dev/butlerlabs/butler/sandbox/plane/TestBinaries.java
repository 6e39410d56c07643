package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.toolchain.Progress;
import dev.butlerlabs.butler.sandbox.toolchain.Toolchain;
import dev.butlerlabs.butler.sandbox.toolchain.ToolchainSettings;
import java.time.InstantSource;

/** The programs the tests run: the same, and had the same way, as the sandbox's own. */
final class TestBinaries {

  private TestBinaries() {}

  static Binaries get() {
    var settings = ToolchainSettings.fromEnvironment(System.getenv());
    var toolchain = new Toolchain(settings, Progress.silent(), InstantSource.system());
    return Binaries.of(toolchain.ensure(Binaries.TOOLS));
  }
}
