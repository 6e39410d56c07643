package dev.butlerlabs.butler.addons.helm;

import java.nio.file.Path;
import java.time.Duration;

/**
 * How Helm is run here.
 *
 * @param binary the official program
 * @param work where operations have their homes; belongs to one process at a time
 * @param charts where charts are kept by their digest; may be shared, and filled by hand on a site
 *     without internet
 * @param network what leads to repositories and registries
 * @param grace between asking Helm to stop and killing it; it uses the time to unlock its release
 */
public record HelmSettings(Path binary, Path work, Path charts, Network network, Duration grace) {

  /** Where nothing is between us and the charts. */
  public static HelmSettings of(Path binary, Path folder) {
    return of(binary, folder, Network.none());
  }

  public static HelmSettings of(Path binary, Path folder, Network network) {
    return new HelmSettings(
        binary,
        folder.resolve("operations"),
        folder.resolve("charts"),
        network,
        Duration.ofSeconds(10));
  }
}
