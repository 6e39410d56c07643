package dev.butlerlabs.butler.sandbox.toolchain;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The note kept beside cached files: what they are, whence, and how they looked when stored. */
record Receipt(String version, Source source, Instant when, List<FileMark> files) {

  /** One file as it was stored; {@code modified} is its time stamp in milliseconds. */
  record FileMark(String name, long size, long modified, String sha256) {}

  Receipt {
    files = List.copyOf(files);
  }

  String toJson() {
    var json = JsonNodeFactory.instance.objectNode();
    json.put("version", version).put("when", when.toString());
    var from = json.putObject("source");
    switch (source) {
      case Source.Image(var reference, var digest) ->
          from.put("kind", "image").put("reference", reference).put("digest", digest);
      case Source.Built(var seconds) -> from.put("kind", "built").put("seconds", seconds);
      case Source.Configured _, Source.OnPath _, Source.Cached _ ->
          throw new IllegalArgumentException("not a source the cache is filled from: " + source);
    }
    var list = json.putArray("files");
    for (var file : files) {
      list.addObject()
          .put("name", file.name())
          .put("size", file.size())
          .put("modified", file.modified())
          .put("sha256", file.sha256());
    }
    return json.toPrettyString() + "\n";
  }

  /** Reads what {@link #toJson} wrote; nothing when the text is cut short or altered. */
  static Optional<Receipt> parse(String text) {
    try {
      var json = new ObjectMapper().readTree(text);
      var files = new ArrayList<FileMark>();
      for (var file : json.required("files")) {
        files.add(
            new FileMark(
                file.required("name").asText(),
                file.required("size").asLong(),
                file.required("modified").asLong(),
                file.required("sha256").asText()));
      }
      return Optional.of(
          new Receipt(
              json.required("version").asText(),
              source(json.required("source")),
              Instant.parse(json.required("when").asText()),
              files));
    } catch (JsonProcessingException | RuntimeException e) {
      return Optional.empty();
    }
  }

  private static Source source(JsonNode json) {
    return switch (json.required("kind").asText()) {
      case "image" ->
          new Source.Image(json.required("reference").asText(), json.required("digest").asText());
      case "built" -> new Source.Built(json.required("seconds").asLong());
      default -> throw new IllegalArgumentException("unknown source");
    };
  }
}
