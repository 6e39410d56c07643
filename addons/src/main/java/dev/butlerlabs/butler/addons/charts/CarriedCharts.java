package dev.butlerlabs.butler.addons.charts;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The charts that come with the manager, read from this module's resources. Versions of a chart
 * share what is the same in them.
 */
public final class CarriedCharts {

  private static final String FOLDER = "/charts/";

  private CarriedCharts() {}

  /**
   * A line of the index: this version of the chart has that file.
   *
   * @param file a folder beside the chart's name, and where the file stands in the chart
   */
  private record Line(String chart, String version, String file) {

    private static Line read(String text) {
      var parts = text.split(" ", 3);
      return new Line(parts[0], parts[1], parts[2]);
    }

    private String packed() {
      return chart + file.substring(file.indexOf('/'));
    }

    private String resource() {
      return chart + "/" + file;
    }
  }

  /** The versions of a chart, newest first; none of one that is not carried. */
  public static List<String> versions(String chart) {
    return lines().stream()
        .filter(line -> line.chart().equals(chart))
        .map(Line::version)
        .distinct()
        .toList();
  }

  /** A version of a chart as an archive, the same bytes each time. */
  public static Optional<byte[]> archive(String chart, String version) {
    var files = files(chart, version);
    return files.isEmpty() ? Optional.empty() : Optional.of(Archive.of(files));
  }

  private static Map<String, String> files(String chart, String version) {
    return lines().stream()
        .filter(line -> line.chart().equals(chart) && line.version().equals(version))
        .collect(Collectors.toMap(Line::packed, line -> text(line.resource())));
  }

  private static List<Line> lines() {
    return text("index").lines().map(Line::read).toList();
  }

  private static String text(String file) {
    var path = FOLDER + file;
    try (var in = CarriedCharts.class.getResourceAsStream(path)) {
      return new String(Objects.requireNonNull(in, path).readAllBytes(), UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException("the carried chart's " + path + " cannot be read", failed);
    }
  }
}
