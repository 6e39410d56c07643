package dev.butlerlabs.butler.ipam.pool;

import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.NetworkPool;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.claim.Tenants;
import dev.butlerlabs.butler.ipam.claim.plan.Refusal;
import dev.butlerlabs.butler.ipam.claim.plan.Step;
import dev.butlerlabs.butler.ipam.ledger.Book;
import dev.butlerlabs.butler.ipam.ledger.Claim;
import dev.butlerlabs.butler.ipam.ledger.Held;
import dev.butlerlabs.butler.ipam.ledger.Share;
import dev.butlerlabs.butler.ipam.ledger.Stage;
import dev.butlerlabs.butler.ipam.ledger.UnreadableLedger;
import dev.butlerlabs.butler.ipam.pool.plan.Allowance;
import dev.butlerlabs.butler.ipam.pool.plan.Sight;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import java.math.BigInteger;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What one pass looks at: the pool as the cache has it, its claims, and whose they are. */
final class View {

  private final Rooms rooms;
  private final ObjectKey pool;
  private final NetworkPool object;
  private boolean closing;
  private final Context context;
  private final Seen seen;
  private final Tenants tenants;
  private final Known known;

  View(
      Rooms rooms,
      ObjectKey pool,
      NetworkPool object,
      boolean closing,
      Context context,
      Seen seen) {
    this.rooms = rooms;
    this.pool = pool;
    this.object = object;
    this.closing = closing;
    this.context = context;
    this.seen = seen;
    this.tenants = new Tenants(rooms.scope(), rooms.archive(), context.cache());
    this.known = rooms.readings().of(context.cache(), rooms.scope());
    seen.refresh(context.cache().list(rooms.scope().claimsByPool(), pool.toString()));
  }

  ObjectKey pool() {
    return pool;
  }

  Step stepOf(Claim claim) {
    var orphan = tenants.orphans(List.of(claim), context.now()).contains(claim.uid());
    return Step.of(claim, orphan, spec().effectiveRetention(), context.now());
  }

  Context context() {
    return context;
  }

  Tenants tenants() {
    return tenants;
  }

  /** The pool is being deleted, whatever the cache says. */
  void close() {
    closing = true;
  }

  NetworkPool object() {
    return object;
  }

  /** The cache has a ledger of this pool that cannot be read. */
  boolean ledgerUnreadable() {
    return known.unreadable(pool).isPresent();
  }

  NetworkPoolSpec spec() {
    return object.getSpec();
  }

  /** How long addresses of the pool rest. */
  Duration rest() {
    return spec().effectiveReuseDelay();
  }

  /** What a plan may know, with each claim as newly as it was seen by now. */
  Sight sight(Book book) {
    var claims = seen.all();
    return new Sight(
        pool,
        spec(),
        closing,
        claims,
        tenants.orphans(claims, context.now()),
        allowances(book, claims),
        tenants::teamOf,
        context.now());
  }

  /** Those the book knows and the cache does not: gone by force, or not yet seen. */
  List<Held> vanished(Book book) {
    return book.held().stream().filter(one -> seen.find(one.holder().uid()).isEmpty()).toList();
  }

  /** The pools on which the cache has claims of the tenant. */
  Set<ObjectKey> poolsOf(ObjectKey tenant) {
    return ofTenant(tenant).stream()
        .flatMap(object -> Claim.of(object).stream())
        .map(Claim::pool)
        .collect(Collectors.toSet());
  }

  /** As far as the cache knows; that is only to spare the ledger what cannot be granted anyway. */
  private Map<Share, Allowance> allowances(Book book, List<Claim> claims) {
    var quotas =
        new Quotas(
            context.cache().list(rooms.scope().providers()),
            tenant -> context.cache().find(rooms.scope().clusters(), tenant));
    var allowances = new HashMap<Share, Allowance>();
    for (var claim : claims) {
      if (claim.waits() && !book.serves(claim.uid())) {
        quotas
            .limit(claim.share())
            .ifPresent(
                limit ->
                    allowances.computeIfAbsent(
                        claim.share(),
                        share -> new Allowance(limit, elsewhere(share), unclear(share))));
      }
    }
    return allowances;
  }

  private BigInteger elsewhere(Share share) {
    return ofTenant(share.tenant()).stream()
        .flatMap(object -> Claim.of(object).stream())
        .filter(claim -> claim.stage().taken() && claim.share().equals(share))
        .filter(claim -> !claim.pool().equals(pool))
        .map(Claim::size)
        .reduce(BigInteger.ZERO, BigInteger::add);
  }

  /** Pools whose ledger cannot be read, and where the tenant may be about to get something. */
  private Optional<String> unclear(Share share) {
    if (known.allReadable()) {
      return Optional.empty();
    }
    return ofTenant(share.tenant()).stream()
        .flatMap(object -> Claim.of(object).stream())
        .filter(claim -> claim.stage() == Stage.WAITING && claim.share().equals(share))
        .filter(claim -> !claim.pool().equals(pool))
        .flatMap(claim -> known.unreadable(claim.pool()).map(one -> unclear(claim, one)).stream())
        .min(Comparator.naturalOrder());
  }

  static String unclear(Claim claim, UnreadableLedger ledger) {
    return Refusal.unclearQuota(claim.tenant(), claim.pool(), ledger.object());
  }

  private List<IPAllocation> ofTenant(ObjectKey tenant) {
    return context.cache().list(rooms.scope().claimsByTenant(), tenant.toString());
  }
}
