package dev.butlerlabs.butler.addons.catalog.plan;

import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The address of a repository, taken apart.
 *
 * @param path without slashes at its ends; empty at the top
 */
public record Source(String scheme, String host, String port, String path) {

  private static final Pattern FORM =
      Pattern.compile(
          "(?<scheme>https?|oci)://(?<host>[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::(?<port>[0-9]{1,5}))?"
              + "(?<path>/[A-Za-z0-9._~/+-]*)?");
  private static final Pattern WORD = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._+-]{0,127}");
  private static final Pattern NUMBERED = Pattern.compile("v?[0-9]+\\.[0-9]+\\.[0-9]+([-+].*)?");

  /** Where the two slashes after the longest scheme stand. */
  private static final int SCHEME = "https:".length();

  /** Servers leave out such a part of a path, so it would name a place in other words. */
  private static final Pattern NOWHERE = Pattern.compile(".*/\\.(/.*)?");

  private static final Pattern USER = Pattern.compile("[a-z]+://[^/]*@.*");

  /** Nothing when it is no address of a repository, or climbs out of its path. */
  public static Optional<Source> read(String address) {
    var match = FORM.matcher(address.toLowerCase(Locale.ROOT));
    if (!match.matches()
        || address.contains("..")
        || NOWHERE.matcher(address).matches()
        || address.lastIndexOf("//") > SCHEME) {
      return Optional.empty();
    }
    // The path keeps its letters: servers tell them apart.
    var path = match.group("path") == null ? "" : address.substring(match.start("path"));
    return Optional.of(
        new Source(
            match.group("scheme"),
            match.group("host"),
            match.group("port") == null ? "" : match.group("port"),
            path.replaceAll("^/+|/+$", "")));
  }

  /** Of several entries the one whose source is nearest above an address. */
  static <T> Optional<T> nearest(String address, List<T> entries, Function<T, String> source) {
    var wanted = read(address);
    Optional<T> nearest = Optional.empty();
    var depth = -1;
    for (var entry : entries) {
      var top = read(source.apply(entry));
      if (top.isPresent()
          && top.get().path().length() > depth
          && wanted.flatMap(one -> one.below(top.get())).isPresent()) {
        depth = top.get().path().length();
        nearest = Optional.of(entry);
      }
    }
    return nearest;
  }

  /** What follows another address in this one; nothing when it does not lie below it. */
  Optional<String> below(Source top) {
    return scheme.equals(top.scheme) && host.equals(top.host) && port.equals(top.port)
        ? beyond(top.path)
        : Optional.empty();
  }

  /** What follows the beginning of a path; whole segments: charts is none of charts-of-others. */
  Optional<String> beyond(String beginning) {
    if (beginning.isEmpty() || path.equals(beginning)) {
      return Optional.of(path.substring(beginning.length()));
    }
    return path.startsWith(beginning + "/")
        ? Optional.of(path.substring(beginning.length() + 1))
        : Optional.empty();
  }

  /** What is wrong with where a chart is said to come from. */
  static List<Problem> check(
      String repositoryField, String repository, String chartField, String chart) {
    var problems = new ArrayList<>(check(repositoryField, repository));
    chart(chartField, chart).ifPresent(problems::add);
    return problems;
  }

  /** What is wrong with the address of a repository. */
  static List<Problem> check(String field, String repository) {
    if (USER.matcher(repository).matches()) {
      // The address itself is not shown: it holds a password.
      return List.of(
          new Problem(field, "the address names a user", "keep credentials in a Secret"));
    }
    return read(repository).isPresent()
        ? List.of()
        : List.of(
            new Problem(
                field,
                "\"" + repository + "\" is no address of a repository",
                "write http://, https:// or oci://, a host and a path"));
  }

  /** What is wrong with the name of a chart. */
  static Optional<Problem> chart(String field, String chart) {
    return WORD.matcher(chart).matches()
        ? Optional.empty()
        : Optional.of(
            new Problem(field, "\"" + chart + "\" is no name of a chart", "write one word"));
  }

  /** What is wrong with a version. */
  static Optional<Problem> version(String field, String version) {
    return WORD.matcher(version).matches() && NUMBERED.matcher(version).matches()
        ? Optional.empty()
        : Optional.of(
            new Problem(
                field,
                "\"" + version + "\" is not one exact version",
                "write all three numbers, such as 1.2.3"));
  }
}
