package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.apps.workbench.console.Refusal;
import dev.butlerlabs.butler.apps.workbench.trial.Pace;
import dev.butlerlabs.butler.apps.workbench.trial.RealPace;
import dev.butlerlabs.butler.providers.http.Proxies;
import java.io.InputStream;
import java.net.ProxySelector;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;

/**
 * What a command takes from the process around it, read once.
 *
 * @param root the checkout the launcher belongs to
 * @param folder where relative paths begin
 * @param in where answers to questions come from
 * @param pace the machine's own time, or a test's
 * @param environment variables by name
 */
record Surroundings(
    Path root, Path folder, InputStream in, Pace pace, Map<String, String> environment) {

  Surroundings {
    environment = Map.copyOf(environment);
  }

  static Surroundings ofThisProcess() {
    var root = System.getProperty("butler.root");
    if (root == null) {
      throw new Refusal("butler", "it was not started by its launcher", "run ./butler");
    }
    return new Surroundings(
        Path.of(root),
        Path.of(System.getProperty("user.dir")),
        System.in,
        new RealPace(),
        System.getenv());
  }

  /** Between us and platforms, as the manager reads it: HTTPS_PROXY and NO_PROXY. */
  ProxySelector proxy() {
    try {
      return Proxies.of(variable("HTTPS_PROXY"), variable("NO_PROXY"));
    } catch (IllegalArgumentException wrong) {
      throw new Refusal(
          "HTTPS_PROXY", "it cannot be used: " + wrong.getMessage(), "correct it, or unset it");
    }
  }

  private String variable(String name) {
    var small = environment.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    return environment.getOrDefault(name, small);
  }
}
