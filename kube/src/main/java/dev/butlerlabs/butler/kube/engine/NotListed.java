package dev.butlerlabs.butler.kube.engine;

import dev.butlerlabs.butler.kube.Kind;

/** Somebody asked before the first list was through, when nobody can tell what is absent. */
final class NotListed extends IllegalStateException {

  private static final long serialVersionUID = 1;

  NotListed(Kind<?> kind) {
    super(kind + " have not been listed yet, so nobody can tell what is absent");
  }
}
