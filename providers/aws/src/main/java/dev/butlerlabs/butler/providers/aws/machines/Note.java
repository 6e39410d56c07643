package dev.butlerlabs.butler.providers.aws.machines;

import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.providers.spi.identity.Memo;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What was chosen for a machine, as it stands in its memo.
 *
 * @param attempt which token it is ordered with; a token whose instance has ended is used up
 * @param refusals how many subnets in a row had no room
 * @param since when it was chosen
 * @param missed since when a machine that may have been ordered was not to be seen, while it was to
 *     be removed; {@link Instant#EPOCH} where nobody asked yet
 * @param disks the volumes its instances were made with, by id
 */
record Note(
    int attempt,
    String subnet,
    String image,
    String rootDevice,
    int refusals,
    Instant since,
    Instant missed,
    List<String> disks) {

  /** With more of them the memo would be too long; EC2 attaches about as many. */
  private static final int MOST_DISKS = 32;

  private static final Pattern SHAPE =
      Pattern.compile(
          "attempt (\\d{1,6}) in (\\S+) from (\\S+) at (\\S+), refused (\\d{1,6}), since (\\d+),"
              + " missed (\\d+)(?:, disks (\\S+))?");

  Note {
    disks = disks.stream().distinct().limit(MOST_DISKS).toList();
  }

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
                Instant.ofEpochSecond(Long.parseLong(match.group(7))),
                match.group(8) == null ? List.of() : List.of(match.group(8).split(",", -1))))
        : Optional.empty();
  }

  Memo memo() {
    return new Memo(
        "attempt %d in %s from %s at %s, refused %d, since %d, missed %d%s"
            .formatted(
                attempt,
                subnet,
                image,
                rootDevice,
                refusals,
                since.getEpochSecond(),
                missed.getEpochSecond(),
                disks.isEmpty() ? "" : ", disks " + String.join(",", disks)));
  }

  /** The next order, elsewhere. */
  Note elsewhere(String other, Instant now) {
    return new Note(attempt + 1, other, image, rootDevice, refusals + 1, now, Instant.EPOCH, disks);
  }

  Note missedSince(Instant now) {
    return new Note(attempt, subnet, image, rootDevice, refusals, since, now, disks);
  }

  /** With the disks of another instance that was made for it. */
  Note with(List<String> more) {
    return new Note(
        attempt,
        subnet,
        image,
        rootDevice,
        refusals,
        since,
        missed,
        Stream.concat(disks.stream(), more.stream()).toList());
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
