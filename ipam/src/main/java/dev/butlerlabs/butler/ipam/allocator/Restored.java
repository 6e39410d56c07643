package dev.butlerlabs.butler.ipam.allocator;

import java.util.List;

/** A pool as it follows from what is stored, and what cannot be right about that. */
public record Restored<H>(Allocator<H> allocator, List<Finding<H>> findings) {

  public Restored {
    findings = List.copyOf(findings);
  }
}
