package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import dev.butlerlabs.butler.apps.workbench.trial.Pace;
import dev.butlerlabs.butler.apps.workbench.trial.RealPace;
import java.io.InputStream;
import java.nio.file.Path;

/**
 * What a command takes from the process around it, read once.
 *
 * @param root the checkout the launcher belongs to
 * @param folder where relative paths begin
 * @param in where answers to questions come from
 * @param pace the machine's own time, or a test's
 */
record Surroundings(Path root, Path folder, InputStream in, Pace pace) {

  static Surroundings ofThisProcess() {
    var root = System.getProperty("butler.root");
    if (root == null) {
      throw new Refusal("butler", "it was not started by its launcher", "run ./butler");
    }
    return new Surroundings(
        Path.of(root), Path.of(System.getProperty("user.dir")), System.in, new RealPace());
  }
}
