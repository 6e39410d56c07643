package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.Cause;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.steward.versions.Releases;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Plans a control plane. No I/O, no clock, no chance. */
public final class PlanePlanner {

  private final Observation seen;
  private final Blueprint print;
  private final Optional<Cause> objection;

  private PlanePlanner(Observation seen, Blueprint print, Optional<Cause> objection) {
    this.seen = seen;
    this.print = print;
    this.objection = objection;
  }

  /** The plan for what was seen; a spec that cannot be carried out changes nothing that runs. */
  public static Plan plan(Observation seen, Releases releases) {
    return decide(seen, releases, PlanePlanner::plan, cause -> Telling.refused(seen, cause));
  }

  /** The keys to be made first; when there are none, the plan may still have orders. */
  public static List<Order> orders(Observation seen, Releases releases) {
    return decide(seen, releases, PlanePlanner::orders, _ -> List.of());
  }

  private static <R> R decide(
      Observation seen,
      Releases releases,
      Function<PlanePlanner, R> make,
      Function<Cause, R> refuse) {
    try {
      var upgrade =
          Upgrade.decide(
              seen.plane().getSpec().kubernetes().version(),
              seen.recordedVersion(),
              seen.oldestKubelet(),
              releases);
      if (upgrade.target().isEmpty()) {
        return refuse.apply(upgrade.refusal().orElseThrow());
      }
      var print = new Blueprint(allowed(seen), upgrade.target().get());
      var names = StoreNames.of(seen.plane()).objection(seen.plane().getMetadata().getUid());
      var flags = new CommandLines(print).objection();
      var stop =
          names
              .or(() -> flags)
              .or(() -> unsupported(seen))
              .or(() -> Unserved.refusal(seen))
              .or(() -> new Encryption(seen, print).objection())
              .or(() -> new Ways(seen, print).objection())
              .or(() -> Trustd.objection(print));
      var objection = upgrade.refusal().or(() -> Unserved.move(seen));
      return stop.isPresent()
          ? refuse.apply(stop.get())
          : make.apply(new PlanePlanner(wanted(seen, print), print, objection));
    } catch (IllegalArgumentException wrong) {
      // Ranges, names and fragments of pod specs are read where they are needed.
      return refuse.apply(
          new Cause(
              "InvalidConfiguration",
              "the spec cannot be carried out: " + firstLine(wrong),
              "what ran before goes on",
              "Correct the spec"));
    }
  }

  private static Observation wanted(Observation seen, Blueprint print) {
    return InsideProxy.only(Tunnel.only(seen, print), print);
  }

  /** A tenant that keeps more than it may gets no new objects; deleting makes room. */
  private static TenantControlPlane allowed(Observation seen) {
    if (!(seen.room() instanceof Room.Ready room) || !room.overBudget()) {
      return seen.plane();
    }
    var limited = new TenantControlPlane();
    limited.setMetadata(seen.plane().getMetadata());
    limited.setSpec(seen.plane().getSpec().refusingCreation());
    limited.setStatus(seen.plane().getStatus());
    return limited;
  }

  private static Optional<Cause> unsupported(Observation seen) {
    return seen.room() instanceof Room.Ready room && !Kine.serves(room.driver())
        ? Optional.of(
            new Cause(
                "InvalidConfiguration",
                "DataStore %s has driver %s".formatted(room.dataStore(), room.driver()),
                "",
                "Name a DataStore with driver etcd or PostgreSQL; others are not served yet"))
        : Optional.empty();
  }

  private static String firstLine(IllegalArgumentException wrong) {
    var message = String.valueOf(wrong.getMessage());
    var end = message.indexOf('\n');
    return end < 0 ? message : message.substring(0, end);
  }

  private List<Order> orders() {
    return KeyPlanner.plan(seen, print, Endpoint.of(print, seen.service())).orders();
  }

  private Plan plan() {
    var endpoint = Endpoint.of(print, seen.service());
    var keys = KeyPlanner.plan(seen, print, endpoint);
    var others = new ArrayList<HasMetadata>();
    others.add(Workload.budget(print));
    Tunnel.in(print).ifPresent(_ -> others.add(Tunnel.configMap(print)));
    others.addAll(new Ways(seen, print).objects());
    var deployment = Optional.<Deployment>empty();
    var basics = Optional.<Plan.Basics>empty();
    var orders = keys.orders();
    var rolledOut = false;
    var everywhere = false;
    var encryption = new Encryption(seen, print);
    if (endpoint instanceof Endpoint.Known known) {
      others.add(KubeadmSettings.configMap(print, known));
      if (orders.isEmpty() && seen.room() instanceof Room.Ready room) {
        var wanted = Workload.deployment(print, seen, known, room);
        rolledOut = Workload.rolledOut(seen.deployment(), wanted);
        deployment = Optional.of(wanted);
        // A pod that is ending answers on for a while, and knows only the old keys.
        everywhere = rolledOut && Workload.othersEnded(seen.deployment());
        orders = everywhere ? steps(encryption) : orders;
        basics = basics(known);
      }
    }
    var progress = new Telling.Progress(endpoint, rolledOut, basics, lookAt(keys, rolledOut));
    var telling = new Telling(seen, print, objection, progress);
    return new Plan(
        orders,
        Optional.of(Exposure.service(print)),
        KeySecrets.of(print, seen),
        others,
        deployment,
        basics,
        everywhere && basics.isPresent() ? encryption.rewriting() : Optional.empty(),
        removals(encryption, everywhere),
        telling.report(),
        telling.status());
  }

  private List<Order> steps(Encryption encryption) {
    var steps = new ArrayList<>(RotationPlanner.steps(seen));
    encryption.step().ifPresent(steps::add);
    return steps;
  }

  private List<HasMetadata> removals(Encryption encryption, boolean everywhere) {
    var removals = new ArrayList<>(new Ways(seen, print).removals());
    if (everywhere && encryption.over()) {
      removals.add(secret(Part.ENCRYPTION));
    }
    if (everywhere && new TrustdKeys(seen, print).over()) {
      removals.add(secret(Part.TRUSTD));
    }
    return removals;
  }

  private Secret secret(Part part) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(print.namespace())
        .withName(part.secretOf(print.name()))
        .endMetadata()
        .build();
  }

  private static Instant lookAt(KeyPlanner.Result keys, boolean rolledOut) {
    return rolledOut ? keys.lookAt() : Instant.MAX;
  }

  /** As soon as one pod serves. */
  private Optional<Plan.Basics> basics(Endpoint.Known endpoint) {
    if (Workload.ready(seen.deployment()) == 0) {
      return Optional.empty();
    }
    var authorities = seen.find(Part.CA).orElseThrow().text("ca.crt");
    var cluster = KubeadmSettings.clusterConfiguration(print, endpoint);
    var kubelet = KubeadmSettings.kubeletConfiguration(print);
    var server = endpoint.server().toString();
    var origin = Hold.origin(print.plane());
    var refused = Limits.of(print, seen.room());
    var more = refused.isEmpty() ? origin : origin + refused;
    var checksum =
        more.isEmpty()
            ? Checksum.of(server, authorities, cluster, kubelet).text()
            : Checksum.of(server, authorities, cluster, kubelet, more).text();
    var before =
        Optional.ofNullable(seen.plane().getStatus())
            .flatMap(status -> Optional.ofNullable(status.kubeadmPhase()))
            .flatMap(phase -> Optional.ofNullable(phase.bootstrapToken().checksum()));
    return Optional.of(
        new Plan.Basics(
            server,
            authorities,
            cluster,
            kubelet,
            refused,
            checksum,
            before.filter(checksum::equals).isPresent()));
  }
}
