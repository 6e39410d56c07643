package dev.butlerlabs.butler.steward.store.driver;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.testkit.RealEtcd;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;

/** What tests of drivers need again and again. */
public final class Corners {

  private Corners() {}

  /** The corner of a tenant with that name and a UID made from it. */
  public static Corner named(String name) {
    var uid = UUID.nameUUIDFromBytes(name.getBytes(StandardCharsets.UTF_8)).toString();
    return Corner.derived(new ObjectKey("tests", name), uid);
  }

  public static EtcdDriver driver(RealEtcd etcd) {
    return driver(etcd, List.of(etcd.endpoint()), Duration.ofSeconds(20));
  }

  public static EtcdDriver driver(RealEtcd etcd, List<String> endpoints, Duration patience) {
    return new EtcdDriver(
        new EtcdDriver.Settings("test", endpoints, etcd.authority(), etcd.root(), patience),
        new SecureRandom());
  }

  /** A client with the login of that tenant. */
  public static EtcdClient tenant(RealEtcd etcd, Driver driver, Corner corner) {
    var login = credential(driver, corner, Instant.now());
    return EtcdClient.of(
        List.of(etcd.endpoint()), TlsContext.of(login, etcd.authority().certificate()));
  }

  /** A new login of that tenant. */
  public static Credential credential(Driver driver, Corner corner, Instant now) {
    var files = value(driver.login(corner, now)).files();
    return Credential.parse(
        files.getOrDefault("server.crt", ""), files.getOrDefault("server.key", ""));
  }

  public static EtcdClient root(RealEtcd etcd) {
    return EtcdClient.of(
        List.of(etcd.endpoint()), TlsContext.of(etcd.root(), etcd.authority().certificate()));
  }

  public static <T> T value(Told<T> told) {
    return switch (told) {
      case Told.Done<T>(var value) -> value;
      default -> throw new AssertionError(told);
    };
  }
}
