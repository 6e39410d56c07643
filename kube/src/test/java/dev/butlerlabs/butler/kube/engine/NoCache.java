package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** A cache in which nothing is. */
final class NoCache implements Cache {

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    return Optional.empty();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    return List.of();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
    return List.of();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
    return List.of();
  }
}
