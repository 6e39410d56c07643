package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import java.time.Duration;
import java.util.Map;

/**
 * What a control plane is made of: where it lives, what it is for, which programs it runs.
 *
 * @param variables of the API server's environment, beside those that every program has
 */
public record PlaneSettings(
    Home home, Mode mode, Binaries binaries, Duration readyWithin, Map<String, String> variables) {

  public PlaneSettings {
    variables = Map.copyOf(variables);
  }

  public PlaneSettings(Home home, Mode mode, Binaries binaries, Duration readyWithin) {
    this(home, mode, binaries, readyWithin, Map.of());
  }

  public PlaneSettings(Home home, Mode mode, Binaries binaries) {
    this(home, mode, binaries, Duration.ofMinutes(2));
  }

  /** The same with an API server that sees these. */
  public PlaneSettings with(Map<String, String> more) {
    return new PlaneSettings(home, mode, binaries, readyWithin, more);
  }
}
