package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.pki.Kubeconfig;

/** What opens a tenant. Not a record: those show what they hold. */
final class Key {

  private final Tenant tenant;
  private final byte[] bytes;
  private final Kubeconfig login;
  private volatile boolean turnedAway;

  Key(Tenant tenant, byte[] bytes, Kubeconfig login) {
    this.tenant = tenant;
    this.bytes = bytes.clone();
    this.login = login;
  }

  Tenant tenant() {
    return tenant;
  }

  byte[] bytes() {
    return bytes.clone();
  }

  Kubeconfig login() {
    return login;
  }

  /** Whoever uses it says so when it did not open; it may have been renewed. */
  void turnedAway() {
    turnedAway = true;
  }

  boolean mayBeOld() {
    return turnedAway;
  }

  @Override
  public String toString() {
    return "Key[" + tenant + "]";
  }
}
