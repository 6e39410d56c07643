package dev.butlerlabs.butler.steward.approval.plan;

/** What is to become of a request. */
public sealed interface Judgement {

  /** It asks for nothing but what its node is. */
  record Approve() implements Judgement {}

  /** The node may still say more about itself. */
  record Wait(String why) implements Judgement {}

  /** It is left to people. */
  record Leave(String why) implements Judgement {}
}
