package dev.butlerlabs.butler.providers.spi.infrastructure;

import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The first of several places a setting may stand in. */
public final class Firsts {

  private Firsts() {}

  /** The first text that is there and not blank. */
  public static Optional<String> text(@Nullable String... places) {
    return Stream.of(places).filter(Objects::nonNull).filter(text -> !text.isBlank()).findFirst();
  }
}
