package dev.butlerlabs.butler.teams.line;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** A cache that has not heard of one object yet. */
record LateCache(Cache stored, String unheard) implements Cache {

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return stored.find(kind, key).filter(this::heard);
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return stored.list(kind).stream().filter(this::heard).toList();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
    return stored.list(kind, namespace).stream().filter(this::heard).toList();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
    return stored.list(index, value).stream().filter(this::heard).toList();
  }

  private boolean heard(HasMetadata object) {
    return !object.getMetadata().getName().equals(unheard);
  }
}
