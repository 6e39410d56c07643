package dev.butlerlabs.butler.steward.backup;

import dev.butlerlabs.butler.api.steward.BackupStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Events;
import dev.butlerlabs.butler.kube.write.FieldManager;
import dev.butlerlabs.butler.kube.write.StatusShare;
import dev.butlerlabs.butler.kube.write.StatusWriter;
import dev.butlerlabs.butler.steward.backup.Shelf.Room;
import dev.butlerlabs.butler.steward.backup.plan.BackupWords;
import dev.butlerlabs.butler.steward.plane.plan.StoreNames;
import dev.butlerlabs.butler.steward.store.DataStores;
import dev.butlerlabs.butler.steward.store.driver.Corner;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/** What saving and restoring work with: files, stores, and how it is told. */
final class Desk {

  private static final FieldManager MANAGER = FieldManager.of("steward-backup");
  private static final StatusShare SHARE =
      new StatusShare(MANAGER, Set.of("backup"), BackupWords.CONDITIONS, false);
  private static final BackupStatus NOTHING = new BackupStatus(null, null, null, null);

  /** The namespace of a control plane, which stays the same as long as that is there. */
  private record Known(String uid, Room room) {}

  /** All of the status that is ours. */
  private record Fields(BackupStatus backup) {}

  final KubernetesClient client;
  final DataStores stores;
  final Shelf shelf;
  final Events events;
  private final StatusWriter statuses;

  private final Map<ObjectKey, Known> rooms = new ConcurrentHashMap<>();

  Desk(
      KubernetesClient client,
      DataStores stores,
      Shelf shelf,
      InstantSource clock,
      String identity) {
    this.client = client;
    this.stores = stores;
    this.shelf = shelf;
    this.statuses = new StatusWriter(client, SHARE, clock);
    this.events = new Events(client, "butlerlabs.dev/steward", identity, clock);
  }

  Answer<Room> room(TenantControlPlane plane) {
    var key = Desk.corner(plane).owner();
    var uid = plane.getMetadata().getUid();
    var known = rooms.get(key);
    if (known != null && known.uid().equals(uid)) {
      return Answer.done(known.room());
    }
    var name = plane.getMetadata().getNamespace();
    var attempt = new Attempt("get", "Namespace", ObjectKey.cluster(name));
    return Asking.ask(attempt, () -> client.namespaces().withName(name).require())
        .map(
            found -> {
              var room = new Room(name, found.getMetadata().getUid());
              rooms.put(key, new Known(uid, room));
              return room;
            });
  }

  void forget(ObjectKey plane) {
    rooms.remove(plane);
  }

  Answer<TenantControlPlane> tell(
      TenantControlPlane plane,
      BackupStatus status,
      Optional<Verdict> saved,
      Optional<Verdict> restored) {
    List<Verdict> verdicts = Stream.of(saved, restored).flatMap(Optional::stream).toList();
    return statuses.write(plane, verdicts, new Fields(status));
  }

  static BackupStatus status(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getStatus())
        .flatMap(one -> Optional.ofNullable(one.backup()))
        .orElse(NOTHING);
  }

  static Corner corner(TenantControlPlane plane) {
    var metadata = plane.getMetadata();
    var names = StoreNames.of(plane);
    return new Corner(
        new ObjectKey(metadata.getNamespace(), metadata.getName()),
        metadata.getUid(),
        names.schema(),
        names.user());
  }

  /** The store that has the tenant's data, once there is one. */
  static Optional<String> store(TenantControlPlane plane) {
    return Optional.ofNullable(plane.getStatus())
        .flatMap(one -> Optional.ofNullable(one.storage()))
        .flatMap(one -> Optional.ofNullable(one.dataStoreName()));
  }

  static boolean encrypted(TenantControlPlane plane) {
    var security = plane.getSpec().security();
    return security != null && security.encryption() != null;
  }

  static Cause cause(String reason, Problem problem) {
    return new Cause(
        reason,
        problem.subject() + ": " + problem.trouble(),
        "it is tried again",
        problem.remedy());
  }
}
