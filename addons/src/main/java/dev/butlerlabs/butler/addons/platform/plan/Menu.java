package dev.butlerlabs.butler.addons.platform.plan;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import dev.butlerlabs.butler.api.clusters.ClusterAddons;
import dev.butlerlabs.butler.api.clusters.ClusterAddons.GitOpsProvider;
import dev.butlerlabs.butler.api.clusters.Tended;
import dev.butlerlabs.butler.kernel.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a manifest and a provider ask for, one line after the other. */
final class Menu {

  private final Question asked;
  private final ClusterAddons said;
  private final List<Wish> wishes = new ArrayList<>();
  private final List<Problem> refused = new ArrayList<>();

  Menu(Question asked) {
    this.asked = asked;
    this.said = asked.completed();
    network();
    cloud();
    loadBalancer();
    certificates();
    storage();
    ingress();
    metrics();
    gitOps();
  }

  List<Wish> wishes() {
    return List.copyOf(wishes);
  }

  List<Problem> refused() {
    return List.copyOf(refused);
  }

  private void network() {
    var cni = said.cni();
    if (cni != null) {
      var values = Values.over(apiServer(), cni.values());
      wish(
          "cilium", "spec.addons.cni", cni.version(), asked.versions().cilium(), values, true, cni);
    } else if (!asked.onlyNamed()) {
      wish("cilium", "spec.addons.cni", null, asked.versions().cilium(), apiServer(), true);
    }
  }

  /** Who serves Services cannot find the API server through one. */
  private @Nullable JsonNode apiServer() {
    var there = asked.apiServer();
    if (there.isEmpty() || !said.replacesKubeProxy()) {
      return null;
    }
    var values = Values.none();
    values.put("k8sServiceHost", there.get().host());
    values.put("k8sServicePort", there.get().port());
    return values;
  }

  /** The catalog calls what belongs to a cloud by the cloud's name. */
  private void cloud() {
    if (!asked.provider().cloud()) {
      return;
    }
    var cloud = word(asked.provider());
    if (asked.needsCloudController()) {
      wish(
          cloud + "-cloud-controller-manager",
          "spec.controlPlane.externalCloudProvider",
          null,
          null,
          CloudValues.controller(asked),
          true);
    }
    wish(cloud + "-csi-driver", "spec.addons.storage", null, null, CloudValues.disks(asked), false);
  }

  private void loadBalancer() {
    var balancer = said.loadBalancer();
    var usual = asked.versions().metallb();
    if (asked.provider().cloud()) {
      if (balancer != null) {
        refused.add(
            new Problem(
                "spec.addons.loadBalancer",
                "on %s load balancers come from the cloud, and MetalLB has no addresses to give"
                    .formatted(word(asked.provider())),
                "take it out"));
      }
    } else if (balancer != null) {
      wish(
          "metallb",
          "spec.addons.loadBalancer",
          balancer.version(),
          usual,
          balancer.values(),
          false,
          balancer);
    } else if (!asked.onlyNamed()) {
      wish("metallb", "spec.addons.loadBalancer", null, usual, null, false);
    }
  }

  private void certificates() {
    var manager = said.certManager();
    var usual = asked.versions().certManager();
    var field = "spec.addons.certManager";
    if (manager == null) {
      if (!asked.onlyNamed()) {
        wish("cert-manager", field, null, usual, null, false);
      }
    } else if (!Boolean.FALSE.equals(manager.enabled())) {
      wish("cert-manager", field, manager.version(), usual, manager.values(), false, manager);
    }
  }

  private void storage() {
    var storage = said.storage();
    if (storage != null) {
      var name = storage.provider() == null ? "longhorn" : word(storage.provider());
      var usual = name.equals("longhorn") ? asked.versions().longhorn() : null;
      wish(name, "spec.addons.storage", storage.version(), usual, storage.values(), false, storage);
    }
  }

  private void ingress() {
    var ingress = said.ingress();
    var field = "spec.addons.ingress";
    if (ingress == null) {
      if (!asked.onlyNamed()) {
        wish("traefik", field, null, asked.versions().traefik(), null, false);
      }
    } else if (said.ingressWanted()) {
      var name = ingress.provider() == null ? "traefik" : word(ingress.provider());
      var usual = name.equals("traefik") ? asked.versions().traefik() : null;
      wish(name, field, ingress.version(), usual, ingress.values(), false, ingress);
    }
  }

  private void metrics() {
    var server = said.metricsServer();
    var field = "spec.addons.metricsServer";
    if (server == null) {
      if (!asked.onlyNamed()) {
        wish("metrics-server", field, null, null, null, false);
      }
    } else if (!Boolean.FALSE.equals(server.enabled())) {
      wish("metrics-server", field, server.version(), null, server.values(), false, server);
    }
  }

  /** A cluster whose addons are left to Git needs an engine that takes them. */
  private void gitOps() {
    var engine = said.gitops();
    if (engine == null) {
      if (asked.handedOver()) {
        wish("flux", "spec.managementPolicy.mode", null, asked.versions().fluxcd(), null, false);
      }
      return;
    }
    var argo = engine.provider() == GitOpsProvider.ARGOCD;
    wish(
        argo ? "argocd" : "flux",
        "spec.addons.gitops",
        engine.version(),
        argo ? null : asked.versions().fluxcd(),
        null,
        false,
        engine);
    if (engine.repository() != null) {
      refused.add(
          new Problem(
              "spec.addons.gitops.repository",
              "the engine is installed, and nobody connects it with a repository",
              "take it out, and create the engine's own object for it on the cluster"));
    }
  }

  private void wish(
      String definition,
      String field,
      @Nullable String version,
      @Nullable String usual,
      @Nullable JsonNode values,
      boolean vital) {
    wish(definition, field, version, usual, values, vital, null);
  }

  private void wish(
      String definition,
      String field,
      @Nullable String version,
      @Nullable String usual,
      @Nullable JsonNode values,
      boolean vital,
      @Nullable Tended said) {
    wishes.add(new Wish(definition, field, version, usual, values, vital, Care.of(said)));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }
}
