package dev.butlerlabs.butler.testkit.failures;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * One seeded failure: what was broken, how the cluster then looks, and what must be told.
 *
 * @param name of its file
 * @param text what was broken, for people
 * @param objects all objects around the cluster
 * @param refused writes that were refused
 */
public record Failure(
    String name, String text, List<JsonNode> objects, List<JsonNode> refused, Expected cause) {

  public Failure {
    objects = List.copyOf(objects);
    refused = List.copyOf(refused);
  }

  /**
   * What must be told.
   *
   * @param names all of these stand in the sentence
   * @param help all of these stand in what Butler does or a person can do
   * @param since {@code ""} where the moment does not matter
   */
  public record Expected(String reason, List<String> names, List<String> help, String since) {

    public Expected {
      names = List.copyOf(names);
      help = List.copyOf(help);
    }

    static Expected of(JsonNode node) {
      return new Expected(
          node.path("reason").asText(),
          texts(node.path("names")),
          texts(node.path("help")),
          node.path("since").asText(""));
    }

    /**
     * Whether that is what is told.
     *
     * @param what the sentence
     * @param help what Butler does and what a person can do
     */
    public boolean isTold(String told, String what, String help) {
      var heard = help.toLowerCase(Locale.ROOT);
      return told.equals(reason)
          && names.stream().allMatch(what::contains)
          && this.help.stream()
              .map(text -> text.toLowerCase(Locale.ROOT))
              .allMatch(heard::contains);
    }

    private static List<String> texts(JsonNode list) {
      return StreamSupport.stream(list.spliterator(), false).map(JsonNode::asText).toList();
    }
  }

  public Optional<JsonNode> find(String kind) {
    return objects.stream().filter(one -> one.path("kind").asText().equals(kind)).findFirst();
  }

  @Override
  public String toString() {
    return name + ": " + text;
  }
}
