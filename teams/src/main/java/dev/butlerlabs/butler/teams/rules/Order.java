package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One cluster as the rules see it: what it will be once all defaults are filled in.
 *
 * @param team the team it belongs to, {@code ""} for none
 * @param environment the environment its label names, {@code ""} for none
 * @param owner the email of its owner in lower case, {@code ""} for nobody
 * @param provider the infrastructure it runs on; null while nobody said
 * @param version {@code ""} while nobody said
 * @param addons the addons the manifest names that a cluster can be without
 * @param choices what it uses of the platform, as far as that is known
 * @param machine the platform's type of machine that it names itself, {@code ""} for none
 */
public record Order(
    ObjectKey key,
    String team,
    String environment,
    String owner,
    @Nullable ObjectKey provider,
    String version,
    Amounts amounts,
    Set<String> addons,
    Map<Option, Set<String>> choices,
    String machine,
    Standing standing) {

  /** The older first; those of one second by UID, so that everybody sees one order. */
  public static final Comparator<Order> BY_AGE =
      Comparator.<Order, Instant>comparing(order -> order.standing().created())
          .thenComparing(order -> order.standing().uid());

  /**
   * Where in the line it stands.
   *
   * @param created when it was ordered
   */
  public record Standing(Instant created, String uid) {}

  public Order {
    addons = Set.copyOf(addons);
    choices = Map.copyOf(choices);
  }

  Set<String> choices(Option option) {
    return choices.getOrDefault(option, Set.of());
  }
}
