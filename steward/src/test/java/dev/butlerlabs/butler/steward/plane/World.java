package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.steward.plane.plan.Edge;
import dev.butlerlabs.butler.steward.plane.plan.Given;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Observation;
import dev.butlerlabs.butler.steward.plane.plan.Order;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import dev.butlerlabs.butler.steward.plane.plan.PlanePlanner;
import dev.butlerlabs.butler.steward.plane.plan.Room;
import dev.butlerlabs.butler.steward.versions.Releases;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A cluster in small, in which plans are carried out: what they made is what is seen next. */
final class World {

  static final CertificateAuthority STORE =
      CertificateAuthority.selfSigned(
          "etcd",
          KeyKind.EC_P256,
          Duration.ofDays(36500),
          Instant.parse("2026-01-01T00:00:00Z"),
          new SecureRandom());

  static final Releases RELEASES = Releases.bundled();

  private static final SecureRandom RANDOM = new SecureRandom();

  TenantControlPlane plane;
  final Map<Part, Keys> keys = new EnumMap<>(Part.class);
  @Nullable Service service;
  @Nullable Deployment deployment;
  Room room = new Room.Ready("default", Driver.ETCD, List.of("etcd:2379"), STORE.certificatePem());
  Instant now = Instant.parse("2026-03-01T10:00:00Z");
  String balancer = "192.0.2.7";
  Edge edge = new Edge(true, Map.of(), Map.of(), null, null);
  Given given = Given.NOTHING;
  int rollouts;
  int leaving;
  int minted;

  World(TenantControlPlane plane) {
    this.plane = plane;
  }

  Observation look() {
    return new Observation(plane, keys, service, deployment, room, null, null, now, edge, given);
  }

  Plan plan() {
    return PlanePlanner.plan(look(), RELEASES);
  }

  /** One run of the reconciler; answers what it would tell. */
  Plan run() {
    var plan = plan();
    plan.service().ifPresent(this::store);
    for (var round = 0; round < 8; round++) {
      var seen = look();
      plan = PlanePlanner.plan(seen, RELEASES);
      if (plan.orders().isEmpty()) {
        break;
      }
      plan.orders().forEach(order -> keys.put(order.part(), make(order, seen)));
      minted += plan.orders().size();
    }
    plan.deployment().ifPresent(this::store);
    var told = new TenantControlPlane();
    told.setMetadata(plane.getMetadata());
    told.setSpec(plane.getSpec());
    told.setStatus(plan.status());
    plane = told;
    return plan;
  }

  /** Runs until nothing changes any more, with pods that become ready and a tenant that answers. */
  Plan settle() {
    for (var round = 0; round < 30; round++) {
      var before = look();
      var plan = run();
      rollOut();
      if (plan.basics().filter(basics -> !basics.written()).isPresent()) {
        plane = look().with(plan.basics().get()).plane();
      } else if (plan.rewriting().isPresent()) {
        keys.put(Part.ENCRYPTION, plan.rewriting().get().done());
      } else if (!plan.removals().isEmpty()) {
        plan.removals()
            .forEach(
                gone ->
                    keys.keySet()
                        .removeIf(
                            part -> part.secretOf("shop").equals(gone.getMetadata().getName())));
      } else if (look().equals(before)) {
        return plan;
      }
    }
    throw new AssertionError("it never settles");
  }

  private Keys make(Order order, Observation seen) {
    if (order instanceof Order.StoreLogin
        && room instanceof Room.Ready ready
        && ready.driver() == Driver.POSTGRESQL) {
      return Minter.replacing(
          Part.DATA_STORE, seen, Map.of("ca.crt", ready.authority(), "password", "s3cret"));
    }
    if (order instanceof Order.StoreLogin(var user)) {
      var wanted = CertificateOrder.client(Subject.named(user), Part.LEAF_LIFE);
      var login = STORE.issue(wanted, KeyKind.EC_P256, now, RANDOM);
      return Minter.replacing(
          Part.DATA_STORE,
          seen,
          Map.of(
              "ca.crt", STORE.certificatePem(),
              "server.crt", login.certificatePem(),
              "server.key", login.key().traditionalPem()));
    }
    return new Minter(RANDOM).make(order, seen);
  }

  private void store(Service wanted) {
    service =
        new ServiceBuilder(wanted)
            .editSpec()
            .withClusterIP("10.43.0.9")
            .endSpec()
            .withNewStatus()
            .withNewLoadBalancer()
            .addNewIngress()
            .withIp(balancer.matches("[0-9.]+") ? balancer : null)
            .withHostname(balancer.matches("[0-9.]*") ? null : balancer)
            .endIngress()
            .endLoadBalancer()
            .endStatus()
            .build();
  }

  private void store(Deployment wanted) {
    var before = deployment;
    var same = before != null && before.getSpec().equals(wanted.getSpec());
    if (before != null && !before.getSpec().getTemplate().equals(wanted.getSpec().getTemplate())) {
      rollouts++;
    }
    var generation = before == null ? 1L : before.getMetadata().getGeneration() + (same ? 0 : 1);
    deployment =
        new DeploymentBuilder(wanted)
            .editMetadata()
            .withGeneration(generation)
            .endMetadata()
            .withStatus(before == null ? null : before.getStatus())
            .build();
  }

  /** The Deployment controller has done all it has to do. */
  void rollOut() {
    var stored = deployment;
    if (stored == null) {
      return;
    }
    var pods = stored.getSpec().getReplicas();
    deployment =
        new DeploymentBuilder(stored)
            .withNewStatus()
            .withObservedGeneration(stored.getMetadata().getGeneration())
            .withReplicas(pods)
            .withUpdatedReplicas(pods)
            .withReadyReplicas(pods)
            .withAvailableReplicas(pods)
            .withTerminatingReplicas(leaving)
            .endStatus()
            .build();
  }

  Deployment deployment() {
    return Objects.requireNonNull(deployment, "there is no Deployment yet");
  }

  void ask(Part part) {
    var before = Objects.requireNonNull(keys.get(part));
    keys.put(part, new Keys(before.data(), before.type(), ""));
  }

  List<String> apiServerArguments() {
    return container("kube-apiserver").getArgs();
  }

  Container container(String name) {
    return containers().filter(one -> one.getName().equals(name)).findFirst().orElseThrow();
  }

  Stream<Container> containers() {
    var pods = deployment().getSpec().getTemplate().getSpec();
    return Stream.concat(pods.getInitContainers().stream(), pods.getContainers().stream());
  }
}
