package dev.butlerlabs.butler.providers.contracttests;

import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.util.List;
import java.util.Set;

/** A platform to try a driver on, whatever it drives. */
public interface Ground extends AutoCloseable {

  SteppedTimeline time();

  Provider provider();

  /** An account that works. */
  Account account();

  /** From now on; calls are counted from 1 again. */
  void make(MischiefMaker mischief);

  /** Calls since then. */
  List<String> calls();

  /** Whether a call changes nothing. */
  default boolean reads(String call) {
    return call.startsWith("GET ");
  }

  /** Everything there is beside what is counted by itself, by the platform's names. */
  Set<String> things();

  /** A driver for this account; the caller closes it. */
  default Driver open(Account account) {
    return switch (provider().open(account)) {
      case Opening.Opened(var opened) -> opened;
      case Opening.Refused(var fault) -> throw new AssertionError(fault.sentence());
    };
  }

  @Override
  void close();
}
