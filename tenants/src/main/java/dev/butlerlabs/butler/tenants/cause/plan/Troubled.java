package dev.butlerlabs.butler.tenants.cause.plan;

/** Whose conditions say that objects which are not watched have more to tell. */
public final class Troubled {

  private Troubled() {}

  /** Whether its platform's provider should be asked: something is not made, or does not go. */
  public static boolean onItsPlatform(Part part) {
    return switch (part.kind()) {
      case "Cluster" -> part.complaint("InfrastructureReady").isPresent();
      case "Machine" ->
          part.leaving().isPresent()
              ? part.condition("Deleting")
                  .filter(said -> said.reason().equals("WaitingForInfrastructureDeletion"))
                  .isPresent()
              : part.complaint("InfrastructureReady").isPresent()
                  && part.complaint("BootstrapConfigReady").isEmpty();
      default -> false;
    };
  }

  /** Whether a control plane's pods should be asked. */
  public static boolean inItsPods(Part part) {
    return part.kind().equals("TenantControlPlane")
        && part.leaving().isEmpty()
        && part.complaint("RolledOut").isPresent();
  }
}
