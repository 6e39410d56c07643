package dev.butlerlabs.butler.addons.admission;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/** The cache of a process that has only just started. */
final class NothingSeen implements Cache {

  @Override
  public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
    throw notListed();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind) {
    throw notListed();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
    throw notListed();
  }

  @Override
  public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
    throw notListed();
  }

  private static IllegalStateException notListed() {
    return new IllegalStateException("nothing has been listed yet");
  }
}
