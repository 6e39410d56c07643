package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.util.List;
import java.util.Set;

/** A platform to try a driver of balancers or of images on, and the hands behind it. */
public interface Scene extends AutoCloseable {

  SteppedTimeline time();

  Provider provider();

  /** An account that works. */
  Account account();

  /** Takes the credentials of {@link #account()} away. */
  void revoke();

  /** From now on; calls are counted from 1 again. */
  void make(MischiefMaker mischief);

  /** Calls since then; those that only look begin with GET. */
  List<String> calls();

  /** The names of all balancers or images there are, other people's too. */
  List<String> names();

  /** Everything else that is there, by the platform's names. */
  Set<String> things();

  /** Somebody else's balancer or image of this name. */
  void foreign(String name);

  @Override
  void close();
}
