package dev.butlerlabs.butler.apps.sandbox;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the tool chain keeps its programs. */
final class ToolsOption {

  @Option(
      names = "--tools",
      paramLabel = "DIR",
      description =
          "Folder that keeps fetched and built programs (default: in your cache directory).")
  @Nullable Path tools;
}
