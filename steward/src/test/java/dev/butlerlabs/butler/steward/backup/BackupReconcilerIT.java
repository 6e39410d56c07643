package dev.butlerlabs.butler.steward.backup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Cache;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.Index;
import dev.butlerlabs.butler.kube.Kind;
import dev.butlerlabs.butler.kube.Outcome;
import dev.butlerlabs.butler.steward.backup.Shelf.Room;
import dev.butlerlabs.butler.steward.store.StoreProcess;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import dev.butlerlabs.butler.testkit.CrashMatrix;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.Story;
import dev.butlerlabs.butler.testkit.TestCluster;
import dev.butlerlabs.butler.testkit.faults.Fault;
import dev.butlerlabs.butler.testkit.faults.RecordingClient;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backups as they are ordered, on a real API server and a real etcd, killed at every call.
 *
 * <p>Usually a part of the matrix is drawn, by a seed that a failure tells; {@code
 * -Dbutler.faults=all} plays all of it.
 */
@OnRealApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BackupReconcilerIT {

  private static final int CELLS = 6;

  private final Lab lab = new Lab();

  @AfterAll
  void stop() {
    lab.close();
  }

  @Test
  void backupThatWasAskedForIsMadeOnceWhateverBreaks(TestCluster cluster, @TempDir Path disk) {
    install(cluster);
    try (var manager = StoreProcess.start(cluster, lab.etcd)) {
      var store = manager.create("saved", lab.etcd.endpoint());
      awaitStore(cluster, store);

      var outcome = play(cluster, new Save(manager, store, disk));

      System.out.println("back up: " + outcome);
    }
  }

  @Test
  void restoreEndsTheSameWhateverBreaks(TestCluster cluster, @TempDir Path disk) {
    install(cluster);
    try (var manager = StoreProcess.start(cluster, lab.etcd)) {
      var store = manager.create("restored", lab.etcd.endpoint());
      awaitStore(cluster, store);
      var source = lab.settled("origin");
      lab.fill(source, 120, 50);

      var outcome = play(cluster, new Restore(manager, store, disk, source));

      System.out.println("restore: " + outcome);
    }
  }

  @Test
  void backupOfAnotherNamespaceIsNotFound(TestCluster cluster, @TempDir Path disk) {
    install(cluster);
    try (var manager = StoreProcess.start(cluster, lab.etcd)) {
      var source = lab.settled("foreign");
      lab.fill(source, 3, 10);
      var elsewhere = new Room(cluster.namespace(), "0b9c4f4e-0000-4000-8000-000000000000");
      Lab.value(
          Backups.save(
              lab.root, source, new Shelf(disk).of(elsewhere, "gone", source.uid()), Lab.NOON));
      order(manager.client(), cluster.namespace(), "restoreFrom: {controlPlane: gone}");

      reconcile(manager.client(), manager, disk, cluster.namespace());

      assertThat(cluster.kubectl("get", "tcp", "shop", "-o", "jsonpath={.status}").requireSuccess())
          .contains("RestoreFailed", "there is no whole one");
    }
  }

  @Test
  void managerWithoutAFolderSaysSo(TestCluster cluster) {
    install(cluster);
    try (var manager = StoreProcess.start(cluster, lab.etcd)) {
      order(manager.client(), cluster.namespace(), "backup: {every: 1h}");
      var plane = plane(manager.client(), cluster.namespace());

      new BackupReconciler(
              manager.client(), manager.stores(), null, InstantSource.fixed(Lab.NOON), "test")
          .reconcile(plane, context(cluster.namespace()));

      assertThat(cluster.kubectl("get", "tcp", "shop", "-o", "jsonpath={.status}").requireSuccess())
          .contains("NoPlace", "--backup-folder");
    }
  }

  private static CrashMatrix.Outcome play(TestCluster cluster, Story story) {
    var matrix =
        CrashMatrix.of(cluster, story)
            .with(WireFormat.serialization())
            .faults(Fault.AFTER_COMMIT, Fault.CONFLICT, Fault.KILL_BEFORE, Fault.KILL_AFTER)
            .readsToo();
    var all = "all".equals(System.getProperty("butler.faults"));
    return (all ? matrix : matrix.sample(new Random().nextLong(), CELLS)).run();
  }

  static void install(TestCluster cluster) {
    cluster.installResources(
        "crds/tenantcontrolplanes.steward.butlerlabs.dev.yaml",
        "crds/datastores.steward.butlerlabs.dev.yaml");
  }

  static void awaitStore(TestCluster cluster, String store) {
    cluster
        .kubectl("wait", "--for=condition=Ready", "datastore/" + store, "--timeout=180s")
        .requireSuccess();
  }

  static TenantControlPlane order(KubernetesClient admin, String namespace, String more) {
    var yaml =
        """
        apiVersion: steward.butlerlabs.dev/v1alpha1
        kind: TenantControlPlane
        metadata: {name: shop, namespace: %s}
        spec:
          kubernetes: {version: v1.36.3, kubelet: {}}
          controlPlane: {service: {serviceType: ClusterIP}}
          %s
        """
            .formatted(namespace, more);
    admin.resource(yaml).create();
    return plane(admin, namespace);
  }

  /** What the reconciler of control planes tells once the tenant has its place. */
  static void placed(
      KubernetesClient admin, TenantControlPlane plane, String store, boolean usable) {
    var status =
        """
        {"status": {"storage": {"driver": "etcd", "dataStoreName": "%s"}%s}}
        """
            .formatted(
                store,
                usable ? ", \"kubeadmPhase\": {\"bootstrapToken\": {\"checksum\": \"x\"}}" : "");
    admin
        .genericKubernetesResources("steward.butlerlabs.dev/v1alpha1", "TenantControlPlane")
        .inNamespace(plane.getMetadata().getNamespace())
        .withName("shop")
        .subresource("status")
        .patch(PatchContext.of(PatchType.JSON_MERGE), status);
  }

  static TenantControlPlane plane(KubernetesClient client, String namespace) {
    var found =
        client
            .genericKubernetesResources("steward.butlerlabs.dev/v1alpha1", "TenantControlPlane")
            .inNamespace(namespace)
            .withName("shop")
            .require();
    return WireFormat.serialization()
        .unmarshal(WireFormat.serialization().asJson(found), TenantControlPlane.class);
  }

  private static Context context(String namespace) {
    return new Context(
        new ObjectKey(namespace, "shop"),
        new Nothing(),
        Lab.NOON,
        Lab.NOON.plusSeconds(60),
        0,
        "r");
  }

  private static Outcome reconcile(
      KubernetesClient client, StoreProcess manager, Path disk, String namespace) {
    return new BackupReconciler(
            client, manager.stores(), disk, InstantSource.fixed(Lab.NOON), "test")
        .reconcile(plane(client, namespace), context(namespace));
  }

  private static void live(
      RecordingClient process, StoreProcess manager, Path disk, String namespace) {
    if (!(reconcile(process.client(), manager, disk, namespace) instanceof Outcome.Settled)) {
      throw new IllegalStateException("it is not through");
    }
  }

  private static Corner corner(KubernetesClient admin, String namespace) {
    return Desk.corner(plane(admin, namespace));
  }

  static BackupFolder own(KubernetesClient admin, Path disk, String namespace) {
    var uid = admin.namespaces().withName(namespace).require().getMetadata().getUid();
    return new Shelf(disk)
        .of(new Room(namespace, uid), "shop", plane(admin, namespace).getMetadata().getUid());
  }

  /** One backup, asked for by annotation. */
  private final class Save implements Story {
    private final StoreProcess manager;
    private final String store;
    private final Path disk;

    Save(StoreProcess manager, String store, Path disk) {
      this.manager = manager;
      this.store = store;
      this.disk = disk;
    }

    @Override
    public void arrange(KubernetesClient admin, String namespace) {
      var plane = order(admin, namespace, "");
      placed(admin, plane, store, true);
      admin
          .genericKubernetesResources("steward.butlerlabs.dev/v1alpha1", "TenantControlPlane")
          .inNamespace(namespace)
          .withName("shop")
          .patch(
              PatchContext.of(PatchType.JSON_MERGE),
              """
              {"metadata": {"annotations": {"steward.butlerlabs.dev/backup": "before the move"}}}
              """);
      lab.fill(corner(admin, namespace), 30, 20);
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      BackupReconcilerIT.live(process, manager, disk, namespace);
    }

    @Override
    public String endState(KubernetesClient admin, String namespace) {
      try {
        var whole = own(admin, disk, namespace).all().stream().filter(one -> one.whole()).toList();
        var status = Desk.status(plane(admin, namespace));
        var last = status.last();
        return "%d whole, told %s of %s keys"
            .formatted(
                whole.size(), last == null ? "" : last.name(), last == null ? "" : last.keys());
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
  }

  /** The state of a tenant that is gone takes the place of what another holds. */
  private final class Restore implements Story {
    private final StoreProcess manager;
    private final String store;
    private final Path disk;
    private final Corner source;

    Restore(StoreProcess manager, String store, Path disk, Corner source) {
      this.manager = manager;
      this.store = store;
      this.disk = disk;
      this.source = source;
    }

    @Override
    public void arrange(KubernetesClient admin, String namespace) {
      var plane = order(admin, namespace, "restoreFrom: {controlPlane: gone}");
      placed(admin, plane, store, true);
      var uid = admin.namespaces().withName(namespace).require().getMetadata().getUid();
      var folder = new Shelf(disk).of(new Room(namespace, uid), "gone", source.uid());
      Lab.value(Backups.save(lab.root, source, folder, Lab.NOON));
      lab.fill(corner(admin, namespace), 40, 10);
      asleep(admin, plane);
    }

    private void asleep(KubernetesClient admin, TenantControlPlane plane) {
      var namespace = plane.getMetadata().getNamespace();
      admin
          .resource(
              """
              apiVersion: apps/v1
              kind: Deployment
              metadata:
                name: shop
                namespace: %s
                annotations: {steward.butlerlabs.dev/held-for-restore: gone/newest}
                ownerReferences:
                - {apiVersion: steward.butlerlabs.dev/v1alpha1, kind: TenantControlPlane, name: shop, uid: %s}
              spec:
                replicas: 0
                selector: {matchLabels: {a: b}}
                template:
                  metadata: {labels: {a: b}}
                  spec: {containers: [{name: a, image: a}]}
              """
                  .formatted(namespace, plane.getMetadata().getUid()))
          .create();
      admin
          .apps()
          .deployments()
          .inNamespace(namespace)
          .withName("shop")
          .subresource("status")
          .patch(
              PatchContext.of(PatchType.JSON_MERGE), "{\"status\": {\"observedGeneration\": 1}}");
    }

    @Override
    public void live(RecordingClient process, String namespace) {
      BackupReconcilerIT.live(process, manager, disk, namespace);
    }

    @Override
    public String endState(KubernetesClient admin, String namespace) {
      try {
        var same = lab.content(corner(admin, namespace), 0).equals(lab.content(source, 0));
        var restore = Desk.status(plane(admin, namespace)).restore();
        var safety = own(admin, disk, namespace).all().size();
        return "same %s, finished %s, %d safety copies"
            .formatted(same, restore == null ? "never" : restore.finished(), safety);
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
  }

  /** Backups ask what is stored, not what was cached. */
  private static final class Nothing implements Cache {

    @Override
    public <T extends HasMetadata> Optional<T> find(Kind<T> kind, ObjectKey key) {
      return Optional.empty();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind) {
      return List.of();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Kind<T> kind, String namespace) {
      return List.of();
    }

    @Override
    public <T extends HasMetadata> List<T> list(Index<T> index, String value) {
      return List.of();
    }
  }
}
