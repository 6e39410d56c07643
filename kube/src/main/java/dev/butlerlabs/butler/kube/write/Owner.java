package dev.butlerlabs.butler.kube.write;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Map;

/** On whose behalf objects are made, known by UID so that a namesake inherits nothing. */
public record Owner(String uid) {

  /** Names the owner's UID on everything applied for it. */
  public static final String UID_LABEL = "butler.butlerlabs.dev/owner-uid";

  /** Names the field manager that applied the object, since one owner may be served by several. */
  public static final String MANAGER_LABEL = "butler.butlerlabs.dev/applied-by";

  public Owner {
    if (uid.isBlank()) {
      throw new IllegalArgumentException("an owner without UID was never stored; store it first");
    }
  }

  public static Owner of(HasMetadata stored) {
    return new Owner(stored.getMetadata().getUid());
  }

  Map<String, String> labels(FieldManager manager) {
    return Map.of(UID_LABEL, uid, MANAGER_LABEL, manager.name());
  }
}
