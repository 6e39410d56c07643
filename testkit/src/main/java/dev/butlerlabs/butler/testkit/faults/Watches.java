package dev.butlerlabs.butler.testkit.faults;

import io.fabric8.kubernetes.client.http.WebSocket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Predicate;

/** The watches of one client, and the hand that stops, breaks and resumes them. */
public final class Watches {

  private final List<WatchLink> links = new ArrayList<>();
  private Predicate<Call> frozen = _ -> false;
  private boolean dropped;

  /**
   * From now on no watch tells anything: caches stay as they are. Watches opened later are silent
   * too. What the server says meanwhile is kept for {@link #thaw}.
   */
  public void freeze() {
    freezeWhere(_ -> true);
  }

  /** Freezes only the watches of one resource, such as {@code configmaps}. */
  public void freeze(String resource) {
    freezeWhere(call -> call.resource().equals(resource));
  }

  /** Lets every watch tell what it kept back, in order, and go on. */
  public void thaw() {
    frozen(_ -> false).forEach(WatchLink::thaw);
  }

  /** Breaks every open watch; the client opens each again from where it was. */
  public void cut() {
    onEach(WatchLink::cut);
  }

  /** Tells every open watch that its place in history is gone (410), so that caches list anew. */
  public void expire() {
    onEach(WatchLink::expire);
  }

  /** The watches that are open now. */
  public synchronized List<Call> open() {
    return links.stream().filter(WatchLink::isOpen).map(WatchLink::call).toList();
  }

  synchronized WebSocket.Listener open(Call call, WebSocket.Listener listener) {
    links.removeIf(WatchLink::hasEnded);
    var link = new WatchLink(call, listener, frozen.test(call) || dropped);
    links.add(link);
    return link;
  }

  /** Ends every watch without telling anyone: the process that listened is dead. */
  void drop() {
    synchronized (this) {
      dropped = true;
    }
    onEach(WatchLink::drop);
  }

  private void freezeWhere(Predicate<Call> which) {
    frozen(which).stream().filter(link -> which.test(link.call())).forEach(WatchLink::freeze);
  }

  private synchronized List<WatchLink> frozen(Predicate<Call> which) {
    frozen = which;
    return List.copyOf(links);
  }

  /** Not under our lock: a listener may come back here. */
  private void onEach(Consumer<WatchLink> action) {
    List<WatchLink> now;
    synchronized (this) {
      now = List.copyOf(links);
    }
    now.forEach(action);
  }
}
