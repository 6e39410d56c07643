package dev.butlerlabs.butler.providers.machines.account;

import dev.butlerlabs.butler.api.ProviderType;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.providers.spi.Account;
import dev.butlerlabs.butler.providers.spi.Driver;
import dev.butlerlabs.butler.providers.spi.Provider;
import dev.butlerlabs.butler.providers.spi.Provider.Opening;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.Redaction;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The accounts that are open: one driver for each ProviderConfig, opened anew when that or its
 * Secret changes. Safe for many threads.
 */
public final class Accounts implements AutoCloseable {

  private final Map<ProviderType, Provider> providers = new EnumMap<>(ProviderType.class);
  private final Map<ObjectKey, Entry> entries = new HashMap<>();
  private long changes;

  /** How an account stands; its number changes with every change of it. */
  public sealed interface Standing {

    long number();

    /** Takes the credentials out of a text. */
    Redaction redaction();

    /** Calls can be made. */
    record Open(long number, Driver driver, Redaction redaction) implements Standing {}

    /** No call can be made until something changes. */
    record Closed(long number, Fault fault, Redaction redaction) implements Standing {}
  }

  /** The account, or why there is none, with what came of it. */
  private record Entry(Object made, Standing standing) {}

  public Accounts(Collection<Provider> served) {
    served.forEach(provider -> providers.put(provider.type(), provider));
  }

  public boolean serves(ProviderType type) {
    return providers.containsKey(type);
  }

  /** How the account of that ProviderConfig stands; empty when nobody looked at it yet. */
  public synchronized Optional<Standing> find(ObjectKey config) {
    return Optional.ofNullable(entries.get(config)).map(Entry::standing);
  }

  /**
   * The account is this one now.
   *
   * @return whether that is news
   */
  public synchronized boolean keep(ProviderType type, Account account) {
    if (known(account.config(), account)) {
      return false;
    }
    var provider = providers.get(type);
    if (provider == null) {
      throw new IllegalArgumentException("no provider for " + type + " is served here");
    }
    var number = ++changes;
    var redaction = Redaction.of(account.credentials().all());
    var standing =
        switch (provider.open(account)) {
          case Opening.Opened(var driver) -> new Standing.Open(number, driver, redaction);
          case Opening.Refused(var fault) -> new Standing.Closed(number, fault, redaction);
        };
    replace(account.config(), new Entry(account, standing));
    return true;
  }

  /**
   * There can be no account for now.
   *
   * @return whether that is news
   */
  public synchronized boolean refuse(ObjectKey config, Fault why) {
    if (known(config, why)) {
      return false;
    }
    replace(config, new Entry(why, new Standing.Closed(++changes, why, Redaction.of(List.of()))));
    return true;
  }

  public synchronized void forget(ObjectKey config) {
    var before = entries.remove(config);
    if (before != null) {
      close(before);
    }
  }

  @Override
  public synchronized void close() {
    entries.values().forEach(Accounts::close);
    entries.clear();
  }

  private boolean known(ObjectKey config, Object made) {
    var before = entries.get(config);
    return before != null && before.made().equals(made);
  }

  private void replace(ObjectKey config, Entry entry) {
    var before = entries.put(config, entry);
    if (before != null) {
      close(before);
    }
  }

  private static void close(Entry entry) {
    if (entry.standing() instanceof Standing.Open open) {
      open.driver().close();
    }
  }
}
