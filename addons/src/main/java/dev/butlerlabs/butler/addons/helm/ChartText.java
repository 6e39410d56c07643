package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;

/**
 * What stands in a chart's archive, as far as it says whether others may render it in our way.
 *
 * @param name of the chart; empty when it cannot be told
 * @param bytes of all files
 * @param plain whether nothing in it speaks of the cluster, of the release's history or of where
 *     the chart stands: then what it renders follows from values, version and name alone
 * @param tagged whether charts in it are switched by {@code tags}, which Helm reads from the values
 *     of the topmost chart alone
 */
record ChartText(String name, long bytes, boolean plain, boolean tagged) {

  /** What templates ask that depends on more than their inputs. */
  private static final Pattern ASKS =
      Pattern.compile(
          "\\blookup\\b|\\bAPIVersions\\b|\\.Revision\\b|\\bIsRoot\\b|\\.Template\\.Name\\b");

  private static final Pattern CHART_FILE = Pattern.compile("[^/]+/Chart\\.yaml");
  private static final Pattern LISTS_CHARTS =
      Pattern.compile("(?:.*/)?(?:Chart|requirements)\\.yaml");
  private static final Pattern TAGS = Pattern.compile("(?m)^[\\s-]*[\"']?tags[\"']?\\s*:");
  private static final long MOST = 64L << 20;
  private static final int BLOCK = 512;
  private static final YAMLMapper YAML = new YAMLMapper();

  /** Whether a text, such as values that a chart takes for a template, asks for more. */
  static boolean asks(String text) {
    return ASKS.matcher(text).find();
  }

  static ChartText read(Path archive) throws IOException {
    try (var in = Files.newInputStream(archive)) {
      return read(in);
    }
  }

  private static ChartText read(InputStream packed) throws IOException {
    var name = "";
    var bytes = 0L;
    var plain = true;
    var tagged = false;
    try (var in = new DataInputStream(new GZIPInputStream(packed))) {
      var header = new byte[BLOCK];
      while (in.readNBytes(header, 0, BLOCK) == BLOCK && header[0] != 0) {
        var size = size(header);
        bytes += size;
        if (size < 0 || bytes > MOST) {
          return new ChartText("", bytes, false, tagged);
        }
        var file = text(header, 0, 100);
        var content = in.readNBytes((int) size);
        in.skipNBytes((BLOCK - size % BLOCK) % BLOCK);
        if (file.endsWith(".tgz")) {
          var inner = read(new ByteArrayInputStream(content));
          bytes += inner.bytes();
          plain &= inner.plain();
          tagged |= inner.tagged();
        } else if (!file.endsWith(".md")) {
          var text = new String(content, UTF_8);
          plain &= !asks(text);
          tagged |= LISTS_CHARTS.matcher(file).matches() && TAGS.matcher(text).find();
          name =
              CHART_FILE.matcher(file).matches() ? YAML.readTree(text).path("name").asText() : name;
        }
      }
    }
    return new ChartText(name, bytes, plain, tagged);
  }

  private static long size(byte[] header) {
    try {
      return Long.parseLong(text(header, 124, 12).strip(), 8);
    } catch (NumberFormatException odd) {
      return -1;
    }
  }

  private static String text(byte[] header, int from, int most) {
    var length = 0;
    while (length < most && header[from + length] != 0) {
      length++;
    }
    return new String(header, from, length, UTF_8);
  }
}
