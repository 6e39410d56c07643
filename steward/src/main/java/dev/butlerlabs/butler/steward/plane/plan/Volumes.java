package dev.butlerlabs.butler.steward.plane.plan;

import io.fabric8.kubernetes.api.model.KeyToPath;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import io.fabric8.kubernetes.api.model.VolumeProjection;
import io.fabric8.kubernetes.api.model.VolumeProjectionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** What the pods of a control plane find in their files. Each program gets only what it needs. */
final class Volumes {

  /** For the group the pod runs in, and for nobody else. */
  static final int MODE = 0440;

  private static final String API_SERVER = "etc-kubernetes-pki";
  private static final String CONTROLLER_MANAGER = "controller-manager-pki";

  private Volumes() {}

  /**
   * All of them.
   *
   * @param etcd whether the API server itself signs in to its store
   */
  static List<Volume> of(Blueprint print, boolean etcd) {
    var volumes = new ArrayList<Volume>();
    volumes.add(projected(API_SERVER, apiServer(print, etcd)));
    // Signers take one certificate, so the bundle of all that is trusted will not do.
    volumes.add(
        projected(
            CONTROLLER_MANAGER,
            files(
                print,
                Part.CA,
                Map.of(
                    "ca.crt", "ca.crt", "tls.crt", "signing-ca.crt", "tls.key", "signing-ca.key")),
            files(print, Part.FRONT_PROXY_CA, same("front-proxy-ca.crt")),
            files(print, Part.SERVICE_ACCOUNT, same("sa.key"))));
    volumes.add(secret(Part.CONTROLLER_MANAGER.suffix(), print, Part.CONTROLLER_MANAGER));
    volumes.add(secret(Part.SCHEDULER.suffix(), print, Part.SCHEDULER));
    security(print, volumes);
    Tunnel.in(print).ifPresent(_ -> volumes.addAll(Tunnel.volumes(print)));
    return volumes;
  }

  private static VolumeProjection[] apiServer(Blueprint print, boolean etcd) {
    var sources =
        new ArrayList<>(
            List.of(
                files(print, Part.CA, Map.of("ca.crt", "ca.crt")),
                files(print, Part.FRONT_PROXY_CA, same("front-proxy-ca.crt")),
                files(print, Part.SERVICE_ACCOUNT, same("sa.pub", "sa.key")),
                files(print, Part.API_SERVER, same("apiserver.crt", "apiserver.key")),
                files(
                    print,
                    Part.KUBELET_CLIENT,
                    same("apiserver-kubelet-client.crt", "apiserver-kubelet-client.key")),
                files(
                    print,
                    Part.FRONT_PROXY_CLIENT,
                    same("front-proxy-client.crt", "front-proxy-client.key"))));
    if (etcd) {
      sources.add(
          files(
              print,
              Part.DATA_STORE,
              Map.of(
                  "ca.crt", "etcd/ca.crt",
                  "server.crt", "etcd/server.crt",
                  "server.key", "etcd/server.key")));
    }
    return sources.toArray(VolumeProjection[]::new);
  }

  static List<VolumeMount> apiServerMounts(Blueprint print) {
    var mounts = new ArrayList<VolumeMount>();
    mounts.add(mount(API_SERVER, CommandLines.PKI));
    var security = print.spec().security();
    if (security != null && security.audit() != null) {
      mounts.add(mount("audit-policy", CommandLines.AUDIT));
    }
    if (security != null && security.oidc() != null && security.oidc().caSecretName() != null) {
      mounts.add(mount("oidc-ca", CommandLines.OIDC));
    }
    Tunnel.in(print).ifPresent(_ -> mounts.addAll(Tunnel.apiServerMounts()));
    return mounts;
  }

  static List<VolumeMount> controllerManagerMounts() {
    return List.of(
        mount(CONTROLLER_MANAGER, CommandLines.PKI),
        mount(Part.CONTROLLER_MANAGER.suffix(), CommandLines.CONFIGS));
  }

  static List<VolumeMount> schedulerMounts() {
    return List.of(mount(Part.SCHEDULER.suffix(), CommandLines.CONFIGS));
  }

  private static void security(Blueprint print, List<Volume> volumes) {
    var security = print.spec().security();
    if (security == null) {
      return;
    }
    var audit = security.audit();
    if (audit != null) {
      volumes.add(
          new VolumeBuilder()
              .withName("audit-policy")
              .withNewConfigMap()
              .withName(audit.policyConfigMapName())
              .addNewItem()
              .withKey(Objects.requireNonNullElse(audit.policyKey(), "policy.yaml"))
              .withPath("policy.yaml")
              .endItem()
              .endConfigMap()
              .build());
    }
    var oidc = security.oidc();
    if (oidc != null && oidc.caSecretName() != null) {
      volumes.add(
          new VolumeBuilder()
              .withName("oidc-ca")
              .withNewSecret()
              .withSecretName(oidc.caSecretName())
              .withItems(path("ca.crt", "ca.crt"))
              .endSecret()
              .build());
    }
  }

  private static Volume projected(String name, VolumeProjection... sources) {
    return new VolumeBuilder()
        .withName(name)
        .withNewProjected()
        .withDefaultMode(MODE)
        .withSources(sources)
        .endProjected()
        .build();
  }

  private static VolumeProjection files(Blueprint print, Part part, Map<String, String> paths) {
    var items = new ArrayList<KeyToPath>();
    new TreeMap<>(paths).forEach((key, path) -> items.add(path(key, path)));
    return new VolumeProjectionBuilder()
        .withNewSecret()
        .withName(part.secretOf(print.name()))
        .withItems(items)
        .endSecret()
        .build();
  }

  private static Map<String, String> same(String... files) {
    var paths = new TreeMap<String, String>();
    for (var file : files) {
      paths.put(file, file);
    }
    return paths;
  }

  private static KeyToPath path(String key, String path) {
    return new KeyToPath(key, null, path);
  }

  static Volume secret(String name, Blueprint print, Part part) {
    return new VolumeBuilder()
        .withName(name)
        .withNewSecret()
        .withSecretName(part.secretOf(print.name()))
        .withDefaultMode(MODE)
        .endSecret()
        .build();
  }

  private static VolumeMount mount(String name, String path) {
    return new VolumeMountBuilder().withName(name).withMountPath(path).withReadOnly(true).build();
  }
}
