package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.AddonsStatus;
import dev.butlerlabs.butler.api.steward.HostedObjects;
import dev.butlerlabs.butler.api.steward.HostedObjects.Phase;
import dev.butlerlabs.butler.api.steward.ServiceStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus.Certificates;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus.KubeadmPhase;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus.Kubeconfigs;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus.PhaseDone;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus.Storage;
import dev.butlerlabs.butler.api.steward.TenantControlPlaneStatus.StorageSetup;
import dev.butlerlabs.butler.api.steward.Written;
import dev.butlerlabs.butler.kernel.Checksum;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The status of a control plane besides its conditions. Times stay while what they tell stays. */
public final class StatusFields {

  static final TenantControlPlaneStatus NOTHING =
      new TenantControlPlaneStatus(
          null, null, null, null, null, null, null, null, null, null, List.of());

  private final Observation seen;
  private final Blueprint print;
  private final Telling.Progress progress;
  private final Phase phase;
  private final Instant now;
  private final TenantControlPlaneStatus before;

  StatusFields(Observation seen, Blueprint print, Telling.Progress progress, Phase phase) {
    this.seen = seen;
    this.print = print;
    this.progress = progress;
    this.phase = phase;
    this.now = seen.now().truncatedTo(ChronoUnit.SECONDS);
    this.before = seen.plane().getStatus() == null ? NOTHING : seen.plane().getStatus();
  }

  /** The status as it was, without what is told apart from it. */
  public static TenantControlPlaneStatus kept(TenantControlPlaneStatus before) {
    return new TenantControlPlaneStatus(
        before.storage(),
        before.certificates(),
        before.kubeconfig(),
        before.kubeadmconfig(),
        before.kubeadmPhase(),
        before.controlPlaneEndpoint(),
        before.kubernetesResources(),
        before.addons(),
        null,
        null,
        List.of());
  }

  /** The same after the basics were written into the tenant. */
  static TenantControlPlaneStatus joinable(
      @Nullable TenantControlPlaneStatus before, Plan.Basics basics, Instant now) {
    var planned = before == null ? NOTHING : before;
    var done = new PhaseDone(basics.checksum(), now.truncatedTo(ChronoUnit.SECONDS));
    return new TenantControlPlaneStatus(
        planned.storage(),
        planned.certificates(),
        planned.kubeconfig(),
        planned.kubeadmconfig(),
        new KubeadmPhase(done),
        planned.controlPlaneEndpoint(),
        planned.kubernetesResources(),
        planned.addons(),
        planned.backup(),
        null,
        List.of());
  }

  TenantControlPlaneStatus build() {
    return new TenantControlPlaneStatus(
        storage(),
        certificates(),
        kubeconfigs(),
        kubeadmConfig(),
        before.kubeadmPhase(),
        endpoint(),
        objects(),
        addons(),
        null,
        null,
        List.of());
  }

  private @Nullable AddonsStatus addons() {
    return Trustd.of(print)
        .map(one -> new AddonsStatus(null, null, null, null, workers(one)))
        .orElse(null);
  }

  private AddonsStatus.WorkerBootstrapStatus workers(Trustd trustd) {
    var was = before.addons() == null ? null : before.addons().workerBootstrap();
    return new AddonsStatus.WorkerBootstrapStatus(
        true,
        AddonsStatus.Provider.TALOS,
        written(Part.TRUSTD, was == null ? null : was.credentials()),
        progress.endpoint() instanceof Endpoint.Known known ? trustd.endpoint(known) : null,
        null);
  }

  /** The names are recorded before anything is stored under them, and stay. */
  private Storage storage() {
    var names = StoreNames.of(seen.plane());
    var room = seen.room() instanceof Room.Ready ready ? ready : null;
    var was = before.storage();
    var checksum = Checksum.of(names.schema(), names.user()).text();
    var then = was == null ? null : was.setup();
    var since = then == null ? now : since(checksum, then.checksum(), then.lastUpdate());
    var login = written(Part.DATA_STORE, was == null ? null : was.certificate());
    return new Storage(
        room == null ? (was == null ? null : was.driver()) : Words.of(room.driver()),
        room == null ? (was == null ? null : was.dataStoreName()) : room.dataStore(),
        null,
        new StorageSetup(names.schema(), names.user(), since, checksum),
        login);
  }

  private Certificates certificates() {
    var was = before.certificates();
    return new Certificates(
        written(Part.CA, of(was, Certificates::ca)),
        written(Part.API_SERVER, of(was, Certificates::apiServer)),
        written(Part.KUBELET_CLIENT, of(was, Certificates::apiServerKubeletClient)),
        written(Part.FRONT_PROXY_CA, of(was, Certificates::frontProxyCA)),
        written(Part.FRONT_PROXY_CLIENT, of(was, Certificates::frontProxyClient)),
        written(Part.SERVICE_ACCOUNT, of(was, Certificates::sa)),
        null);
  }

  private Kubeconfigs kubeconfigs() {
    var was = before.kubeconfig();
    return new Kubeconfigs(
        written(Part.ADMIN, of(was, Kubeconfigs::admin)),
        written(Part.CONTROLLER_MANAGER, of(was, Kubeconfigs::controllerManager)),
        written(Part.SCHEDULER, of(was, Kubeconfigs::scheduler)));
  }

  private static <T> @Nullable Written of(@Nullable T from, Function<T, @Nullable Written> which) {
    return from == null ? null : which.apply(from);
  }

  private @Nullable Written written(Part part, @Nullable Written was) {
    var keys = seen.find(part);
    if (keys.isEmpty()) {
      return null;
    }
    var checksum = keys.get().checksum();
    var since = was == null ? now : since(checksum, was.checksum(), was.lastUpdate());
    return new Written(part.secretOf(print.name()), checksum, since);
  }

  /** A time stays while what it tells of stays the same. */
  private Instant since(String checksum, @Nullable String before, @Nullable Instant then) {
    return then != null && checksum.equals(before) ? then : now;
  }

  private TenantControlPlaneStatus.@Nullable ConfigMapWritten kubeadmConfig() {
    if (!(progress.endpoint() instanceof Endpoint.Known known)) {
      return before.kubeadmconfig();
    }
    var made = KubeadmSettings.configMap(print, known);
    var checksum = Checksum.of(made.getData()).text();
    var was = before.kubeadmconfig();
    var since = was == null ? now : since(checksum, was.checksum(), was.lastUpdate());
    return new TenantControlPlaneStatus.ConfigMapWritten(
        made.getMetadata().getName(), since, checksum);
  }

  private @Nullable String endpoint() {
    return progress.endpoint() instanceof Endpoint.Known known
        ? known.server().toString()
        : before.controlPlaneEndpoint();
  }

  private HostedObjects objects() {
    return new HostedObjects(
        new HostedObjects.VersionStatus(version(), phase),
        deployment(),
        service(),
        Ingresses.status(seen.edge().ingress()),
        Routes.status(seen.edge().route()));
  }

  /** A version counts when every pod has run it; sleep leaves it as it was. */
  private @Nullable String version() {
    return progress.rolledOut() && print.replicas() > 0
        ? print.target().version().toString()
        : seen.recordedVersion().orElse(null);
  }

  private HostedObjects.@Nullable DeploymentStatus deployment() {
    var stored = seen.deployment();
    if (stored == null) {
      return null;
    }
    var status = Optional.ofNullable(stored.getStatus());
    return new HostedObjects.DeploymentStatus(
        print.name(),
        print.namespace(),
        Marks.NAME + "=" + print.name(),
        null,
        status.map(one -> one.getObservedGeneration()).orElse(null),
        status.map(one -> one.getReplicas()).orElse(0),
        status.map(one -> one.getUpdatedReplicas()).orElse(0),
        status.map(one -> one.getReadyReplicas()).orElse(0),
        status.map(one -> one.getAvailableReplicas()).orElse(0),
        status.map(one -> one.getUnavailableReplicas()).orElse(0),
        null,
        null,
        List.of());
  }

  private @Nullable ServiceStatus service() {
    var stored = seen.service();
    if (stored == null) {
      return null;
    }
    var points =
        Stream.ofNullable(stored.getStatus())
            .flatMap(status -> Stream.ofNullable(status.getLoadBalancer()))
            .flatMap(balancer -> balancer.getIngress().stream())
            .map(
                point ->
                    new ServiceStatus.Point(
                        point.getIp(), point.getHostname(), point.getIpMode(), List.of()))
            .toList();
    return new ServiceStatus(
        print.name(),
        print.namespace(),
        print.port(),
        points.isEmpty() ? null : new ServiceStatus.Balancer(points),
        List.of());
  }
}
