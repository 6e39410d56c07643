package dev.butlerlabs.butler.api;

/** Names under which parts of an object are written with server-side apply. */
public final class FieldManagers {

  /** Writes everything the controllers own and no narrower name covers. */
  public static final String CONTROLLER = "butler-controller";

  /** Writes {@code status.infrastructureAllocations} of a NetworkPool. */
  public static final String INFRA_ALLOCATION = "butler-controller/infra-allocation";

  /** Writes the resolved teams in a User's status. */
  public static final String USER_TEAMS = "butler-controller/user-teams";

  /** Writes the groups last seen at sign-in in a User's status. */
  public static final String USER_AUTH = "butler-server/user-auth";

  private FieldManagers() {}
}
