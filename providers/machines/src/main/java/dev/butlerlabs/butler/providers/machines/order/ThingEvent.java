package dev.butlerlabs.butler.providers.machines.order;

import dev.butlerlabs.butler.kube.write.EventReason;
import dev.butlerlabs.butler.providers.machines.order.plan.Plan.Occasion;

/** What is told about a LoadBalancerRequest or an ImageSync in events. */
public enum ThingEvent implements EventReason {
  /** It is being made. */
  CREATING(false),
  /** It cannot be made until something changes. */
  CREATE_FAILED(true),
  /** It is not there although it should be by now. */
  CREATION_OVERDUE(true),
  /** It is there. */
  READY(false),
  /** It is another one than before, or has other machines behind it. */
  CHANGED(false),
  /** Somebody removed it. */
  LOST(true),
  /** The platform cannot be asked, or refuses. */
  PROVIDER_ERROR(true),
  /** What was in the way is not any more. */
  RECOVERED(false),
  /** It is being removed. */
  DELETING(false),
  /** It cannot be removed for now. */
  DELETE_BLOCKED(true),
  /** It is gone. */
  DELETED(false),
  /** It was left behind because a person said so. */
  ABANDONED(true),
  /** Its ProviderConfig does not exist. */
  PROVIDER_CONFIG_MISSING(true);

  private final boolean warning;

  ThingEvent(boolean warning) {
    this.warning = warning;
  }

  static ThingEvent of(Occasion occasion) {
    return valueOf(occasion.name());
  }

  @Override
  public boolean warning() {
    return warning;
  }
}
