package dev.butlerlabs.butler.steward.plane;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneSpec;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.io.UncheckedIOException;
import java.util.UUID;

/** Control planes for tests. */
final class Planes {

  static final String UID = "6e1f6a0e-6d0f-4a53-9d67-0a4a5d6f8f11";

  static final String USUAL =
      """
      dataStore: default
      kubernetes: {version: v1.36.3, kubelet: {}}
      controlPlane: {service: {serviceType: LoadBalancer}}
      """;

  private Planes() {}

  static TenantControlPlane usual() {
    return of("shop", USUAL);
  }

  static TenantControlPlane of(String name, String spec) {
    return of("control-planes", name, UUID.fromString(UID), spec(spec));
  }

  static TenantControlPlane of(
      String namespace, String name, UUID uid, TenantControlPlaneSpec spec) {
    var plane = new TenantControlPlane();
    plane.setMetadata(
        new ObjectMetaBuilder()
            .withNamespace(namespace)
            .withName(name)
            .withUid(uid.toString())
            .withGeneration(1L)
            .build());
    plane.setSpec(spec);
    return plane;
  }

  static TenantControlPlaneSpec spec(String yaml) {
    try {
      var tree = new YAMLMapper().readTree(yaml);
      return WireFormat.mapper().treeToValue(tree, TenantControlPlaneSpec.class);
    } catch (JsonProcessingException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }
}
