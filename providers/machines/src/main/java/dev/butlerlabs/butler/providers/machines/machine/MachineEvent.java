package dev.butlerlabs.butler.providers.machines.machine;

import dev.butlerlabs.butler.kube.write.EventReason;
import dev.butlerlabs.butler.providers.machines.machine.plan.Plan.Occasion;

/** What is told about a MachineRequest in events. */
public enum MachineEvent implements EventReason {
  /** The machine is being built. */
  CREATED("Created", false),
  /** It cannot be built until something changes. */
  CREATE_FAILED("CreateFailed", true),
  /** It does not run although it should by now. */
  CREATION_OVERDUE("CreationOverdue", true),
  /** It runs and has an address. */
  READY("Ready", false),
  /** Its address or id is another one than before. */
  ADDRESS_CHANGED("AddressChanged", true),
  /** Somebody switched it off. */
  VM_STOPPED("VMStopped", true),
  /** Somebody removed it. */
  VM_DELETED("VMDeleted", true),
  /** The platform cannot be asked, or refuses. */
  PROVIDER_ERROR("ProviderError", true),
  /** What was in the way is not any more. */
  RECOVERED("Recovered", false),
  /** It is being removed. */
  DELETING("Deleting", false),
  /** It cannot be removed for now. */
  DELETE_BLOCKED("DeleteBlocked", true),
  /** It is gone. */
  DELETED("Deleted", false),
  /** It was left behind because a person said so. */
  ABANDONED("Abandoned", true),
  /** Its ProviderConfig does not exist. */
  PROVIDER_CONFIG_MISSING("ProviderConfigMissing", true);

  private final String wire;
  private final boolean warning;

  MachineEvent(String wire, boolean warning) {
    this.wire = wire;
    this.warning = warning;
  }

  static MachineEvent of(Occasion occasion) {
    return valueOf(occasion.name());
  }

  @Override
  public String wire() {
    return wire;
  }

  @Override
  public boolean warning() {
    return warning;
  }
}
