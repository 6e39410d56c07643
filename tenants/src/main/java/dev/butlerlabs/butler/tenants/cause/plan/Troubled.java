package dev.butlerlabs.butler.tenants.cause.plan;

import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Whose conditions say that objects which are not watched have more to tell, or are gone. */
public final class Troubled {

  private static final Set<String> GONE = Set.of("ObjectDoesNotExist", "ObjectDeleted");
  private static final Pattern LACKING = Pattern.compile("do(?:es)? not exist");

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

  /** What Cluster API misses of the objects that are made for it, and who says so. */
  public static Optional<String> missing(Part part) {
    var said =
        switch (part.kind()) {
          case "Cluster" ->
              part.complaint("InfrastructureReady").filter(why -> GONE.contains(why.reason()));
          case "MachineDeployment", "MachineSet" ->
              part.condition("ScalingUp").filter(why -> LACKING.matcher(why.message()).find());
          default -> Optional.<Said>empty();
        };
    return said.map(why -> part.reference() + ": " + why.message());
  }

  /** Whether a control plane's pods should be asked. */
  public static boolean inItsPods(Part part) {
    return part.kind().equals("TenantControlPlane")
        && part.leaving().isEmpty()
        && part.complaint("RolledOut").isPresent();
  }
}
