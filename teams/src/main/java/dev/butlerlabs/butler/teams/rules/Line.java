package dev.butlerlabs.butler.teams.rules;

import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The orders of one team in a line, the oldest first: what of each may be made, and why the rest
 * waits.
 *
 * <p>What was granted stays, whatever the limits say today. The youngest never displaces anybody,
 * and one that does not fit holds up no smaller one behind it.
 */
public final class Line {

  /**
   * One order in the line.
   *
   * @param granted what was let in earlier; null for one that waits
   * @param around what it is judged by, without the others
   */
  public record Place(Order wanted, @Nullable Order granted, Surroundings around) {}

  /**
   * What came of one order.
   *
   * @param inForce what may be made of it; null while nothing may
   * @param refusals why it waits, or stays as it was
   * @param remarks what today's rules would say of a cluster that stays nevertheless
   */
  public record Turn(@Nullable Order inForce, List<Refusal> refusals, List<Refusal> remarks) {

    public Turn {
      refusals = List.copyOf(refusals);
      remarks = List.copyOf(remarks);
    }
  }

  private Line() {}

  public static Map<ObjectKey, Turn> decide(Collection<Place> places) {
    var inside = new LinkedHashMap<ObjectKey, Order>();
    for (var place : places) {
      if (place.granted() != null) {
        inside.put(place.wanted().key(), place.granted());
      }
    }
    var turns = new LinkedHashMap<ObjectKey, Turn>();
    places.stream()
        .sorted(Comparator.comparing(Place::wanted, Order.BY_AGE))
        .forEachOrdered(
            place -> {
              var turn = turn(place, inside);
              turns.put(place.wanted().key(), turn);
              if (turn.inForce() != null) {
                inside.put(place.wanted().key(), turn.inForce());
              }
            });
    return turns;
  }

  private static Turn turn(Place place, Map<ObjectKey, Order> inside) {
    var wanted = place.wanted();
    var granted = place.granted();
    if (granted == null) {
      var refusals = Rulebook.letIn(wanted, place.around().among(others(place, inside)));
      return new Turn(refusals.isEmpty() ? wanted : null, refusals, List.of());
    }
    var refusals =
        wanted.equals(granted)
            ? List.<Refusal>of()
            : Rulebook.judge(wanted, granted, place.around().among(others(place, inside)));
    var now = refusals.isEmpty() ? wanted : granted;
    return new Turn(now, refusals, Rulebook.remarks(now, place.around()));
  }

  private static List<Order> others(Place place, Map<ObjectKey, Order> inside) {
    return place.around().counting()
        ? inside.values().stream()
            .filter(other -> !other.key().equals(place.wanted().key()))
            .toList()
        : List.of();
  }
}
