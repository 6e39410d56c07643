package dev.butlerlabs.butler.kube;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;
import java.util.Optional;

/**
 * What the process has seen of the cluster through its watches: a little late, never half a list.
 *
 * <p>Objects are shared by all readers and must not be changed. Their {@code managedFields} are
 * taken out to save memory. Only kinds that the {@link Watches} of some controller name can be
 * asked for; others throw {@link IllegalStateException}, because absent and not looked at differ.
 */
public interface Cache {

  <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key);

  /** All of that kind; a copy of the list, not of the objects. */
  <T extends HasMetadata> List<T> list(Kind<T> kind);

  <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace);

  /** Those which the index files under the value. */
  <T extends HasMetadata> List<T> list(Index<T> index, String value);
}
