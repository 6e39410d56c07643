package dev.butlerlabs.butler.teams.rules;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** What a team can run out of. */
public enum Measure {
  CLUSTERS("cluster", "maxClusters", "maxClusters"),
  NODES("worker", "maxTotalNodes", ""),
  CPU("CPU core", "maxCPUCores", "maxTotalCPU"),
  MEMORY("memory", "maxMemory", "maxTotalMemory"),
  STORAGE("disk", "maxStorage", "maxTotalStorage");

  private static final BigDecimal MEBI = new BigDecimal(1L << 20);
  private static final BigDecimal GIBI = new BigDecimal(1L << 30);
  private static final BigDecimal TEBI = new BigDecimal(1L << 40);

  private final String noun;
  private final String teamField;
  private final String platformField;

  Measure(String noun, String teamField, String platformField) {
    this.noun = noun;
    this.teamField = teamField;
    this.platformField = platformField;
  }

  /** Its limit in a Team's {@code spec.resourceLimits}. */
  String teamField() {
    return teamField;
  }

  /** Its limit in ButlerConfig's {@code spec.defaultTeamLimits}, {@code ""} when there is none. */
  String platformField() {
    return platformField;
  }

  /** Whether single things are counted, and not bytes. */
  boolean counted() {
    return this != MEMORY && this != STORAGE;
  }

  /** The amount alone: {@code 3}, {@code 1.5Ti}. */
  public String number(BigDecimal amount) {
    return counted() ? plain(amount) : bytes(amount);
  }

  /** The amount with its noun: {@code 3 workers}, {@code 64Gi of memory}. */
  public String words(BigDecimal amount) {
    if (!counted()) {
      return bytes(amount) + " of " + noun;
    }
    return plain(amount) + " " + noun + (amount.compareTo(BigDecimal.ONE) == 0 ? "" : "s");
  }

  private static String bytes(BigDecimal amount) {
    if (amount.signum() == 0) {
      return "0";
    }
    if (amount.remainder(TEBI).signum() == 0) {
      return plain(amount.divide(TEBI)) + "Ti";
    }
    if (amount.compareTo(GIBI) >= 0) {
      return plain(amount.divide(GIBI, 1, RoundingMode.HALF_UP)) + "Gi";
    }
    return plain(amount.divide(MEBI, 1, RoundingMode.HALF_UP)) + "Mi";
  }

  private static String plain(BigDecimal number) {
    return number.signum() == 0 ? "0" : number.stripTrailingZeros().toPlainString();
  }
}
