package dev.butlerlabs.butler.testkit.faults;

import dev.butlerlabs.butler.kernel.ObjectKey;

/**
 * One call to the API server.
 *
 * <p>Requests are numbered from 1 in the order they were made, watches have a series of their own:
 * a watch is opened again at moments nobody chooses, and must not shift the numbers of the rest.
 *
 * @param resource plural name, with its group unless that is the core: {@code
 *     leases.coordination.k8s.io}; for a path that is no resource, the path
 * @param key what it is about; the name is empty where the call names none
 * @param subresource {@code ""} for the object itself
 */
public record Call(int number, Verb verb, String resource, ObjectKey key, String subresource) {

  /** The call in words, without its number. */
  public String what() {
    var target = subresource.isEmpty() ? resource : resource + "/" + subresource;
    return "%s %s %s".formatted(verb, target, key).stripTrailing();
  }

  @Override
  public String toString() {
    return (verb == Verb.WATCH ? "watch " : "call ") + number + ": " + what();
  }
}
