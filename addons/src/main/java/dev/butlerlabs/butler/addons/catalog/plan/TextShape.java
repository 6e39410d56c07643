package dev.butlerlabs.butler.addons.catalog.plan;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * What a text looks like: characters and classes of them, each so and so often. There are no groups
 * and no alternatives, so that any text is judged in a time that grows only with its length and
 * that of the pattern, whoever wrote them: which characters have been reached is kept, not every
 * way to them.
 */
final class TextShape {

  private static final Pattern ATOM =
      Pattern.compile(
          "(?<one>\\.|\\\\[dDwWsS]|\\\\[^A-Za-z0-9]|\\[\\^?(?:\\\\[^A-Za-z0-9]|\\\\[dDwWsS]|[^\\[\\]\\\\&])+]|[^\\\\()|*+?{}\\[\\]^$])"
              + "(?<often>[*+?]|\\{(?<min>[0-9]{1,4})(?<more>,(?<max>[0-9]{1,4})?)?})?");

  private final List<Atom> atoms;

  /**
   * One kind of character.
   *
   * @param most how often at most; negative for no end
   */
  private record Atom(Predicate<String> fits, int least, int most) {}

  private TextShape(List<Atom> atoms) {
    this.atoms = List.copyOf(atoms);
  }

  /** Reads a pattern; nothing when it is none. */
  static Optional<TextShape> of(String pattern) {
    var end = pattern.endsWith("$") && !pattern.endsWith("\\$") ? 1 : 0;
    var rest = pattern.substring(pattern.startsWith("^") ? 1 : 0, pattern.length() - end);
    var atoms = new ArrayList<Atom>();
    var matcher = ATOM.matcher(rest);
    var at = 0;
    while (at < rest.length()) {
      matcher.region(at, rest.length());
      if (!matcher.lookingAt()) {
        return Optional.empty();
      }
      var atom = atom(matcher);
      if (atom.isEmpty()) {
        return Optional.empty();
      }
      atoms.add(atom.get());
      at = matcher.end();
    }
    return Optional.of(new TextShape(atoms));
  }

  private static Optional<Atom> atom(Matcher found) {
    Predicate<String> fits;
    try {
      fits = Pattern.compile(found.group("one"), Pattern.DOTALL).asMatchPredicate();
    } catch (PatternSyntaxException wrong) {
      return Optional.empty();
    }
    if (found.group("min") != null) {
      var least = Integer.parseInt(found.group("min"));
      var open = found.group("max") == null ? -1 : Integer.parseInt(found.group("max"));
      var most = found.group("more") == null ? least : open;
      return most >= 0 && most < least
          ? Optional.empty()
          : Optional.of(new Atom(fits, least, most));
    }
    var often = found.group("often");
    return Optional.of(
        switch (often == null ? "" : often) {
          case "*" -> new Atom(fits, 0, -1);
          case "+" -> new Atom(fits, 1, -1);
          case "?" -> new Atom(fits, 0, 1);
          default -> new Atom(fits, 1, 1);
        });
  }

  /** Whether all of the text looks so. */
  boolean fits(String text) {
    var reached = new BitSet();
    reached.set(0);
    for (var atom : atoms) {
      reached = after(atom, reached, text);
    }
    return reached.get(text.length());
  }

  /** Where the text may go on, having been read up to one of these places. */
  private static BitSet after(Atom atom, BitSet from, String text) {
    var runs = runs(atom, text);
    var reached = new BitSet();
    // Up to which place everything was marked already, so that no place is marked twice.
    var marked = 0;
    for (var start = from.nextSetBit(0); start >= 0; start = from.nextSetBit(start + 1)) {
      var most = atom.most() < 0 ? runs[start] : Math.min(atom.most(), runs[start]);
      if (most >= atom.least()) {
        var last = start + most + 1;
        reached.set(Math.min(last, Math.max(marked, start + atom.least())), last);
        marked = Math.max(marked, last);
      }
    }
    return reached;
  }

  /** How many characters of the kind follow each place. */
  private static int[] runs(Atom atom, String text) {
    var runs = new int[text.length() + 1];
    for (var place = text.length() - 1; place >= 0; place--) {
      runs[place] = atom.fits().test(text.substring(place, place + 1)) ? runs[place + 1] + 1 : 0;
    }
    return runs;
  }
}
