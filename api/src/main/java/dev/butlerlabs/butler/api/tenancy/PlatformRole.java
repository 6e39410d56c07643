package dev.butlerlabs.butler.api.tenancy;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What a user may do on the platform as a whole; stronger roles come first. */
public enum PlatformRole {
  @JsonProperty("admin")
  ADMIN,
  @JsonProperty("viewer")
  VIEWER,
  /** Nothing beyond what the teams give. */
  @JsonProperty("")
  NONE;

  /** The spelling on the wire, which for {@link #NONE} is the empty text. */
  @JsonValue
  public String wire() {
    return this == NONE ? "" : name().toLowerCase(Locale.ROOT);
  }
}
