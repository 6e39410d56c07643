package dev.butlerlabs.butler.sandbox.node.plan;

import dev.butlerlabs.butler.sandbox.node.pod.Contents;
import dev.butlerlabs.butler.sandbox.node.pod.ObjectRef;
import java.util.Map;
import java.util.Optional;

/**
 * The Secrets and ConfigMaps as they are known now.
 *
 * @param known those asked for; an empty value means that the object does not exist
 */
public record Lookup(Map<ObjectRef, Optional<Contents>> known) {

  public Lookup {
    known = Map.copyOf(known);
  }

  /** Empty as long as nobody knows whether the object exists. */
  Optional<Optional<Contents>> find(ObjectRef reference) {
    return Optional.ofNullable(known.get(reference));
  }
}
