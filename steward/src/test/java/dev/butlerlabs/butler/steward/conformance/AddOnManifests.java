package dev.butlerlabs.butler.steward.conformance;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.steward.inside.plan.AddOns;
import dev.butlerlabs.butler.steward.inside.plan.Surroundings;
import dev.butlerlabs.butler.steward.plane.ServedTenant;
import dev.butlerlabs.butler.steward.versions.Releases;
import java.io.UncheckedIOException;
import java.util.stream.Collectors;

/** The objects of add-ons as a file for kubectl. */
final class AddOnManifests {

  private AddOnManifests() {}

  static String of(ServedTenant tenant, String addons) {
    var plane =
        """
        metadata: {namespace: a, name: b}
        spec:
          kubernetes: {version: %1$s, kubelet: {}}
          controlPlane: {service: {serviceType: ClusterIP}}
          addons: %2$s
        status:
          controlPlaneEndpoint: %3$s
          kubernetesResources: {version: {version: %1$s, status: Ready}}
        """
            .formatted(tenant.version(), addons, tenant.server().substring("https://".length()));
    return AddOns.objects(Surroundings.of(read(plane), Releases.bundled()).orElseThrow()).stream()
        .map(WireFormat.serialization()::asYaml)
        .collect(Collectors.joining("---\n"));
  }

  private static TenantControlPlane read(String yaml) {
    try {
      var tree = new YAMLMapper().readTree(yaml);
      return WireFormat.mapper().treeToValue(tree, TenantControlPlane.class);
    } catch (JsonProcessingException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }
}
