package dev.butlerlabs.butler.sandbox.node.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.sandbox.node.pod.Contents;
import dev.butlerlabs.butler.sandbox.node.pod.ObjectRef;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The Secrets and ConfigMaps that pods lean on, each watched by its own name and only while
 * somebody leans on it: a node may see no others.
 */
public final class ObjectFeed implements AutoCloseable {

  private final Door door;
  private final Consumer<String> troubles;
  private final Map<ObjectRef, Followed> followed = new HashMap<>();

  public ObjectFeed(Door door, Consumer<String> troubles) {
    this.door = door;
    this.troubles = troubles;
  }

  /** Tells the follower at each change of the object until it lets go. */
  public synchronized void follow(ObjectRef reference, Runnable follower) {
    var entry = followed.get(reference);
    if (entry == null) {
      entry = new Followed();
      followed.put(reference, entry);
      entry.followers.add(follower);
      entry.watch = Watch.openStreamed(door, path(reference), entry, troubles);
    } else {
      entry.followers.add(follower);
    }
  }

  public synchronized void letGo(ObjectRef reference, Runnable follower) {
    var entry = followed.get(reference);
    if (entry != null) {
      entry.followers.remove(follower);
      if (entry.followers.isEmpty()) {
        followed.remove(reference);
        entry.close();
      }
    }
  }

  /** Those of the references about which something is known; an empty value means not there. */
  public synchronized Map<ObjectRef, Optional<Contents>> known(Set<ObjectRef> references) {
    var known = new HashMap<ObjectRef, Optional<Contents>>();
    for (var reference : references) {
      var entry = followed.get(reference);
      if (entry != null && entry.listed) {
        known.put(reference, entry.contents);
      }
    }
    return known;
  }

  private static String path(ObjectRef reference) {
    return "/api/v1/namespaces/%s/%s?fieldSelector=metadata.name=%s"
        .formatted(reference.namespace(), reference.kind().plural(), reference.name());
  }

  @Override
  public synchronized void close() {
    new HashSet<>(followed.values()).forEach(Followed::close);
    followed.clear();
  }

  private static final class Followed implements Watch.Listener {

    private final Set<Runnable> followers = ConcurrentHashMap.newKeySet();
    private @Nullable Watch watch;
    private volatile Optional<Contents> contents = Optional.empty();

    /** Whether anything is known; of one object all is known once it was seen. */
    private volatile boolean listed;

    @Override
    public void present(JsonNode object) {
      contents = Optional.of(Contents.of(object));
      listed = true;
      tell();
    }

    @Override
    public void gone(JsonNode object) {
      contents = Optional.empty();
      tell();
    }

    @Override
    public void listed() {
      listed = true;
      tell();
    }

    private void tell() {
      if (listed) {
        followers.forEach(Runnable::run);
      }
    }

    private void close() {
      if (watch != null) {
        watch.close();
      }
    }
  }
}
