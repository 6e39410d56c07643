package dev.butlerlabs.butler.addons.install.plan;

/** What is known of what has to be on the cluster before an addon is installed. */
public sealed interface Ahead {

  /** What is told while it waits for it. */
  String sentence();

  /** Nothing is missing. */
  record Clear() implements Ahead {
    @Override
    public String sentence() {
      return "";
    }
  }

  /** There is news when it is known, or when it changes. */
  record Missing(String sentence) implements Ahead {}

  /** What is known of the rules, which {@link HealthRules} looked at. */
  static Ahead of(Inside rules) {
    return switch (rules) {
      case Inside.Looking() ->
          new Missing("what has to be on the cluster first is being looked for");
      case Inside.Unseen(var sentence) -> new Missing(sentence);
      case Inside.Seen seen when seen.unmet().isEmpty() -> new Clear();
      case Inside.Seen seen ->
          new Missing(
              String.join("; ", seen.unmet())
                  + "; make it, or install what brings it, and the addon goes on by itself");
    };
  }
}
