package dev.butlerlabs.butler.teams.signin.plan;

/** What an issuer said when it was asked for its discovery document. */
public sealed interface Answer {

  /** It said something, and called it well. */
  record Text(String body) implements Answer {}

  /** It answered, and not with a document. */
  record Status(int code) implements Answer {}

  /** It did not answer. */
  record Silence(String why) implements Answer {}
}
