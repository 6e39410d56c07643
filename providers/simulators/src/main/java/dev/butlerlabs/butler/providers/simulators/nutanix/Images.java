package dev.butlerlabs.butler.providers.simulators.nutanix;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.nutanix.Vm.State;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** Images machines start from, and the files they come from. */
final class Images {

  private static final Duration FETCH = Duration.ofSeconds(40);
  private static final Duration DELETE = Duration.ofSeconds(5);

  private final InstantSource clock;
  private final Tasks tasks;
  private final Map<String, Image> images = new TreeMap<>();
  private final Map<String, Source> sources = new TreeMap<>();
  private final Set<String> used = new TreeSet<>();

  Images(InstantSource clock, Tasks tasks) {
    this.clock = clock;
    this.tasks = tasks;
  }

  /** A file on the network. */
  record Source(long bytes, String sha256) {}

  /** One image. */
  static final class Image {
    private final String uuid;
    private final ObjectNode intent;
    private State state = State.PENDING;
    private String reason = "";
    private String failure = "";
    private long bytes;
    private Instant updated;

    private Image(String uuid, ObjectNode intent, Instant now) {
      this.uuid = uuid;
      this.intent = intent;
      this.updated = now;
    }

    String uuid() {
      return uuid;
    }

    ObjectNode intent() {
      return intent.deepCopy();
    }

    String name() {
      return intent.path("name").asText();
    }

    String description() {
      return intent.path("description").asText("");
    }

    String type() {
      return intent.path("resources").path("image_type").asText("DISK_IMAGE");
    }

    long bytes() {
      return bytes;
    }

    State state() {
      return state;
    }

    String reason() {
      return reason;
    }

    String failure() {
      return failure;
    }

    Instant updated() {
      return updated;
    }
  }

  /** A file that can be fetched. */
  void source(String url, long bytes, String sha256) {
    sources.put(url, new Source(bytes, sha256));
  }

  /** An image that has been there for long. */
  void add(String uuid, String name, long bytes) {
    var intent = JsonNodeFactory.instance.objectNode().put("name", name);
    var image = new Image(uuid, intent, Instant.EPOCH);
    image.state = State.COMPLETE;
    image.bytes = bytes;
    images.put(uuid, image);
  }

  boolean used(String uuid) {
    return used.contains(uuid) || images.containsKey(uuid);
  }

  Tasks.Task create(String uuid, ObjectNode intent) {
    var image = new Image(uuid, intent, clock.instant());
    used.add(uuid);
    images.put(uuid, image);
    return tasks.begin("image", uuid, "create_image_intentful", FETCH, () -> fetch(image));
  }

  private void fetch(Image image) {
    image.updated = clock.instant();
    try {
      var resources = image.intent.path("resources");
      var url = resources.path("source_uri").asText("");
      var source = sources.get(url);
      if (source == null) {
        throw new Refused(500, "INTERNAL_ERROR", "Could not fetch the image from " + url + ".");
      }
      requireChecksum(resources.path("checksum"), source);
      image.bytes = source.bytes();
      image.state = State.COMPLETE;
    } catch (Refused refused) {
      image.state = State.ERROR;
      image.reason = refused.reason();
      image.failure = refused.message();
      throw refused;
    }
  }

  private static void requireChecksum(JsonNode checksum, Source source) {
    var wanted = checksum.path("checksum_value").asText("").toLowerCase(Locale.ROOT);
    if (!wanted.isEmpty() && !wanted.equals(source.sha256())) {
      throw new Refused(
          422,
          "VALIDATION_ERROR",
          "The checksum of the image is %s, not %s.".formatted(source.sha256(), wanted));
    }
  }

  Tasks.Task delete(String uuid) {
    var image = look(uuid);
    if (tasks.busy(uuid)) {
      throw new Refused(
          409, "CONCURRENT_REQUESTS_NOT_ALLOWED", "Another operation on the image is in progress.");
    }
    image.state = State.DELETE_PENDING;
    return tasks.begin("image", uuid, "delete_image_intentful", DELETE, () -> images.remove(uuid));
  }

  /** One that is there, in whatever state. */
  Image look(String uuid) {
    var image = images.get(uuid);
    if (image == null) {
      throw Refused.missing("image", uuid);
    }
    return image;
  }

  /** One that machines can start from. */
  Image require(String uuid) {
    var image = look(uuid);
    if (image.state != State.COMPLETE) {
      throw new Refused(422, "INVALID_REQUEST", "The image " + uuid + " is not ready.");
    }
    return image;
  }

  List<Image> listed() {
    return images.values().stream().filter(image -> image.state == State.COMPLETE).toList();
  }

  /** All of them, by name, state and UUID. */
  Set<String> things() {
    var things = new TreeSet<String>();
    images
        .values()
        .forEach(
            image -> things.add("image " + image.name() + " " + image.state + " " + image.uuid));
    return things;
  }
}
