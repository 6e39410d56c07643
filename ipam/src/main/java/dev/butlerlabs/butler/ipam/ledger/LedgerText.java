package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How a ledger is written: a few texts of lines, words apart by one blank, so that a person can
 * read it with {@code kubectl get configmap -o yaml}.
 */
public final class LedgerText {

  private static final String POOL = "pool";
  private static final String WINDOWS = "windows";
  private static final String OPEN = "open";
  private static final String RESTING = "resting";
  private static final int LONGEST = 80;

  private LedgerText() {}

  public static Map<String, String> print(Ledger ledger) {
    var data = new LinkedHashMap<String, String>();
    data.put(POOL, ledger.pool().toString());
    put(data, WINDOWS, ledger.windows(), LedgerText::print);
    put(data, OPEN, ledger.open(), LedgerText::print);
    put(data, RESTING, ledger.resting(), rest -> print(rest.range()) + " " + rest.until());
    return data;
  }

  /** Reads what {@link #print} wrote; anything else is bad, and told with its line. */
  public static Parsed<Ledger> parse(Map<String, String> data) {
    try {
      return Parsed.good(
          new Ledger(
              pool(data.getOrDefault(POOL, "")),
              lines(data, WINDOWS, 1, words -> range(words[0])),
              lines(data, OPEN, 6, LedgerText::open),
              lines(data, RESTING, 2, w -> new Resting(range(w[0]), Instant.parse(w[1])))));
    } catch (IllegalArgumentException unreadable) {
      return Parsed.bad(String.valueOf(unreadable.getMessage()));
    }
  }

  /** The ranges that texts which cannot be read speak of all the same. */
  static List<AddressRange> legible(Map<String, String> data) {
    return Stream.of(WINDOWS, OPEN, RESTING)
        .flatMap(name -> data.getOrDefault(name, "").lines())
        .flatMap(line -> Stream.of(line.split(" ", -1)))
        .filter(word -> !word.isEmpty())
        .map(AddressRange::parse)
        .filter(Parsed.Good.class::isInstance)
        .map(Parsed::require)
        .distinct()
        .toList();
  }

  private static String print(Open open) {
    return String.join(
        " ",
        open.holder().uid(),
        open.holder().claim().toString(),
        open.version(),
        open.share().tenant().toString(),
        open.share().type().name(),
        print(open.range()));
  }

  private static Open open(String[] words) {
    return new Open(
        new Holder(words[0], key(words[1])),
        new Share(key(words[3]), IPAllocationSpec.Type.valueOf(words[4])),
        range(words[5]),
        words[2]);
  }

  private static String print(AddressRange range) {
    return range.start() + "-" + range.end();
  }

  private static AddressRange range(String text) {
    return AddressRange.parse(text).require();
  }

  private static ObjectKey pool(String text) {
    try {
      return key(text);
    } catch (IllegalArgumentException unreadable) {
      throw new IllegalArgumentException("pool: " + unreadable.getMessage(), unreadable);
    }
  }

  private static ObjectKey key(String text) {
    var slash = text.indexOf('/');
    if (slash < 1 || slash == text.length() - 1) {
      throw new IllegalArgumentException("\"" + cut(text) + "\" is no namespace/name");
    }
    return new ObjectKey(text.substring(0, slash), text.substring(slash + 1));
  }

  private static String cut(String line) {
    return line.length() <= LONGEST ? line : line.substring(0, LONGEST) + "…";
  }

  private static <T> void put(
      Map<String, String> data, String name, List<T> all, Function<T, String> line) {
    if (!all.isEmpty()) {
      data.put(name, all.stream().map(line).collect(Collectors.joining("\n")));
    }
  }

  private static <T> List<T> lines(
      Map<String, String> data, String name, int words, Function<String[], T> read) {
    var all = new ArrayList<T>();
    for (var line : data.getOrDefault(name, "").lines().toList()) {
      var split = line.split(" ", -1);
      if (split.length != words) {
        throw new IllegalArgumentException(
            "line \"%s\" of %s has not %d words".formatted(cut(line), name, words));
      }
      all.add(read(name, line, split, read));
    }
    return all;
  }

  private static <T> T read(String name, String line, String[] words, Function<String[], T> read) {
    try {
      return read.apply(words);
    } catch (IllegalArgumentException | DateTimeException unreadable) {
      throw new IllegalArgumentException(
          "line \"%s\" of %s: %s".formatted(cut(line), name, unreadable.getMessage()), unreadable);
    }
  }
}
