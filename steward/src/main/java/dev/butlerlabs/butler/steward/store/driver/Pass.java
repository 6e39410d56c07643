package dev.butlerlabs.butler.steward.store.driver;

import java.util.Map;

/**
 * What a tenant signs in with, as the texts of its Secret: {@code ca.crt}, and {@code server.crt}
 * with {@code server.key} or a {@code password}.
 */
public record Pass(Map<String, String> files) {

  public Pass {
    files = Map.copyOf(files);
  }

  /** Whether the store has to be told of it; certificates speak for themselves. */
  public boolean secret() {
    return files.containsKey("password");
  }

  @Override
  public String toString() {
    return "Pass" + files.keySet();
  }
}
