package dev.butlerlabs.butler.api.live;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.live.Definitions.RuleMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way to break a rule: {@code when} is created as it stands, or put in the place of {@code
 * given} (stored with its status), and the server's answer has the message in it. {@code
 * unstorable} says why no object that breaks the rule can have been stored before there was the
 * rule.
 */
record RuleCase(
    String rule,
    @Nullable JsonNode given,
    JsonNode when,
    String message,
    @Nullable String unstorable) {

  private static final YAMLMapper YAML = new YAMLMapper();

  /** Every case in every file of the folder. */
  static List<RuleCase> readAll(Path folder) throws IOException {
    var cases = new ArrayList<RuleCase>();
    try (var files = Files.list(folder)) {
      for (var file : files.sorted().toList()) {
        read(file).forEach(cases::add);
      }
    }
    return cases;
  }

  private static List<RuleCase> read(Path file) {
    try {
      var cases = new ArrayList<RuleCase>();
      for (var entry : YAML.readTree(file.toFile())) {
        cases.add(YAML.treeToValue(entry, RuleCase.class));
      }
      return cases;
    } catch (IOException wrong) {
      throw new UncheckedIOException(
          file + " is not a list of {rule, given, when, message, unstorable}", wrong);
    }
  }

  String title() {
    return kind() + ": " + rule;
  }

  boolean covers(RuleMessage wanted) {
    return kind().equals(wanted.kind()) && wanted.message().contains(message);
  }

  private String kind() {
    return when.path("kind").asText();
  }
}
