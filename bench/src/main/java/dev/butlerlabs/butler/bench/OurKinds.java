package dev.butlerlabs.butler.bench;

import dev.butlerlabs.butler.api.catalog.CrdFiles;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.concurrent.TimeUnit;

/** Our kinds on an API server that has none of them yet. */
public final class OurKinds {

  private OurKinds() {}

  /** Puts them there and returns when they are served. */
  public static void install(KubernetesClient client) {
    for (var name : CrdFiles.names()) {
      var definition =
          client
              .getKubernetesSerialization()
              .unmarshal(
                  OurKinds.class.getResourceAsStream("/crds/" + name),
                  CustomResourceDefinition.class);
      client.resource(definition).serverSideApply();
    }
    for (var name : CrdFiles.names()) {
      client
          .apiextensions()
          .v1()
          .customResourceDefinitions()
          .withName(name.replace(".yaml", ""))
          .waitUntilCondition(OurKinds::established, 60, TimeUnit.SECONDS);
    }
  }

  private static boolean established(CustomResourceDefinition definition) {
    return definition != null
        && definition.getStatus() != null
        && definition.getStatus().getConditions() != null
        && definition.getStatus().getConditions().stream()
            .anyMatch(c -> c.getType().equals("Established") && c.getStatus().equals("True"));
  }
}
