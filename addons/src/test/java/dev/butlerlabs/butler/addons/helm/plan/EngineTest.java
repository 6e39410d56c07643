package dev.butlerlabs.butler.addons.helm.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class EngineTest {

  @Test
  void point13_engineIsKnownByTheMarksItLeaves() {
    for (var marks :
        List.of(
            "labels: {helm.toolkit.fluxcd.io/name: web, helm.toolkit.fluxcd.io/namespace: shop}",
            "labels: {kustomize.toolkit.fluxcd.io/name: all}",
            "managedFields: [{manager: kubectl}, {manager: kustomize-controller}]",
            "managedFields: [{manager: helm-controller, operation: Apply}]")) {
      assertThat(Engine.of(object(marks))).as(marks).contains(Engine.FLUX);
    }
    for (var marks :
        List.of(
            "annotations: {argocd.argoproj.io/tracking-id: 'web:apps/Deployment:shop/web'}",
            "labels: {argocd.argoproj.io/instance: web}",
            "managedFields: [{manager: argocd-controller}]",
            "managedFields: [{manager: argocd-application-controller}]")) {
      assertThat(Engine.of(object(marks))).as(marks).contains(Engine.ARGO_CD);
    }
  }

  @Test
  void point13_whatOnlyLooksLikeAnEngineIsNone() {
    for (var marks :
        List.of(
            "labels: {app.kubernetes.io/instance: web}",
            "annotations: {argocd.argoproj.io/sync-wave: '1'}",
            "labels: {app: helm-controller}",
            "managedFields: [{manager: helm-controller, subresource: status}]",
            "managedFields: [{manager: helm}]")) {
      assertThat(Engine.of(object(marks))).as(marks).isEmpty();
    }
    assertThat(Engine.of(object("labels: null"))).isEmpty();
  }

  @Test
  void point13_reasonOfAConditionTellsTheEngine() {
    assertThat(Engine.told(List.of("Installed", "ReleaseOfFlux"))).contains(Engine.FLUX);
    assertThat(Engine.told(List.of("ObjectOfArgoCd"))).contains(Engine.ARGO_CD);
    assertThat(Engine.told(List.of("NameTaken", "ObjectTaken"))).isEmpty();
  }

  private static JsonNode object(String metadata) {
    try {
      return new YAMLMapper().readTree("metadata:\n  " + metadata);
    } catch (IOException wrong) {
      throw new UncheckedIOException(wrong);
    }
  }
}
