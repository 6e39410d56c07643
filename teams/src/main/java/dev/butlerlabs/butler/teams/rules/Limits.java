package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.api.tenancy.ButlerConfigSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec;
import dev.butlerlabs.butler.api.tenancy.TeamSpec.ResourceLimits;
import dev.butlerlabs.butler.kernel.Quantity;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The most a team may use.
 *
 * @param own whether the Team says so itself, and not the platform for all teams
 */
public record Limits(String team, boolean own, ResourceLimits values) {

  private static final ResourceLimits NO_LIMITS =
      new ResourceLimits(
          null, null, null, null, null, null, null, null, null, List.of(), List.of(), List.of(),
          List.of());

  /** The team's own, whole; else the platform's for teams that have none; else no limit at all. */
  public static Limits of(
      String team, @Nullable TeamSpec spec, @Nullable ButlerConfigSpec platform) {
    if (spec != null && spec.resourceLimits() != null) {
      return new Limits(team, true, spec.resourceLimits());
    }
    var usual = platform == null ? null : platform.defaultTeamLimits();
    return spec == null || usual == null
        ? none(team)
        : new Limits(team, false, usual.asTeamLimits());
  }

  public static Limits none(String team) {
    return new Limits(team, true, NO_LIMITS);
  }

  /** The limit; empty when there is none, or none that can be read. */
  public Optional<BigDecimal> most(Measure measure) {
    return switch (measure) {
      case CLUSTERS -> count(values.maxClusters());
      case NODES -> count(values.maxTotalNodes());
      case CPU -> amount(values.maxCPUCores());
      case MEMORY -> amount(values.maxMemory());
      case STORAGE -> amount(values.maxStorage());
    };
  }

  /** Whether the other clusters of the team matter. */
  boolean counting() {
    return Arrays.stream(Measure.values()).anyMatch(measure -> most(measure).isPresent());
  }

  Optional<BigDecimal> nodesPerCluster() {
    return count(values.maxNodesPerCluster());
  }

  /** How more can be had. */
  String raise(Measure measure) {
    return raise(measure.teamField(), measure.platformField());
  }

  String raiseNodesPerCluster() {
    return raise("maxNodesPerCluster", "maxWorkersPerCluster");
  }

  private String raise(String teamField, String platformField) {
    return own
        ? "ask a platform admin to raise spec.resourceLimits.%s of Team %s"
            .formatted(teamField, team)
        : "ask a platform admin to give Team %s a spec.resourceLimits of its own, or to raise spec.defaultTeamLimits.%s of ButlerConfig"
            .formatted(team, platformField);
  }

  private static Optional<BigDecimal> count(@Nullable Integer number) {
    return Optional.ofNullable(number).map(BigDecimal::valueOf);
  }

  private static Optional<BigDecimal> amount(@Nullable Quantity quantity) {
    return Optional.ofNullable(quantity).flatMap(Quantity::amount);
  }
}
