package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A store that keeps names only. */
final class InMemoryStorage implements Storage {

  final Set<String> schemas = ConcurrentHashMap.newKeySet();
  private final CertificateAuthority authority;
  private final String endpoint;
  volatile boolean reachable = true;

  InMemoryStorage(CertificateAuthority authority, String endpoint) {
    this.authority = authority;
    this.endpoint = endpoint;
  }

  @Override
  public Room prepare(Tenancy tenancy) {
    if (!reachable) {
      return new Room.Awaited(
          new Cause("DataStoreUnreachable", "DataStore default does not answer", "", ""),
          Duration.ofSeconds(5));
    }
    schemas.add(tenancy.names().schema());
    return new Room.Ready("default", Driver.ETCD, List.of(endpoint), authority.certificatePem());
  }

  @Override
  public Login login(Tenancy tenancy, Instant now) {
    var wanted = CertificateOrder.client(Subject.named(tenancy.names().user()), Part.LEAF_LIFE);
    var made = authority.issue(wanted, KeyKind.EC_P256, now, new SecureRandom());
    return new Login.Made(
        Map.of(
            "ca.crt", authority.certificatePem(),
            "server.crt", made.certificatePem(),
            "server.key", made.key().traditionalPem()));
  }

  @Override
  public Removal remove(Tenancy tenancy) {
    if (!reachable) {
      return new Removal.Awaited(
          new Cause("DataStoreUnreachable", "DataStore default does not answer", "", ""),
          Duration.ofSeconds(5));
    }
    schemas.remove(tenancy.names().schema());
    return new Removal.Done();
  }
}
