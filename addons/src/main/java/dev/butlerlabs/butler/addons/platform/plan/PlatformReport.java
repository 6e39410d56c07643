package dev.butlerlabs.butler.addons.platform.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Upgrades;
import dev.butlerlabs.butler.api.ConditionType;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.clusters.AddonsReason;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.AddonHealth;
import dev.butlerlabs.butler.api.clusters.TenantClusterStatus.ObservedAddon;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Condition.Truth;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is told of the addons that come with a cluster: one cause, and how each of them is. */
public final class PlatformReport {

  public static final String READY = ConditionType.ADDONS_READY.wire();

  private static final Set<String> TROUBLES =
      Set.of(
          AddonsReason.NODES_LACK_ADDON.wire(),
          AddonsReason.ADDON_FAILED.wire(),
          AddonsReason.ADDON_DEGRADED.wire());

  private final Choice choice;
  private final List<Held> held;
  private final @Nullable Condition told;
  private final boolean leftAlone;

  /**
   * One look.
   *
   * @param held all that were ordered, those that are not chosen any more last
   * @param told the condition as it was last told
   * @param leftAlone nothing is changed any more, whatever is asked for
   */
  public PlatformReport(
      Choice choice, List<Held> held, @Nullable Condition told, boolean leftAlone) {
    this.leftAlone = leftAlone;
    this.choice = choice;
    this.held = List.copyOf(held);
    this.told = told;
  }

  public List<ObservedAddon> observed() {
    return held.stream()
        .map(
            one ->
                new ObservedAddon(
                    one.definition(), one.version(), health(one.phase()), one.keeper()))
        .toList();
  }

  private static AddonHealth health(Phase phase) {
    return switch (phase) {
      case PENDING, DELETING -> AddonHealth.PENDING;
      case INSTALLING, UPGRADING -> AddonHealth.INSTALLING;
      case INSTALLED -> AddonHealth.HEALTHY;
      case DEGRADED -> AddonHealth.DEGRADED;
      case FAILED -> AddonHealth.FAILED;
    };
  }

  /** All of them were there once; since then only what nodes need decides about the cluster. */
  public static boolean served(@Nullable Condition told) {
    return told != null
        && (told.status() == Truth.TRUE || !AddonsReason.holds(told.reason()))
        && told.status() != Truth.UNKNOWN;
  }

  public Verdict verdict() {
    return again()
        .or(this::vital)
        .or(this::waiting)
        .or(() -> trouble(AddonsReason.ADDON_FAILED, one -> one.phase() == Phase.FAILED))
        .or(() -> trouble(AddonsReason.ADDON_DEGRADED, one -> one.phase() == Phase.DEGRADED))
        .or(this::refused)
        .or(this::changing)
        .orElseGet(() -> yes(AddonsReason.ADDONS_INSTALLED, String.join("; ", notes())));
  }

  /** What failed and is tried once more has not changed anything yet. */
  private Optional<Verdict> again() {
    return Optional.ofNullable(told)
        .filter(said -> said.status() == Truth.FALSE && TROUBLES.contains(said.reason()))
        .filter(
            said ->
                held.stream()
                    .anyMatch(
                        one ->
                            one.underWay() && said.message().startsWith(one.definition() + ": ")))
        .map(Condition::verdict);
  }

  private Optional<Verdict> vital() {
    var vital =
        choice.entries().stream()
            .filter(Entry::vital)
            .map(Entry::definition)
            .collect(Collectors.toSet());
    return choice.lacking().stream()
        .map(Problem::sentence)
        .findFirst()
        .or(
            () ->
                held.stream()
                    .filter(one -> vital.contains(one.definition()) && one.useless())
                    .map(Held::sentence)
                    .findFirst())
        .map(sentence -> no(AddonsReason.NODES_LACK_ADDON, sentence));
  }

  /** Before all were there once, the first that is not is waited for. */
  private Optional<Verdict> waiting() {
    return served(told) ? Optional.empty() : first().map(this::awaited);
  }

  private Verdict awaited(Held one) {
    var sentence =
        one.phase() == Phase.PENDING || one.phase() == Phase.DELETING
            ? one.sentence()
            : one.definition() + " is being installed";
    return no(AddonsReason.WAITING_FOR_ADDONS, sentence);
  }

  private Optional<Held> first() {
    return held.stream()
        .filter(
            one -> one.underWay() || one.phase() == Phase.PENDING || one.phase() == Phase.DELETING)
        .findFirst();
  }

  private Optional<Verdict> trouble(AddonsReason reason, Predicate<Held> which) {
    return held.stream().filter(which).findFirst().map(one -> no(reason, alsoRefused(one)));
  }

  private String alsoRefused(Held one) {
    return Stream.concat(
            Stream.of(one.sentence()), choice.refused().stream().map(Problem::sentence))
        .collect(Collectors.joining("; "));
  }

  private Optional<Verdict> refused() {
    return choice.refused().isEmpty()
        ? Optional.empty()
        : Optional.of(
            no(
                AddonsReason.OPTION_REFUSED,
                choice.refused().stream()
                    .map(Problem::sentence)
                    .collect(Collectors.joining("; "))));
  }

  private Optional<Verdict> changing() {
    return first()
        .map(one -> yes(AddonsReason.ADDONS_CHANGING, one.definition() + " is being changed"));
  }

  /** What stays although nobody asks for it any more, and what could be had. */
  private List<String> notes() {
    return leftAlone ? unheeded() : gaps();
  }

  /** What is asked for and not done, because somebody wants nothing changed. */
  private List<String> unheeded() {
    var there = held.stream().collect(Collectors.toMap(Held::definition, Held::version));
    var asked =
        choice.entries().stream()
            .filter(one -> !one.version().equals(there.get(one.definition())))
            .map(one -> one.definition() + " " + one.version())
            .toList();
    return asked.isEmpty()
        ? List.of()
        : List.of(
            "%s: asked for and not installed, since spec.managementPolicy.mode leaves addons as they are; write Active to have it done"
                .formatted(String.join(", ", asked)));
  }

  private List<String> gaps() {
    var chosen = choice.entries().stream().map(Entry::definition).collect(Collectors.toSet());
    var notes = new ArrayList<String>();
    held.stream()
        .map(Held::definition)
        .filter(name -> !chosen.contains(name))
        .map("%s stays, although spec.addons does not ask for it any more"::formatted)
        .forEach(notes::add);
    choice.entries().stream()
        .filter(one -> !one.offered().isEmpty())
        .map(
            one ->
                "the catalog offers %s %s, write it into %s.version %s"
                    .formatted(
                        one.definition(),
                        one.offered(),
                        one.field(),
                        Upgrades.purpose(one.version(), one.offered())))
        .forEach(notes::add);
    return notes;
  }

  private static Verdict yes(AddonsReason reason, String message) {
    return Verdict.yes(READY, reason.wire(), message);
  }

  private static Verdict no(AddonsReason reason, String message) {
    return Verdict.no(READY, reason.wire(), message);
  }
}
