package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import java.time.Duration;

/** What a control plane is made of: where it lives, what it is for, which programs it runs. */
public record PlaneSettings(Home home, Mode mode, Binaries binaries, Duration readyWithin) {

  public PlaneSettings(Home home, Mode mode, Binaries binaries) {
    this(home, mode, binaries, Duration.ofMinutes(2));
  }
}
