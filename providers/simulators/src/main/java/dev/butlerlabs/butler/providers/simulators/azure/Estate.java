package dev.butlerlabs.butler.providers.simulators.azure;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Everything that is there, and what is going on. One call at a time. */
final class Estate {

  /** How far lists are behind; a look at one thing is not. */
  static final Duration LIST_LATE = Duration.ofSeconds(5);

  /** Azure forgets those that ended by their age; here so many are kept, however long it runs. */
  private static final int REMEMBERED = 1000;

  private final InstantSource clock;
  private final Map<String, Resource> resources = new TreeMap<>();
  private final List<Resource> lately = new ArrayList<>();
  private final Map<String, Work> works = new LinkedHashMap<>();
  private final List<Work> underway = new ArrayList<>();
  private final Queue<Work> ended = new ArrayDeque<>();
  private int begun;

  Estate(InstantSource clock) {
    this.clock = clock;
  }

  /** Something that takes Azure a while. */
  static final class Work {
    private final String id;
    private final Instant end;
    private final Runnable finish;
    private @Nullable Refused failure;
    private boolean done;

    private Work(String id, Instant end, Runnable finish) {
      this.id = id;
      this.end = end;
      this.finish = finish;
    }

    /** As the address in Azure-AsyncOperation answers. */
    ObjectNode status() {
      var failed = failure;
      var body = JsonNodeFactory.instance.objectNode();
      body.put("status", !done ? "InProgress" : failed == null ? "Succeeded" : "Failed");
      if (failed != null) {
        body.putObject("error").put("code", failed.code()).put("message", failed.words());
      }
      return body;
    }

    boolean done() {
      return done;
    }
  }

  Instant now() {
    return clock.instant();
  }

  Optional<Resource> find(String id) {
    return Optional.ofNullable(resources.get(Resource.key(id)));
  }

  Resource require(String id) {
    return find(id)
        .orElseThrow(
            () ->
                new Refused(
                    404,
                    "ResourceNotFound",
                    "The Resource '%s' was not found."
                        .formatted(id.replaceFirst("(?i)^.*/providers/", ""))));
  }

  Stream<Resource> all() {
    return resources.values().stream();
  }

  Stream<Resource> all(String kind) {
    return all().filter(resource -> resource.kind.equalsIgnoreCase(kind));
  }

  /** What a list shows: late in both directions. */
  List<Resource> listed(String kind, String prefix) {
    var now = now();
    lately.removeIf(resource -> !resource.listed(now, LIST_LATE));
    return Stream.concat(all(), lately.stream())
        .filter(resource -> resource.kind.equalsIgnoreCase(kind))
        .filter(resource -> Resource.key(resource.id).startsWith(Resource.key(prefix)))
        .filter(resource -> resource.listed(now, LIST_LATE))
        .sorted(Comparator.comparing(resource -> Resource.key(resource.id)))
        .toList();
  }

  /** Puts it there, or in the place of what has that id. */
  Resource put(String id, String kind, ObjectNode body) {
    var old = resources.get(Resource.key(id));
    var resource =
        old == null
            ? new Resource(id, kind, body, now(), 0)
            : new Resource(id, kind, body, old.made, old.version());
    resources.put(Resource.key(id), resource);
    return resource;
  }

  void remove(String id) {
    var resource = resources.remove(Resource.key(id));
    if (resource != null) {
      resource.gone(now());
      lately.add(resource);
    }
  }

  /** Begins something and answers its name; a refusal at the end is its failure. */
  String begin(Duration takes, Runnable finish) {
    var number = begun++;
    var id = "%08x-0000-4000-8000-%012d".formatted(number * 7919, number);
    var work = new Work(id, now().plus(takes), finish);
    works.put(id, work);
    underway.add(work);
    return id;
  }

  Optional<Work> work(String id) {
    return Optional.ofNullable(works.get(id));
  }

  /** Lets everything happen whose time has come, in order of time. */
  void settle() {
    var due =
        underway.stream()
            .filter(work -> !work.end.isAfter(now()))
            .sorted(Comparator.comparing(work -> work.end))
            .toList();
    for (var work : due) {
      work.done = true;
      underway.remove(work);
      try {
        work.finish.run();
      } catch (Refused refused) {
        work.failure = refused;
      }
      ended.add(work);
    }
    while (ended.size() > REMEMBERED) {
      works.remove(ended.remove().id);
    }
  }
}
