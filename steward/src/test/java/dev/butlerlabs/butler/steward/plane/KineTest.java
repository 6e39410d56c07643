package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import org.junit.jupiter.api.Test;

class KineTest {

  private static final String NAME = "tcp_6e1f6a0e6d0f4a539d670a4a5d6f8f11";

  @Test
  void apiServerOnADatabaseSpeaksWithKineOverASocketOfThePod() {
    var world = onDatabase(Planes.USUAL);

    assertThat(args(world, "kube-apiserver"))
        .contains("--etcd-servers=unix:///run/kine/kine.sock")
        .noneMatch(flag -> flag.startsWith("--etcd-prefix") || flag.contains("etcd/server.key"));
    assertThat(args(world, "kine"))
        .contains(
            "--endpoint=postgres://" + NAME + "@db:5432/" + NAME,
            "--listen-address=unix:///run/kine/kine.sock",
            "--ca-file=/etc/kubernetes/kine/ca.crt",
            "--metrics-bind-address=0");
    assertThat(container(world, "kine").getVolumeMounts())
        .extracting(VolumeMount::getMountPath)
        .contains("/run/kine");
    assertThat(container(world, "kube-apiserver").getVolumeMounts())
        .extracting(VolumeMount::getMountPath)
        .contains("/run/kine");
  }

  @Test
  void passwordStandsInTheSecretAndNowhereElse() {
    var world = onDatabase(Planes.USUAL);

    assertThat(WireFormat.serialization().asYaml(world.deployment())).doesNotContain("s3cret");
    var variable = container(world, "kine").getEnv().getFirst();
    assertThat(variable.getName()).isEqualTo("PGPASSWORD");
    assertThat(variable.getValueFrom().getSecretKeyRef().getName())
        .isEqualTo("shop-datastore-certificate");
  }

  @Test
  void userMayNotPointKineElsewhere() {
    var world =
        onDatabase(
            """
            kubernetes: {version: v1.36.3, kubelet: {}}
            controlPlane:
              service: {serviceType: LoadBalancer}
              deployment:
                extraArgs: {kine: ["--endpoint=postgres://other/db", --slow-sql-threshold=5s]}
            """);

    assertThat(args(world, "kine"))
        .contains("--slow-sql-threshold=5s")
        .noneMatch(flag -> flag.contains("other/db"));
  }

  @Test
  void tenantOnEtcdHasNoKine() {
    var world = new World(Planes.usual());
    world.settle();

    assertThat(world.containers()).extracting(Container::getName).doesNotContain("kine");
    assertThat(world.deployment().getSpec().getTemplate().getSpec().getVolumes())
        .extracting(Volume::getName)
        .noneMatch(name -> name.startsWith("kine"));
  }

  @Test
  void planOfAPlanWantsNothing() {
    var world = onDatabase(Planes.USUAL);
    var before = world.minted;

    world.settle();

    assertThat(world.minted).isEqualTo(before);
    assertThat(world.rollouts).isZero();
  }

  private static World onDatabase(String spec) {
    var world = new World(Planes.of("shop", spec));
    world.room =
        new Room.Ready("sql", Driver.POSTGRESQL, List.of("db:5432"), World.STORE.certificatePem());
    world.settle();
    return world;
  }

  private static List<String> args(World world, String name) {
    return container(world, name).getArgs();
  }

  private static Container container(World world, String name) {
    return world.container(name);
  }
}
