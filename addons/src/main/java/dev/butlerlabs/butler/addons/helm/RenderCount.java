package dev.butlerlabs.butler.addons.helm;

/**
 * What rendering has cost so far.
 *
 * @param rendered how often a chart was rendered
 * @param processes how many processes that took
 * @param answered how often it was known already
 * @param kept bytes that are kept to be known again
 */
public record RenderCount(long rendered, long processes, long answered, long kept) {

  /** What came after that. */
  public RenderCount since(RenderCount before) {
    return new RenderCount(
        rendered - before.rendered,
        processes - before.processes,
        answered - before.answered,
        kept - before.kept);
  }
}
