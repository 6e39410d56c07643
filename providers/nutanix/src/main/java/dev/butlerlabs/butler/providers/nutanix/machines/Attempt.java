package dev.butlerlabs.butler.providers.nutanix.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.spi.identity.Memo;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What is written down about a machine that is made through v4.
 *
 * @param number counts the attempts; each has a request id of its own
 * @param task the last one begun for the machine, or empty
 * @param vm its id once it is known, or empty
 * @param leaving when its removal was begun last, or it was first looked for in vain, in seconds,
 *     or 0
 */
record Attempt(int number, Site site, String task, String vm, long leaving) {

  private static final Pattern SHAPE =
      Pattern.compile(
          "try ([0-9]{1,9}) cluster ([0-9a-fA-F-]*) subnet ([0-9a-fA-F-]*) image ([0-9a-fA-F-]*)"
              + "(?: task ([A-Za-z0-9+/=:-]+))?(?: vm ([0-9a-fA-F-]{36}))?"
              + "(?: leaving ([0-9]{1,12}))?");

  static Attempt first(Site site) {
    return new Attempt(0, site, "", "", 0);
  }

  static Optional<Attempt> read(Memo memo) {
    var match = SHAPE.matcher(memo.text());
    return match.matches()
        ? Optional.of(
            new Attempt(
                Integer.parseInt(match.group(1)),
                new Site(match.group(2), match.group(3), match.group(4)),
                text(match.group(5)),
                text(match.group(6)),
                match.group(7) == null ? 0 : Long.parseLong(match.group(7))))
        : Optional.empty();
  }

  private static String text(@Nullable String group) {
    return group == null ? "" : group;
  }

  Memo memo() {
    return new Memo(
        "try %d cluster %s subnet %s image %s%s%s%s"
            .formatted(
                number,
                site.cluster(),
                site.subnet(),
                site.image(),
                task.isEmpty() ? "" : " task " + task,
                vm.isEmpty() ? "" : " vm " + vm,
                leaving == 0 ? "" : " leaving " + leaving));
  }

  /** The same for the same owner and attempt: Prism does a request once, however often it comes. */
  String requestId(String uid) {
    return UUID.nameUUIDFromBytes((uid + "/" + number).getBytes(UTF_8)).toString();
  }

  Attempt by(String begun) {
    return new Attempt(number, site, begun, vm, leaving);
  }

  Attempt being(String id, String begun) {
    return new Attempt(number, site, begun, id, leaving);
  }

  Attempt next(Site other) {
    return new Attempt(number + 1, other, "", "", 0);
  }

  Attempt leavingAt(Instant now) {
    return new Attempt(number, site, task, vm, now.getEpochSecond());
  }
}
