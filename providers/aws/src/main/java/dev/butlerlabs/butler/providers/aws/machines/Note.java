package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * What was chosen for a machine, as it stands in its memo.
 *
 * @param attempt which token it is ordered with; a token whose instance has ended is used up
 * @param refusals how many subnets in a row had no room
 * @param since when it was chosen
 * @param missed since when a machine that may have been ordered was not to be seen, while it was to
 *     be removed; {@link Instant#EPOCH} where nobody asked yet
 */
record Note(
    int attempt,
    String subnet,
    String image,
    String rootDevice,
    int refusals,
    Instant since,
    Instant missed) {

  private static final Pattern SHAPE =
      Pattern.compile(
          "attempt (\\d{1,6}) in (\\S+) from (\\S+) at (\\S+), refused (\\d{1,6}), since (\\d+),"
              + " missed (\\d+)");

  static Optional<Note> read(Memo memo) {
    var match = SHAPE.matcher(memo.text());
    return match.matches()
        ? Optional.of(
            new Note(
                Integer.parseInt(match.group(1)),
                match.group(2),
                match.group(3),
                match.group(4),
                Integer.parseInt(match.group(5)),
                Instant.ofEpochSecond(Long.parseLong(match.group(6))),
                Instant.ofEpochSecond(Long.parseLong(match.group(7)))))
        : Optional.empty();
  }

  Memo memo() {
    return new Memo(
        "attempt %d in %s from %s at %s, refused %d, since %d, missed %d"
            .formatted(
                attempt,
                subnet,
                image,
                rootDevice,
                refusals,
                since.getEpochSecond(),
                missed.getEpochSecond()));
  }

  /** The next order, elsewhere. */
  Note elsewhere(String other, Instant now) {
    return new Note(attempt + 1, other, image, rootDevice, refusals + 1, now, Instant.EPOCH);
  }

  Note missedSince(Instant now) {
    return new Note(attempt, subnet, image, rootDevice, refusals, since, now);
  }

  /** Two orders with one token make one machine. */
  String token(MachineId id) {
    return stem(id) + attempt;
  }

  private static String stem(MachineId id) {
    return "butler-" + Checksum.of(id.uid()).text() + "-";
  }

  /** Which order an instance came from; none where it was not ordered for this machine. */
  static OptionalInt attempt(MachineId id, String token) {
    var stem = stem(id);
    return token.startsWith(stem) && token.substring(stem.length()).matches("\\d{1,6}")
        ? OptionalInt.of(Integer.parseInt(token.substring(stem.length())))
        : OptionalInt.empty();
  }
}
