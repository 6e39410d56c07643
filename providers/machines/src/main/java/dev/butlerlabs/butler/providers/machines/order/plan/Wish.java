package dev.butlerlabs.butler.providers.machines.order.plan;

/** What its user wants of an order. */
public enum Wish {
  EXIST,
  GO,
  /** Go, and be left behind if it cannot be removed. */
  GO_OR_BE_ABANDONED
}
