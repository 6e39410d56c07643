package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * How far an image was ordered, as it stands in its memo.
 *
 * @param attempt which token its import is ordered with; a token whose import ended is used up
 * @param since when that was decided
 * @param failed when its import was seen to have failed; {@link Instant#EPOCH} when it was not
 * @param snapshot what the import made; empty until it is known
 */
record ImportNote(int attempt, Instant since, Instant failed, String snapshot) {

  /** How long a failed import is told before the next is ordered. */
  private static final Duration PAUSE = Duration.ofMinutes(1);

  /** EC2 shows a new import at the latest after this long. */
  private static final Duration SHOWN = Duration.ofMinutes(2);

  private static final Pattern SHAPE =
      Pattern.compile("import (\\d{1,6}) since (\\d+)(?: failed (\\d+))?(?: made (snap-\\w+))?");

  static Optional<ImportNote> read(Memo memo) {
    var match = SHAPE.matcher(memo.text());
    return match.matches()
        ? Optional.of(
            new ImportNote(
                Integer.parseInt(match.group(1)),
                Instant.ofEpochSecond(Long.parseLong(match.group(2))),
                Instant.ofEpochSecond(match.group(3) == null ? 0 : Long.parseLong(match.group(3))),
                match.group(4) == null ? "" : match.group(4)))
        : Optional.empty();
  }

  static ImportNote of(int attempt, Instant now) {
    return new ImportNote(attempt, now, Instant.EPOCH, "");
  }

  Memo memo() {
    return new Memo(
        "import %d since %d%s%s"
            .formatted(
                attempt,
                since.getEpochSecond(),
                hasFailed() ? " failed " + failed.getEpochSecond() : "",
                snapshot.isEmpty() ? "" : " made " + snapshot));
  }

  ImportNote next(Instant now) {
    return of(attempt + 1, now);
  }

  ImportNote failed(Instant now) {
    return new ImportNote(attempt, since, now, snapshot);
  }

  ImportNote made(String id) {
    return new ImportNote(attempt, since, failed, id);
  }

  boolean hasFailed() {
    return failed.isAfter(Instant.EPOCH);
  }

  /** Its failure was seen so lately that it is told, and nothing is tried. */
  boolean pauses(Instant now) {
    return hasFailed() && failed.plus(PAUSE).isAfter(now);
  }

  /** An import may have been ordered that EC2 does not show yet. */
  boolean mayStillShow(Instant now) {
    return since.plus(SHOWN).isAfter(now);
  }
}
