package dev.butlerlabs.butler.addons.install.plan;

import java.util.ArrayList;
import java.util.regex.Pattern;

/** Reads what an API server says when fields of an object are somebody else's. */
public final class Conflicts {

  private static final Pattern COUNT = Pattern.compile("Apply failed with (\\d+) conflict");

  /** The writers, each followed by the fields that are his. */
  private static final Pattern WRITER_OR_FIELD =
      Pattern.compile("conflicts? with \"([^\"]*)\"|(?<=: |- )(\\.\\S+)");

  private record Taken(String writer, String field) {}

  private Conflicts() {}

  /** Whether every one of the fields is written again at once by whoever wrote it. */
  public static boolean writtenAgain(String said) {
    var count = COUNT.matcher(said);
    if (!count.find()) {
      return false;
    }
    var taken = new ArrayList<Taken>();
    var writer = "";
    var found = WRITER_OR_FIELD.matcher(said);
    while (found.find()) {
      if (found.group(1) != null) {
        writer = found.group(1);
      } else {
        taken.add(new Taken(writer, found.group(2)));
      }
    }
    return count.group(1).equals(String.valueOf(taken.size()))
        && taken.stream().allMatch(one -> Writers.writtenAgain(one.field(), one.writer()));
  }
}
