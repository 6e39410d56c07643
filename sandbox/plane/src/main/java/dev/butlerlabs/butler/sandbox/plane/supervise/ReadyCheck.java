package dev.butlerlabs.butler.sandbox.plane.supervise;

import java.io.IOException;
import java.util.Optional;

/** One look at whether a process does its work yet. It must answer within a second or two. */
@FunctionalInterface
public interface ReadyCheck {

  /** What is still missing; empty when ready. An I/O error counts as not yet. */
  Optional<String> missing() throws IOException, InterruptedException;
}
