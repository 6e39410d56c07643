package dev.butlerlabs.butler.sandbox.node.serve;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/** Where the logs of containers lie. */
public interface LogSource {

  /** The log of the present or last run, or of the run before that; empty when there is none. */
  Optional<Path> find(String namespace, String pod, String container, boolean previous)
      throws IOException;

  /** Whether something may still be written to that log. */
  boolean growing(String namespace, String pod, String container, Path log);
}
