package dev.butlerlabs.butler.kube.engine;

/**
 * One run of one key on a thread of its own, which others may cut off. Once it has ended nobody can
 * interrupt it any more, so that no interrupt strays into the bookkeeping that follows.
 */
final class Attempt {

  /** Why a run was interrupted, if it was. */
  enum Cut {
    NOT,
    OVERDUE,
    STOPPED
  }

  private final Thread thread = Thread.currentThread();
  private Cut cut = Cut.NOT;
  private boolean ended;

  synchronized void cut(Cut why) {
    if (!ended && cut == Cut.NOT) {
      cut = why;
      thread.interrupt();
    }
  }

  synchronized Cut end() {
    ended = true;
    Thread.interrupted();
    return cut;
  }
}
