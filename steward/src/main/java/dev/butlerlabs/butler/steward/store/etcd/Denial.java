package dev.butlerlabs.butler.steward.store.etcd;

import java.util.Arrays;

/** Why etcd refuses, as far as anybody here treats it in a way of its own. */
public enum Denial {
  USER_EXISTS("user name already exists"),
  NO_SUCH_USER("user name not found"),
  ROLE_EXISTS("role name already exists"),
  NO_SUCH_ROLE("role name not found"),
  ROLE_NOT_GRANTED("role is not granted to the user"),
  PERMISSION_NOT_GRANTED("permission is not granted to the role"),
  PERMISSION_DENIED("permission denied"),
  AUTHENTICATION_OFF("authentication is not enabled"),

  /** Users or roles changed while the call was under way; the same call again will do. */
  AUTHENTICATION_CHANGED("revision of auth store is old"),
  COMPACTED("required revision has been compacted"),
  NO_SPACE("database space exceeded"),
  NO_SUCH_LEASE("requested lease not found"),
  LEASE_EXISTS("lease already exists"),
  TOO_LARGE("request is too large"),

  /** More than this side takes at once. */
  ANSWER_TOO_LARGE("exceeds maximum size"),
  OTHER("");

  private final String words;

  Denial(String words) {
    this.words = words;
  }

  static Denial of(String message) {
    return Arrays.stream(values())
        .filter(denial -> message.contains(denial.words))
        .findFirst()
        .orElse(OTHER);
  }
}
