package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.function.Predicate;

/** Breaks nothing, and knows which lists were read beyond their first page. */
public final class PageWatch implements MischiefMaker {

  private final Predicate<Request> later;
  private final Function<Request, String> list;
  private final Set<String> turned = new ConcurrentSkipListSet<>();

  /**
   * Watches a platform.
   *
   * @param later whether a call asks for another page than the first
   * @param list what the list is called
   */
  public PageWatch(Predicate<Request> later, Function<Request, String> list) {
    this.later = later;
    this.list = list;
  }

  /** On platforms that name the page in the query; lists are called as their paths end. */
  public static PageWatch ofQuery(String parameter) {
    return new PageWatch(
        request -> request.query().containsKey(parameter),
        request -> request.path().replaceFirst("^.*/", ""));
  }

  @Override
  public Mischief next(int number, Request request) {
    if (later.test(request)) {
      turned.add(list.apply(request));
    }
    return Mischief.NONE;
  }

  public Set<String> turned() {
    return Set.copyOf(turned);
  }
}
