package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Watches;
import dev.butlerlabs.butler.kube.engine.SharedInformers.Hold;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** The watches that come and go with the objects of one controller. */
final class Following<T extends HasMetadata> {

  private final List<Watches.Followed<T, ?>> followed;
  private final SharedInformers informers;
  private final BiConsumer<ObjectKey, Urgency> offer;
  private final Map<ObjectKey, Set<Trail>> wanted = new HashMap<>();
  private final Map<Trail, Followers> trails = new HashMap<>();

  /** One kind in one place, followed for one purpose. */
  private record Trail(Watches.Followed<?, ?> purpose, Kind<?> kind) {}

  private record Followers(Hold hold, Set<ObjectKey> keys) {}

  Following(
      List<Watches.Followed<T, ?>> followed,
      SharedInformers informers,
      BiConsumer<ObjectKey, Urgency> offer) {
    this.followed = followed;
    this.informers = informers;
    this.offer = offer;
  }

  /** Takes up and lets go what the object wants followed now; false if nothing ever is. */
  synchronized boolean changed(Change<T> change) {
    if (followed.isEmpty()) {
      return false;
    }
    var key = change.key();
    var object = change.after();
    var before = wanted.getOrDefault(key, Set.of());
    var now = new HashSet<Trail>();
    if (object == null) {
      wanted.remove(key);
    } else {
      followed.forEach(one -> follow(one, key, object, now));
      wanted.put(key, now);
    }
    before.stream().filter(trail -> !now.contains(trail)).forEach(trail -> leave(key, trail));
    return true;
  }

  /** Whether all that the key wants followed has been listed. */
  synchronized boolean ready(ObjectKey key) {
    if (followed.isEmpty()) {
      return true;
    }
    var mine = wanted.get(key);
    return mine != null && mine.stream().allMatch(this::listed);
  }

  private <S extends HasMetadata> void follow(
      Watches.Followed<T, S> one, ObjectKey key, T object, Set<Trail> now) {
    for (var kind : one.where().apply(object)) {
      var trail = new Trail(one, kind);
      now.add(trail);
      var followers =
          trails.computeIfAbsent(
              trail,
              _ -> new Followers(informers.hold(kind, listener(one.concerns())), new HashSet<>()));
      if (followers.keys().add(key)) {
        var _ = followers.hold().listed().thenRun(() -> offer.accept(key, Urgency.CHANGED));
      }
    }
  }

  private void leave(ObjectKey key, Trail trail) {
    var followers = trails.get(trail);
    if (followers != null) {
      followers.keys().remove(key);
      if (followers.keys().isEmpty()) {
        trails.remove(trail);
        followers.hold().release();
      }
    }
  }

  private boolean listed(Trail trail) {
    var followers = trails.get(trail);
    return followers != null && followers.hold().listed().isDone();
  }

  private <S extends HasMetadata> Consumer<Change<S>> listener(Watches.Mapping<S> concerns) {
    return change ->
        change
            .sides()
            .flatMap(side -> concerns.primaries(side, informers).stream())
            .distinct()
            .forEach(key -> offer.accept(key, Urgency.CHANGED));
  }
}
