package dev.butlerlabs.butler.kube.config;

import java.util.Map;
import java.util.Optional;

/** The values of all settings, already checked. */
public final class Values {

  private final Map<Setting<?>, Object> values;

  Values(Map<Setting<?>, Object> values) {
    this.values = Map.copyOf(values);
  }

  /** The value; a setting that was not declared to the reader is a bug. */
  public <T> T get(Setting<T> setting) {
    return find(setting)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "setting " + setting.key() + " is not declared, or nobody set it; declare it"));
  }

  /** For settings that need not be set. */
  @SuppressWarnings("unchecked") // The reader put it there with the setting's own parser.
  public <T> Optional<T> find(Setting<T> setting) {
    return Optional.ofNullable((T) values.get(setting));
  }
}
