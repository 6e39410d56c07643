package dev.butlerlabs.butler.providers.spi;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a look over an account found.
 *
 * @param platformVersion as the platform reports it, when it was reached
 * @param room what is left for machines
 */
public record Preflight(@Nullable String platformVersion, List<Finding> findings, Room room) {

  public Preflight {
    findings = List.copyOf(findings);
  }

  /** With no word about what is left. */
  public Preflight(@Nullable String platformVersion, List<Finding> findings) {
    this(platformVersion, findings, Room.UNKNOWN);
  }

  /**
   * What is left for machines, as the platform counts: free on its hosts, or up to its limits. What
   * it does not tell, or does not limit, is null.
   *
   * @param untold why something that could be told is not; nothing else hangs on it
   */
  public record Room(
      @Nullable Long cpus,
      @Nullable Long memoryMB,
      @Nullable Long storageGB,
      @Nullable Long machines,
      @Nullable Fault untold) {

    public static final Room UNKNOWN = new Room(null, null, null, null);

    public Room(
        @Nullable Long cpus,
        @Nullable Long memoryMB,
        @Nullable Long storageGB,
        @Nullable Long machines) {
      this(cpus, memoryMB, storageGB, machines, null);
    }

    public static Room untold(Fault why) {
      return new Room(null, null, null, null, why);
    }

    /** The tighter of each; what one of them does not tell is what the other tells. */
    public Room within(Room other) {
      return new Room(
          tighter(cpus, other.cpus),
          tighter(memoryMB, other.memoryMB),
          tighter(storageGB, other.storageGB),
          tighter(machines, other.machines),
          untold == null ? other.untold : untold);
    }

    private static @Nullable Long tighter(@Nullable Long one, @Nullable Long other) {
      if (one == null || other == null) {
        return one == null ? other : one;
      }
      return Math.min(one, other);
    }
  }

  /** What was looked at. */
  public enum Aspect {
    CREDENTIALS,
    PERMISSIONS,
    NETWORK,
    IMAGE,
    QUOTA
  }

  /** How one aspect was found. What could not be looked at has no finding. */
  public sealed interface Finding {

    Aspect aspect();

    record Good(Aspect aspect, String detail) implements Finding {}

    record Bad(Aspect aspect, Fault fault) implements Finding {}
  }

  /** The platform took the credentials. */
  public boolean credentialsTaken() {
    return findings.stream()
        .anyMatch(
            finding ->
                finding instanceof Finding.Good(var aspect, _) && aspect == Aspect.CREDENTIALS);
  }

  /** Nothing was found that keeps machines from being built. */
  public boolean good() {
    return credentialsTaken() && firstFault().isEmpty();
  }

  /** The most basic thing that is wrong: aspects are looked at in the order of {@link Aspect}. */
  public Optional<Fault> firstFault() {
    return findings.stream()
        .<Finding.Bad>mapMulti(
            (finding, bad) -> {
              if (finding instanceof Finding.Bad found) {
                bad.accept(found);
              }
            })
        .min(Comparator.comparing(Finding.Bad::aspect))
        .map(Finding.Bad::fault);
  }
}
