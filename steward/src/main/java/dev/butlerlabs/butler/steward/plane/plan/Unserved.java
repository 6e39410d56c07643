package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.steward.fields.FieldEffects;
import dev.butlerlabs.butler.steward.fields.FieldEffects.Effect;
import dev.butlerlabs.butler.steward.fields.FieldEffects.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a spec asks for and does not get, in words: nothing is ignored in silence. */
final class Unserved {

  private static final FieldEffects FIELDS = FieldEffects.bundled();

  private Unserved() {}

  /** Why the spec is not carried out at all, if so. */
  static Optional<Cause> refusal(Observation seen) {
    var used = FIELDS.used(seen.plane().getSpec(), Effect.REFUSED);
    return used.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Cause(
                "FieldRefused",
                used.stream().map(Field::sentence).collect(Collectors.joining(", ")),
                "what ran before goes on",
                "Leave it out"));
  }

  /** What is carried out without, each with its reason. */
  static List<String> ignored(Blueprint print) {
    var ignored = new ArrayList<String>();
    FIELDS.used(print.spec(), Effect.LATER).stream().map(Field::sentence).forEach(ignored::add);
    new CommandLines(print)
        .leftOut().stream()
            .map(what -> what + " (Kubernetes %s has none)".formatted(print.release().minor()))
            .forEach(ignored::add);
    return ignored;
  }

  /** Data stays where it is: another DataStore in the spec moves nothing. */
  static Optional<Cause> move(Observation seen) {
    var wanted = Optional.ofNullable(seen.plane().getSpec().dataStore());
    var status = Optional.ofNullable(seen.plane().getStatus());
    return status
        .flatMap(one -> Optional.ofNullable(one.storage()))
        .flatMap(storage -> Optional.ofNullable(storage.dataStoreName()))
        .filter(home -> wanted.isPresent() && !wanted.get().equals(home))
        .map(
            home ->
                new Cause(
                    "MoveRefused",
                    "spec.dataStore is '%s' and the tenant's data is in DataStore %s"
                        .formatted(wanted.orElseThrow(), home),
                    "it stays there: moving data is not served yet",
                    "Set dataStore back to " + home));
  }
}
