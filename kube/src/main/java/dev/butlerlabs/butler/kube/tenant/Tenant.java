package dev.butlerlabs.butler.kube.tenant;

import dev.butlerlabs.butler.kernel.ObjectKey;

/** Whose API server is meant: a tenant by key and UID, so that a namesake is somebody else. */
public record Tenant(ObjectKey key, String uid) {

  @Override
  public String toString() {
    return key.toString();
  }
}
