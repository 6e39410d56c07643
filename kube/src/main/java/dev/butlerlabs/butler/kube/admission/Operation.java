package dev.butlerlabs.butler.kube.admission;

/** What somebody wants to do with an object. */
public enum Operation {
  CREATE,
  UPDATE,
  DELETE
}
