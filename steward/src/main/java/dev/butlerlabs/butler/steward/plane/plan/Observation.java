package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.steward.versions.KubernetesVersion.Minor;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One look at a control plane: everything its plan may know.
 *
 * @param keys our Secrets as stored, or as made in this run
 * @param service as stored: its addresses are read, nothing of it is taken over
 * @param deployment as stored: its progress is read, nothing of it is taken over
 * @param oldestKubelet of the nodes that have joined, absent when there are none or nobody looked
 * @param podTrouble why a pod does not come up, absent when none says so or nobody looked
 * @param edge the ways from outside besides the Service
 * @param given what the user gives for pods to read
 */
public record Observation(
    TenantControlPlane plane,
    Map<Part, Keys> keys,
    @Nullable Service service,
    @Nullable Deployment deployment,
    Room room,
    @Nullable Minor oldestKubelet,
    @Nullable String podTrouble,
    Instant now,
    Edge edge,
    Given given) {

  public Observation {
    var copy = new EnumMap<Part, Keys>(Part.class);
    copy.putAll(keys);
    keys = Collections.unmodifiableMap(copy);
  }

  /** A look at a control plane that is reached by its Service alone. */
  public Observation(
      TenantControlPlane plane,
      Map<Part, Keys> keys,
      @Nullable Service service,
      @Nullable Deployment deployment,
      Room room,
      @Nullable Minor oldestKubelet,
      @Nullable String podTrouble,
      Instant now) {
    this(
        plane,
        keys,
        service,
        deployment,
        room,
        oldestKubelet,
        podTrouble,
        now,
        Edge.NONE,
        Given.NOTHING);
  }

  /** The same look with other ways from outside. */
  public Observation with(Edge other) {
    return new Observation(
        plane, keys, service, deployment, room, oldestKubelet, podTrouble, now, other, given);
  }

  public Optional<Keys> find(Part part) {
    return Optional.ofNullable(keys.get(part));
  }

  /** The same look after more keys were made. */
  public Observation with(Map<Part, Keys> made) {
    var all = new EnumMap<Part, Keys>(Part.class);
    all.putAll(keys);
    all.putAll(made);
    return new Observation(
        plane, all, service, deployment, room, oldestKubelet, podTrouble, now, edge, given);
  }

  /** The same look with other keys in place of those that were seen. */
  public Observation seeing(Map<Part, Keys> others) {
    return new Observation(
        plane, others, service, deployment, room, oldestKubelet, podTrouble, now, edge, given);
  }

  /** The same look after the basics were written into the tenant. */
  public Observation with(Plan.Basics written) {
    var told = new TenantControlPlane();
    told.setMetadata(plane.getMetadata());
    told.setSpec(plane.getSpec());
    told.setStatus(StatusFields.joinable(plane.getStatus(), written, now));
    return new Observation(
        told, keys, service, deployment, room, oldestKubelet, podTrouble, now, edge, given);
  }

  /** The same look after the store had something else to say. */
  public Observation with(Room other) {
    return new Observation(
        plane, keys, service, deployment, other, oldestKubelet, podTrouble, now, edge, given);
  }

  /** The same look after the Service was stored. */
  public Observation with(Service stored) {
    return new Observation(
        plane, keys, stored, deployment, room, oldestKubelet, podTrouble, now, edge, given);
  }

  /** The same look after the Deployment was stored. */
  public Observation with(Deployment stored) {
    return new Observation(
        plane, keys, service, stored, room, oldestKubelet, podTrouble, now, edge, given);
  }

  /** The same look after the pods were asked why they do not come up. */
  public Observation troubled(@Nullable String why) {
    return new Observation(
        plane, keys, service, deployment, room, oldestKubelet, why, now, edge, given);
  }

  boolean deleting() {
    return plane.getMetadata().getDeletionTimestamp() != null;
  }

  /** The version that was rolled out last, empty before the first time. */
  Optional<String> recordedVersion() {
    return Optional.ofNullable(plane.getStatus())
        .flatMap(status -> Optional.ofNullable(status.kubernetesResources()))
        .flatMap(resources -> Optional.ofNullable(resources.version()))
        .flatMap(version -> Optional.ofNullable(version.version()))
        .filter(version -> !version.isEmpty());
  }
}
