package dev.butlerlabs.butler.apps.sandbox;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which sandbox is meant. */
final class HomeOption {

  @Option(
      names = "--home",
      paramLabel = "DIR",
      description = "The sandbox's folder (default: in your data directory).")
  @Nullable Path home;
}
