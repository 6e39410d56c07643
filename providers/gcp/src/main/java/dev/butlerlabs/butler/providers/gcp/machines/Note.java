package dev.butlerlabs.butler.providers.gcp.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;

/**
 * What is written down about a machine: its zone, when that was chosen, the last operation we
 * began, and zones that had no room before.
 *
 * <p>The time makes requests of this choice different from those of an earlier one: Google answers
 * a request number it has seen with the operation of then, also when that failed.
 */
record Note(String zone, long since, String operation, List<String> tried) {

  private static final Pattern SHAPE =
      Pattern.compile("in ([a-z0-9-]+) since (\\d+)(?: by ([^ ]+))?(?: after ([^ ]+))?");

  Note {
    tried = List.copyOf(tried);
  }

  static Note of(String zone, Instant now, List<String> tried) {
    return new Note(zone, now.toEpochMilli(), "", tried);
  }

  static Optional<Note> read(Memo memo) {
    var match = SHAPE.matcher(memo.text());
    if (!match.matches()) {
      return Optional.empty();
    }
    var operation = match.group(3);
    var tried = match.group(4);
    return Optional.of(
        new Note(
            match.group(1),
            Long.parseLong(match.group(2)),
            operation == null ? "" : operation,
            tried == null ? List.of() : List.of(tried.split(",", -1))));
  }

  Memo memo() {
    return new Memo(
        "in %s since %d%s%s"
            .formatted(
                zone,
                since,
                operation.isEmpty() ? "" : " by " + operation,
                tried.isEmpty() ? "" : " after " + String.join(",", tried)));
  }

  Note by(String name) {
    return new Note(zone, since, name, tried);
  }

  /** On to another zone; this one had no room. */
  Note next(String other, Instant now) {
    var all = new ArrayList<>(tried);
    all.add(zone);
    return Note.of(other, now, all);
  }

  /** The number of this request, the same however often it is made. */
  String requestId(String verb, String uid) {
    var text = "%s/%s/%s/%d".formatted(uid, verb, zone, since);
    return UUID.nameUUIDFromBytes(text.getBytes(UTF_8)).toString();
  }
}
