package dev.butlerlabs.butler.addons.helm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * One chart many times, so that one process renders it for many clusters: a chart without templates
 * of its own, below it one compartment for each cluster, and in each of these the chart itself.
 *
 * <p>Helm shows a template the values of its own compartment and nothing of the others. The chart
 * keeps its name and files; it is not the topmost any more, which {@link ChartText#plain} charts do
 * not ask for.
 *
 * @param chart its name
 */
record Bundle(String chart, List<Rendering> renderings) {

  private static final String NAME = "bundle";

  /** The beginning of each object, which Helm writes; templates cannot write such a line. */
  private static final Pattern HEAD =
      Pattern.compile("(?m)^---\\n# Source: " + NAME + "/charts/c(\\d+)/charts/(.*)\\n");

  Bundle {
    renderings = List.copyOf(renderings);
  }

  /** Writes it below the folder and returns where it is. */
  Path write(Path folder) throws IOException {
    var top = folder.resolve(NAME);
    describe(top, NAME);
    for (var at = 0; at < renderings.size(); at++) {
      var compartment = top.resolve("charts/c" + at);
      describe(compartment, "c" + at);
      place(renderings.get(at).chart().path(), compartment.resolve("charts"));
    }
    return top;
  }

  private static void describe(Path folder, String name) throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve("Chart.yaml"), "apiVersion: v2\nname: %s\nversion: 1.0.0\n".formatted(name));
  }

  private static void place(Path archive, Path folder) throws IOException {
    Files.createDirectories(folder);
    var there = folder.resolve(archive.getFileName());
    try {
      Files.createLink(there, archive);
    } catch (IOException | UnsupportedOperationException other) {
      // Another file system.
      Files.copy(archive, there);
    }
  }

  /** Of each compartment its own. */
  ObjectNode values() {
    var all = JsonNodeFactory.instance.objectNode();
    for (var at = 0; at < renderings.size(); at++) {
      all.putObject("c" + at).set(chart, renderings.get(at).values());
    }
    return all;
  }

  /** What was rendered, by compartment, as if each had been rendered alone. */
  List<String> take(String rendered) {
    var texts = IntStream.range(0, renderings.size()).mapToObj(_ -> new StringBuilder()).toList();
    var head = HEAD.matcher(rendered);
    var found = head.find();
    while (found) {
      var text = texts.get(Integer.parseInt(head.group(1)));
      text.append("---\n# Source: ").append(head.group(2)).append('\n');
      var from = head.end();
      found = head.find();
      text.append(rendered, from, found ? head.start() : rendered.length());
    }
    return texts.stream().map(text -> ended(text.toString())).toList();
  }

  /** Helm ends all it wrote with one line break, and not what is followed by others. */
  static String ended(String text) {
    return text.stripTrailing() + "\n";
  }

  /** Whether values mean the same to a chart that is not the topmost: nothing is taken away. */
  static boolean fits(JsonNode values) {
    return !values.isNull() && values.valueStream().allMatch(Bundle::fits);
  }
}
