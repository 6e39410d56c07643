package dev.butlerlabs.butler.kube.config;

import dev.butlerlabs.butler.kernel.Problem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All settings of one process, and how its configuration record is made from them.
 *
 * <p>A secret may not stand in a flag, where every user of the machine could read it: its flag or
 * variable with {@code -file} behind it names a file instead.
 */
public record Settings(List<Setting<?>> all) {

  private static final String FILE_SUFFIX = "-file";

  /** A text and where it was found. */
  private record Found(String text, String origin) {}

  public Settings {
    all = List.copyOf(all);
  }

  public static Settings of(Setting<?>... all) {
    return new Settings(List.of(all));
  }

  /**
   * Reads every setting, and makes the record when all are in order. What its constructor refuses
   * with {@link IllegalArgumentException} is one more problem.
   */
  public <C> Reading<C> read(Sources sources, Function<Values, C> make) {
    var problems = new ArrayList<>(sources.problems());
    problems.addAll(unknown(sources));
    var values = new LinkedHashMap<Setting<?>, Object>();
    var effective = new ArrayList<String>();
    for (var setting : all) {
      var found = find(setting, sources, problems);
      found.flatMap(text -> parse(setting, text, problems)).ifPresent(v -> values.put(setting, v));
      found.ifPresent(text -> effective.add(shown(setting, text)));
    }
    if (!problems.isEmpty()) {
      return new Reading.Faulty<>(List.copyOf(problems));
    }
    try {
      return new Reading.Complete<>(make.apply(new Values(values)), List.copyOf(effective));
    } catch (IllegalArgumentException refused) {
      var trouble = String.valueOf(refused.getMessage());
      return new Reading.Faulty<>(List.of(new Problem("", trouble, "")));
    }
  }

  /** The reference page: one row per setting. */
  public String reference() {
    return all.stream()
        .map(
            setting ->
                "| `%s` | `%s` | %s | %s | %s |"
                    .formatted(
                        setting.key(),
                        setting.variable(),
                        setting.form(),
                        setting.fallback() == null ? "must be set" : "`" + setting.fallback() + "`",
                        setting.description()))
        .collect(
            Collectors.joining(
                "\n",
                "| Flag or key | Variable | Form | Default | What it does |\n|---|---|---|---|---|\n",
                "\n"));
  }

  private Optional<Found> find(Setting<?> setting, Sources sources, List<Problem> problems) {
    if (setting.secret() && sources.flags().containsKey(setting.key())) {
      problems.add(
          new Problem(
              "--" + setting.key(),
              "is secret and would show in the list of processes",
              "use --%s%s or %s".formatted(setting.key(), FILE_SUFFIX, setting.variable())));
      return Optional.empty();
    }
    var found = lookUp(setting.key(), setting.variable(), sources);
    if (found.isEmpty() && setting.secret()) {
      found =
          lookUp(setting.key() + FILE_SUFFIX, setting.variable() + "_FILE", sources)
              .flatMap(named -> content(setting, named, problems));
    }
    if (found.isEmpty() && setting.fallback() != null) {
      found = Optional.of(new Found(setting.fallback(), "default"));
    }
    if (found.isEmpty() && !mentions(problems, setting)) {
      problems.add(
          new Problem(
              setting.key(),
              "is not set",
              "give %s by --%s or %s"
                  .formatted(setting.form(), setting.key(), setting.variable())));
    }
    return found;
  }

  private static boolean mentions(List<Problem> problems, Setting<?> setting) {
    return problems.stream().anyMatch(p -> p.subject().equals(setting.key()));
  }

  private static Optional<Found> lookUp(String key, String variable, Sources sources) {
    return found(sources.flags(), key, "flag")
        .or(() -> found(sources.environment(), variable, variable))
        .or(() -> found(sources.file(), key, "file"));
  }

  private static Optional<Found> found(Map<String, String> where, String name, String origin) {
    return Optional.ofNullable(where.get(name)).map(text -> new Found(text, origin));
  }

  private static Optional<Found> content(Setting<?> setting, Found named, List<Problem> problems) {
    try {
      var text = Files.readString(Path.of(named.text())).strip();
      return Optional.of(new Found(text, named.text()));
    } catch (IOException missing) {
      problems.add(
          new Problem(
              setting.key(),
              "its file " + named.text() + " cannot be read",
              "check path and permissions"));
      return Optional.empty();
    }
  }

  private static Optional<Object> parse(Setting<?> setting, Found found, List<Problem> problems) {
    try {
      return Optional.of(setting.parser().apply(found.text()));
    } catch (IllegalArgumentException | java.time.DateTimeException wrong) {
      var quoted = setting.secret() ? "its value" : "'" + found.text() + "'";
      problems.add(
          new Problem(
              setting.key(),
              "%s (%s) is not %s".formatted(quoted, found.origin(), setting.form()),
              "correct it"));
      return Optional.empty();
    }
  }

  private static String shown(Setting<?> setting, Found found) {
    var value = setting.secret() ? "(secret)" : found.text();
    return "%s=%s (%s)".formatted(setting.key(), value, found.origin());
  }

  /** Variables are not checked: others may share our prefix. */
  private List<Problem> unknown(Sources sources) {
    var known = new TreeSet<String>();
    for (var setting : all) {
      known.add(setting.key());
      if (setting.secret()) {
        known.add(setting.key() + FILE_SUFFIX);
      }
    }
    var problems = new ArrayList<Problem>();
    problems.addAll(unknown("flag --", sources.flags(), known));
    problems.addAll(unknown("file key ", sources.file(), known));
    return problems;
  }

  private static List<Problem> unknown(
      String where, Map<String, String> given, TreeSet<String> known) {
    return given.keySet().stream()
        .sorted()
        .filter(key -> !known.contains(key))
        .map(key -> new Problem(where + key, "is not known", nearest(key, known)))
        .toList();
  }

  private static String nearest(String key, TreeSet<String> known) {
    return known.stream()
        .filter(other -> other.contains(key) || key.contains(other) || alike(key, other))
        .findFirst()
        .map(other -> "did you mean " + other + "?")
        .orElse("known are " + String.join(", ", known));
  }

  /** Same letters but for two at most. */
  private static boolean alike(String one, String other) {
    var letters = new StringBuilder(other);
    var missing = 0;
    for (var i = 0; i < one.length(); i++) {
      var place = letters.indexOf(one.substring(i, i + 1));
      if (place < 0) {
        missing++;
      } else {
        letters.deleteCharAt(place);
      }
    }
    return missing + letters.length() <= 2;
  }
}
