package dev.butlerlabs.butler.sandbox.node.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Follows the objects of one list for as long as it is open, on a virtual thread of its own. */
public final class Watch implements AutoCloseable {

  private static final Duration FIRST_PAUSE = Duration.ofMillis(50);
  private static final Duration WORTH_TELLING = Duration.ofSeconds(1);
  private static final Duration LONGEST_PAUSE = Duration.ofSeconds(5);

  private static final String WATCH = "watch=true&allowWatchBookmarks=true";
  private static final String WHAT_THERE_IS =
      "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
  private static final String ALL_TOLD = "/object/metadata/annotations/k8s.io~1initial-events-end";

  /** Who is told, always from the same thread. */
  public interface Listener {

    /** The object is there, new or changed. */
    void present(JsonNode object);

    /** The object is gone; told with its last known state. */
    void gone(JsonNode object);

    /** All objects there were at the start of a list have been told. */
    default void listed() {}
  }

  private final Door door;
  private final HttpClient connection;
  private final String path;
  private final Listener listener;
  private final Consumer<String> troubles;
  private final boolean streamed;
  private final Map<String, JsonNode> known = new HashMap<>();
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable InputStream open;

  private Watch(
      Door door, String path, Listener listener, Consumer<String> troubles, boolean streamed) {
    this.door = door;
    this.streamed = streamed;
    this.connection = door.roomForWatch();
    this.path = path;
    this.listener = listener;
    this.troubles = troubles;
    this.thread = Thread.ofVirtual().name("watch " + path).unstarted(this::follow);
  }

  /**
   * Begins to follow at once.
   *
   * @param path of the list, with a field selector if it is narrowed
   * @param troubles told in one sentence each time it has to begin again after a failure
   */
  public static Watch open(Door door, String path, Listener listener, Consumer<String> troubles) {
    return begin(new Watch(door, path, listener, troubles, false));
  }

  /**
   * The same in one call instead of two, for lists of few objects. Each is told at once; that there
   * are no more may be told up to a second or two later.
   */
  static Watch openStreamed(Door door, String path, Listener listener, Consumer<String> troubles) {
    return begin(new Watch(door, path, listener, troubles, true));
  }

  private static Watch begin(Watch watch) {
    watch.thread.start();
    return watch;
  }

  private void follow() {
    var pause = FIRST_PAUSE;
    while (!closed) {
      try {
        var version = streamed ? stream("") : list();
        pause = FIRST_PAUSE;
        while (!closed && !version.isEmpty()) {
          version = stream(version);
        }
      } catch (IOException e) {
        if (closed) {
          return;
        }
        // A node learns of a pod a little before it may read what the pod leans on.
        if (pause.compareTo(WORTH_TELLING) > 0) {
          troubles.accept("following " + path + " failed and is begun again: " + e.getMessage());
        }
        LockSupport.parkNanos(pause.toNanos());
        var doubled = pause.multipliedBy(2);
        pause = doubled.compareTo(LONGEST_PAUSE) < 0 ? doubled : LONGEST_PAUSE;
      } catch (InterruptedException e) {
        return;
      }
    }
  }

  private String list() throws IOException, InterruptedException {
    var answer = door.get(path);
    if (!answer.done()) {
      throw new IOException(answer.message());
    }
    var seen = new HashSet<String>();
    var kind = answer.body().path("kind").asText("").replaceFirst("List$", "");
    for (var item : answer.body().path("items")) {
      if (item instanceof ObjectNode object) {
        // Items of a list do not say what they are.
        object.put("kind", kind);
      }
      seen.add(key(item));
      present(item);
    }
    allListed(seen);
    return answer.body().at("/metadata/resourceVersion").asText();
  }

  private void allListed(Set<String> seen) {
    for (var key : List.copyOf(known.keySet())) {
      if (!seen.contains(key)) {
        gone(key);
      }
    }
    listener.listed();
  }

  /**
   * The version to go on from; empty when everything must be listed again.
   *
   * @param from empty to be told first what there is; that does not come in the order of versions,
   *     so until all of it came there is none to go on from
   */
  private String stream(String from) throws IOException, InterruptedException {
    var mark = path.contains("?") ? "&" : "?";
    var begin = from.isEmpty() ? WHAT_THERE_IS : "&resourceVersion=" + from;
    var answer = door.stream(connection, path + mark + WATCH + begin);
    var seen = new HashSet<String>();
    var version = from;
    try (var body = answer.body();
        var lines = new BufferedReader(new InputStreamReader(body, StandardCharsets.UTF_8))) {
      open = body;
      if (answer.statusCode() != 200) {
        return refused(from, lines);
      }
      for (var line = lines.readLine(); line != null && !closed; line = lines.readLine()) {
        var event = Door.parse(line);
        if (event.path("type").asText().equals("ERROR")) {
          return "";
        }
        handle(event);
        if (!version.isEmpty()) {
          version = version(event.path("object"));
        } else if (event.at(ALL_TOLD).asBoolean()) {
          allListed(seen);
          version = version(event.path("object"));
        } else {
          seen.add(key(event.path("object")));
        }
      }
      return version;
    } catch (IOException broken) {
      if (from.isEmpty() && answer.statusCode() != 200) {
        throw broken;
      }
      // The connection went; what was seen so far still holds.
      return closed ? "" : version;
    } finally {
      open = null;
    }
  }

  /** A version that is too old is no trouble; not to be let in is. */
  private static String refused(String from, BufferedReader lines) throws IOException {
    if (from.isEmpty()) {
      throw new IOException(Door.parse(lines.readAllAsString()).path("message").asText());
    }
    return "";
  }

  private void handle(JsonNode event) {
    var object = event.path("object");
    switch (event.path("type").asText()) {
      case "ADDED", "MODIFIED" -> present(object);
      case "DELETED" -> {
        known.put(key(object), object);
        gone(key(object));
      }
      default -> {
        // A bookmark: only its version counts.
      }
    }
  }

  private void present(JsonNode object) {
    var before = known.put(key(object), object);
    if (before == null || !version(before).equals(version(object))) {
      listener.present(object);
    }
  }

  private void gone(String key) {
    var object = known.remove(key);
    if (object != null) {
      listener.gone(object);
    }
  }

  private static String version(JsonNode object) {
    return object.at("/metadata/resourceVersion").asText();
  }

  /** By uid, so that a name used again is another object. */
  private static String key(JsonNode object) {
    return object.at("/metadata/uid").asText();
  }

  @Override
  public void close() {
    if (!closed) {
      door.giveBack(connection);
    }
    closed = true;
    thread.interrupt();
    var body = open;
    if (body != null) {
      try {
        body.close();
      } catch (IOException alreadyClosed) {
        // That is what was wanted.
      }
    }
  }
}
