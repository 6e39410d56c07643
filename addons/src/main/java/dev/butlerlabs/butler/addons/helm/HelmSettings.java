package dev.butlerlabs.butler.addons.helm;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;

/**
 * How Helm is run here.
 *
 * @param binary the official program
 * @param work where operations have their homes; belongs to one process at a time
 * @param charts where charts are kept by their digest; may be shared, and filled by hand on a site
 *     without internet
 * @param network variables that lead to the outside: {@code HTTPS_PROXY}, {@code NO_PROXY}, {@code
 *     SSL_CERT_FILE}; nothing else of our environment reaches Helm
 * @param grace between asking Helm to stop and killing it; it uses the time to unlock its release
 */
public record HelmSettings(
    Path binary, Path work, Path charts, Map<String, String> network, Duration grace) {

  public HelmSettings {
    network = Map.copyOf(network);
  }

  public static HelmSettings of(Path binary, Path folder) {
    return new HelmSettings(
        binary,
        folder.resolve("operations"),
        folder.resolve("charts"),
        Map.of(),
        Duration.ofSeconds(10));
  }
}
