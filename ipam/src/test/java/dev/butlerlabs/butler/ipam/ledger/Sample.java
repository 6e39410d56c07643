package dev.butlerlabs.butler.ipam.ledger;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.network.IPAllocation;
import dev.butlerlabs.butler.api.network.IPAllocationSpec;
import dev.butlerlabs.butler.api.network.IPAllocationStatus;
import dev.butlerlabs.butler.api.network.NetworkPoolSpec;
import dev.butlerlabs.butler.ipam.address.AddressRange;
import dev.butlerlabs.butler.ipam.territory.Surroundings;
import dev.butlerlabs.butler.ipam.territory.Territory;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.time.Instant;
import java.util.List;

/** Claims, ledgers and books out of short texts, without a cluster. */
public final class Sample {

  public static final ObjectKey POOL = new ObjectKey("lab", "p");
  public static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");
  public static final String VERSION = "7";

  private Sample() {}

  /** A guarded claim of tenant {@code lab/t} on the pool, made so many seconds after the start. */
  public static Claim claim(String name, int second, String spec) {
    return claim(name, second, spec, "{}");
  }

  public static Claim claim(String name, int second, String spec, String status) {
    var yaml =
        "---\n{metadata: {name: %s, namespace: lab, uid: u-%s, resourceVersion: '%d', generation: 1, creationTimestamp: '%s', finalizers: [butler.butlerlabs.dev/ipallocation]}, spec: {poolRef: {name: p}, tenantClusterRef: {name: t, namespace: lab}, %s}, status: %s}"
            .formatted(name, name, 100 + second, NOW.minusSeconds(3600L - second), spec, status);
    return of(WireFormat.serialization().unmarshal(yaml, IPAllocation.class));
  }

  public static Claim holding(String name, String start, String end) {
    return claim(
        name,
        0,
        "type: nodes",
        "{phase: Allocated, startAddress: %s, endAddress: %s}".formatted(start, end));
  }

  /** The same claim as it is when the status was stored. */
  public static Claim with(Claim claim, IPAllocationStatus status) {
    var object = WireFormat.serialization().clone(claim.object());
    object.setStatus(status);
    return of(object);
  }

  public static Claim of(IPAllocation object) {
    return Claim.of(object).orElseThrow();
  }

  public static Share nodes(String tenant) {
    return new Share(new ObjectKey("lab", tenant), IPAllocationSpec.Type.NODES);
  }

  public static NetworkPoolSpec spec(String text) {
    return WireFormat.serialization().unmarshal("---\n" + text, NetworkPoolSpec.class);
  }

  public static AddressRange range(String text) {
    return AddressRange.parse(text).require();
  }

  public static Open open(Claim claim, String range) {
    return new Open(claim.holder(), claim.share(), range(range), claim.version());
  }

  public static StoredLedger stored(Ledger ledger) {
    var object =
        new ConfigMapBuilder().withNewMetadata().withResourceVersion(VERSION).endMetadata().build();
    return new StoredLedger(object, ledger);
  }

  /** A book of a pool of that spec in which nothing is open or rests. */
  public static Book book(String spec, Claim... claims) {
    return book(spec, Ledger.blank(POOL), claims);
  }

  public static Book book(String spec, Ledger ledger, Claim... claims) {
    return BookBuilder.build(
        POOL, Territory.of(spec(spec), Surroundings.none()), stored(ledger), List.of(claims), NOW);
  }
}
