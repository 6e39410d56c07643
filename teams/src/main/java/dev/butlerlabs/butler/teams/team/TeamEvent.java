package dev.butlerlabs.butler.teams.team;

import dev.butlerlabs.butler.kube.write.EventReason;

/** What is told about teams. */
public enum TeamEvent implements EventReason {
  /** The namespace of the team's name belongs to somebody else. */
  NAMESPACE_REFUSED,

  /** The team cannot go while it has clusters. */
  DELETION_BLOCKED;

  @Override
  public boolean warning() {
    return true;
  }
}
