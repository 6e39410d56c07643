package dev.butlerlabs.butler.kube.lead;

import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpec;
import io.fabric8.kubernetes.api.model.coordination.v1.LeaseSpecBuilder;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a lease says: who leads, and a renewal that differs from every other.
 *
 * @param holder {@code ""} when nobody leads
 * @param renewed by the holder's clock, so good for telling renewals apart and for nothing else
 */
record Claim(String holder, @Nullable Instant renewed, int transitions, Duration lasts) {

  static Claim of(Lease lease) {
    var spec = Objects.requireNonNullElseGet(lease.getSpec(), LeaseSpec::new);
    return new Claim(
        Objects.requireNonNullElse(spec.getHolderIdentity(), ""),
        Optional.ofNullable(spec.getRenewTime()).map(ZonedDateTime::toInstant).orElse(null),
        Objects.requireNonNullElse(spec.getLeaseTransitions(), 0),
        Duration.ofSeconds(Objects.requireNonNullElse(spec.getLeaseDurationSeconds(), 1)));
  }

  static Claim first(String identity, Instant now, Duration lasting) {
    return new Claim("", null, -1, lasting).by(identity, now, lasting);
  }

  boolean free() {
    return holder.isEmpty();
  }

  /** This claim taken or renewed by that process. */
  Claim by(String identity, Instant now, Duration lasting) {
    var same = holder.equals(identity);
    var renewal = now.truncatedTo(ChronoUnit.MICROS);
    return new Claim(identity, renewal, same ? transitions : transitions + 1, lasting);
  }

  /** This claim given up: whoever looks next may lead at once. */
  Claim released(Instant now) {
    return new Claim("", now.truncatedTo(ChronoUnit.MICROS), transitions, Duration.ofSeconds(1));
  }

  /** The lease that says so, where there was none. */
  Lease lease(ObjectKey key) {
    return new LeaseBuilder()
        .withNewMetadata()
        .withNamespace(key.namespace())
        .withName(key.name())
        .endMetadata()
        .withSpec(spec(null))
        .build();
  }

  /** The stored lease, saying this. */
  Lease in(Lease stored) {
    return new LeaseBuilder(stored).withSpec(spec(stored.getSpec())).build();
  }

  /** What is written; the time of taking over stays while the holder does. */
  private LeaseSpec spec(@Nullable LeaseSpec before) {
    var time = renewed == null ? null : renewed.atZone(ZoneOffset.UTC);
    var stays = before != null && holder.equals(before.getHolderIdentity());
    return new LeaseSpecBuilder()
        .withHolderIdentity(holder)
        .withLeaseDurationSeconds((int) lasts.toSeconds())
        .withLeaseTransitions(transitions)
        .withRenewTime(time)
        .withAcquireTime(stays && before != null ? before.getAcquireTime() : time)
        .build();
  }
}
