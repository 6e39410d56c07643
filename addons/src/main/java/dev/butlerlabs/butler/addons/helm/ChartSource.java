package dev.butlerlabs.butler.addons.helm;

import java.net.URI;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** Where a chart comes from. */
public sealed interface ChartSource {

  /** The chart in words, for messages. */
  String describe();

  /** A Helm repository: an {@code index.yaml} and archives over HTTP or HTTPS. */
  record Repository(URI address, String chart, String version, RepositoryAccess access)
      implements ChartSource {

    public Repository {
      requireScheme(address, "https?", "http:// or https://");
      requireWord("chart", chart);
      requireWord("version", version);
    }

    @Override
    public String describe() {
      return "chart %s %s of %s".formatted(chart, version, address);
    }
  }

  /**
   * A registry of the OCI distribution API.
   *
   * @param address the chart there: {@code oci://registry.example.com/charts/metallb}
   * @param plainHttp without TLS; for a mirror inside one's own walls
   */
  record Registry(URI address, String version, RepositoryAccess access, boolean plainHttp)
      implements ChartSource {

    public Registry {
      requireScheme(address, "oci", "oci://");
      requireWord("version", version);
    }

    @Override
    public String describe() {
      return "chart %s %s".formatted(address, version);
    }
  }

  /** A chart that comes with the manager. */
  record Carried(String chart, String version) implements ChartSource {

    public Carried {
      requireWord("chart", chart);
      requireWord("version", version);
    }

    @Override
    public String describe() {
      return "chart %s %s of the manager".formatted(chart, version);
    }
  }

  /** An archive on this machine. */
  record Archive(Path file) implements ChartSource {
    @Override
    public String describe() {
      return "chart archive " + file;
    }
  }

  /** A folder on this machine, used as it is. */
  record Folder(Path folder) implements ChartSource {
    @Override
    public String describe() {
      return "chart folder " + folder;
    }
  }

  /** Nothing that Helm could take for an option, a path or a range of versions. */
  private static void requireWord(String what, String text) {
    if (!Words.PLAIN.matcher(text).matches()) {
      throw new IllegalArgumentException(
          "the %s of a chart is one plain word, not \"%s\"".formatted(what, text));
    }
  }

  private static void requireScheme(URI address, String schemes, String told) {
    var scheme = address.getScheme();
    if (scheme == null || !scheme.matches(schemes) || address.getHost() == null) {
      throw new IllegalArgumentException(
          "the address of a chart starts with %s and a host, unlike %s".formatted(told, address));
    }
    if (address.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "the address of a chart at %s names a user; give user and password apart from it"
              .formatted(address.getHost()));
    }
  }

  /** Grammar. */
  final class Words {
    private static final Pattern PLAIN = Pattern.compile("[0-9A-Za-z][0-9A-Za-z._+-]{0,127}");

    private Words() {}
  }
}
