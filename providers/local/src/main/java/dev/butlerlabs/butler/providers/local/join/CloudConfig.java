package dev.butlerlabs.butler.providers.local.join;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The files a cloud-config writes, by path; its commands are not for a simulated machine. */
record CloudConfig(Map<String, String> files) {

  private static final YAMLMapper YAML = new YAMLMapper();

  /** What a template may ask about the machine: all of these are its name here. */
  private static final Pattern ASKED =
      Pattern.compile(
          "\\{\\{\\s*(?:ds\\.meta_data|v1)(?:\\.|\\[[\"'])"
              + "(?:local[_-]hostname|hostname|instance_id)(?:[\"']])?\\s*}}");

  private static final Set<String> PLAIN = Set.of("", "text/plain");
  private static final Set<String> BASE64 = Set.of("b64", "base64");

  CloudConfig {
    files = Map.copyOf(files);
  }

  static CloudConfig parse(String text, String hostname) {
    if (!text.contains("#cloud-config")) {
      throw new UnusableData("it does not begin with #cloud-config");
    }
    var files = new LinkedHashMap<String, String>();
    for (var file : tree(text).path("write_files")) {
      var path = file.path("path").asText("");
      files.put(path, filled(content(file, path), hostname));
    }
    return new CloudConfig(files);
  }

  /** The parser's own message quotes the text around the fault, so it goes no further. */
  private static JsonNode tree(String text) {
    try {
      return YAML.readTree(text);
    } catch (JsonProcessingException broken) {
      throw new UnusableData("it is no YAML");
    }
  }

  private static String content(JsonNode file, String path) {
    var encoding = file.path("encoding").asText("");
    var content = file.path("content").asText("");
    if (PLAIN.contains(encoding)) {
      return content;
    }
    if (BASE64.contains(encoding)) {
      try {
        return new String(Base64.getMimeDecoder().decode(content), UTF_8);
      } catch (IllegalArgumentException broken) {
        throw new UnusableData("its file %s is not base64 as it says".formatted(path));
      }
    }
    // A file that is packed may be for the machine alone; only one that is needed is missed.
    return "";
  }

  private static String filled(String content, String hostname) {
    return ASKED.matcher(content).replaceAll(Matcher.quoteReplacement(hostname));
  }
}
