package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.api.addons.UpgradePolicy;
import dev.butlerlabs.butler.api.addons.UpgradePolicy.Mode;
import dev.butlerlabs.butler.kernel.Problem;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When an addon takes what the catalog offers without being asked.
 *
 * @param policy what its owner wrote; null means never
 * @param turn whether others come first, for those who follow the waves
 */
public record Upgrades(@Nullable UpgradePolicy policy, Turn turn, Instant now) {

  /** What is wrong with the policy of an addon. */
  public static List<Problem> check(@Nullable UpgradePolicy policy) {
    return check("spec.upgradePolicy", policy);
  }

  /**
   * The same for other places where one is written.
   *
   * @param field where it is written
   */
  public static List<Problem> check(String field, @Nullable UpgradePolicy policy) {
    var window = policy == null ? null : policy.window();
    return window == null || Window.of(window).isPresent()
        ? List.of()
        : List.of(
            new Problem(
                field + ".window.timeZone",
                "there is no time zone '%s'".formatted(window.timeZone()),
                "write a name such as Europe/Berlin, or leave it out for UTC"));
  }

  /** Whether it is taken now; the same version with other values of the catalog counts too. */
  public boolean takes(String installed, String offered) {
    return follows(policy, installed, offered)
        && switch (mode()) {
          case MANUAL, PATCH -> true;
          case WINDOW -> window().filter(one -> one.open(now)).isPresent();
          case WAVES -> turn instanceof Turn.Now;
        };
  }

  /** Whether it is taken some time, without anybody writing it down. */
  public static boolean follows(@Nullable UpgradePolicy policy, String installed, String offered) {
    return forward(installed, offered)
        && switch (mode(policy)) {
          case MANUAL -> false;
          case PATCH -> patch(installed, offered);
          case WINDOW, WAVES -> true;
        };
  }

  /** When it is taken, if the clock decides. */
  public Optional<Instant> due(String installed, String offered) {
    if (!forward(installed, offered)) {
      return Optional.empty();
    }
    return switch (mode()) {
      case MANUAL, PATCH -> Optional.empty();
      case WINDOW -> window().flatMap(one -> one.next(now));
      case WAVES -> turn instanceof Turn.Later(_, var until) ? until : Optional.<Instant>empty();
    };
  }

  /** Who or what comes first; empty when nobody does. */
  public String waitsFor() {
    return mode() == Mode.WAVES && turn instanceof Turn.Later(var why, _) ? why : "";
  }

  /** Whether there is nothing to be taken: it is there, or the catalog has only older things. */
  public static boolean through(String installed, String offered, boolean sameValues) {
    return installed.equals(offered) ? sameValues : !forward(installed, offered);
  }

  /** What for somebody would write down what is offered, which may be older. */
  public static String purpose(String installed, String offered) {
    return forward(installed, offered) ? "to upgrade" : "to take it";
  }

  private Mode mode() {
    return mode(policy);
  }

  private static Mode mode(@Nullable UpgradePolicy policy) {
    return policy == null ? Mode.MANUAL : policy.mode();
  }

  private Optional<Window> window() {
    return Optional.ofNullable(policy).map(UpgradePolicy::window).flatMap(Window::of);
  }

  /** What cannot be compared may be older. */
  private static boolean forward(String installed, String offered) {
    return installed.equals(offered)
        || SemVer.read(installed)
            .flatMap(here -> SemVer.read(offered).map(there -> there.compareTo(here) > 0))
            .orElse(false);
  }

  private static boolean patch(String installed, String offered) {
    return installed.equals(offered)
        || SemVer.read(installed)
            .flatMap(here -> SemVer.read(offered).map(here::sameMinor))
            .orElse(false);
  }
}
