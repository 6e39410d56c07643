package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.ContainerResources;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The program that stands between an API server and a database: it speaks as etcd does, over a
 * socket that only the pod's containers can reach.
 */
final class Kine {

  static final String VERSION = "v0.13.9";

  /** Where the API server finds its store. */
  static final String SOCKET = "unix:///run/kine/kine.sock";

  private static final String IMAGE = "docker.io/rancher/kine:" + VERSION;
  private static final String SOCKET_FOLDER = "/run/kine";
  private static final String SOCKET_VOLUME = "kine-socket";
  private static final String TRUST = "/etc/kubernetes/kine";
  private static final String TRUST_VOLUME = "kine-trust";

  /** Fewer than a role may have, for the pods of two generations. */
  private static final int CONNECTIONS = 8;

  private final Blueprint print;
  private final Room.Ready room;
  private final StoreNames names;

  Kine(Blueprint print, Room.Ready room, StoreNames names) {
    this.print = print;
    this.room = room;
    this.names = names;
  }

  /** Whether tenants can be served from such a store. */
  static boolean serves(Driver driver) {
    return driver == Driver.ETCD || driver == Driver.POSTGRESQL;
  }

  static boolean needed(Room.Ready room) {
    return room.driver() == Driver.POSTGRESQL;
  }

  Container container() {
    return new ContainerBuilder()
        .withName("kine")
        .withRestartPolicy("Always")
        .withImage(IMAGE)
        .withImagePullPolicy("IfNotPresent")
        .withCommand("kine")
        .withArgs(arguments())
        .withEnv(environment())
        .withResources(Sizes.resources(sizes(), "50m", "64Mi"))
        .withNewSecurityContext()
        .withAllowPrivilegeEscalation(false)
        .withReadOnlyRootFilesystem(true)
        .withNewCapabilities()
        .withDrop("ALL")
        .endCapabilities()
        .endSecurityContext()
        .withVolumeMounts(mounts())
        .build();
  }

  /** The user's flags win, except over where the data is and how it is asked for. */
  private List<String> arguments() {
    var extra = print.deployment().extraArgs();
    var flags =
        new Flags()
            .set("metrics-bind-address", "0")
            // Of an older etcd API servers ask no progress, which kine tells late; they read lists
            // here.
            .set("emulated-etcd-version", "3.5.0")
            .set("datastore-max-open-connections", Integer.toString(CONNECTIONS))
            .overriddenBy(extra == null ? List.of() : extra.kine())
            .set("endpoint", endpoint())
            .set("listen-address", SOCKET);
    if (!room.authority().isEmpty()) {
      flags.set("ca-file", TRUST + "/ca.crt");
    }
    return flags.render();
  }

  private @Nullable ContainerResources sizes() {
    var given = print.deployment().resources();
    return given == null ? null : given.kine();
  }

  /** Without the password, which every process of a machine could read off a command line. */
  private String endpoint() {
    return "postgres://%s@%s/%s"
        .formatted(names.user(), room.endpoints().getFirst(), names.schema());
  }

  private List<EnvVar> environment() {
    var environment = new ArrayList<EnvVar>();
    environment.add(
        new EnvVarBuilder()
            .withName("PGPASSWORD")
            .withNewValueFrom()
            .withNewSecretKeyRef()
            .withName(Part.DATA_STORE.secretOf(print.name()))
            .withKey("password")
            .endSecretKeyRef()
            .endValueFrom()
            .build());
    environment.addAll(Sizes.limited(sizes()));
    return environment;
  }

  private List<VolumeMount> mounts() {
    var mounts = new ArrayList<VolumeMount>();
    mounts.add(socketMount());
    if (!room.authority().isEmpty()) {
      mounts.add(
          new VolumeMountBuilder()
              .withName(TRUST_VOLUME)
              .withMountPath(TRUST)
              .withReadOnly(true)
              .build());
    }
    return mounts;
  }

  static VolumeMount socketMount() {
    return new VolumeMountBuilder().withName(SOCKET_VOLUME).withMountPath(SOCKET_FOLDER).build();
  }

  List<Volume> volumes() {
    var volumes = new ArrayList<Volume>();
    volumes.add(
        new VolumeBuilder()
            .withName(SOCKET_VOLUME)
            .withNewEmptyDir()
            .withMedium("Memory")
            .endEmptyDir()
            .build());
    if (!room.authority().isEmpty()) {
      volumes.add(
          new VolumeBuilder()
              .withName(TRUST_VOLUME)
              .withNewSecret()
              .withSecretName(Part.DATA_STORE.secretOf(print.name()))
              .addNewItem()
              .withKey("ca.crt")
              .withPath("ca.crt")
              .endItem()
              .endSecret()
              .build());
    }
    return volumes;
  }
}
