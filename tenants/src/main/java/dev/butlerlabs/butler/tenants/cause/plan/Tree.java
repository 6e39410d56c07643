package dev.butlerlabs.butler.tenants.cause.plan;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * All that is known about one cluster: its TenantCluster, and what caches hold of the objects
 * around it, in no order. What is not there was looked for and not found.
 *
 * @param parts ProviderConfig, DataStore, IPAllocations, ImageSync, TenantAddons; Namespace,
 *     Cluster, StewardControlPlane, TenantControlPlane and its Pods; MachineDeployments,
 *     MachineSets, Machines, their infrastructure and bootstrap objects; the Nodes of the tenant
 * @param refused what Butler could not write
 */
public record Tree(Part cluster, List<Part> parts, List<Refused> refused) {

  public Tree {
    parts = List.copyOf(parts);
    refused = List.copyOf(refused);
  }

  public static Tree of(
      JsonNode cluster, Collection<? extends JsonNode> parts, List<Refused> refused) {
    return new Tree(
        new Part(cluster), parts.stream().<Part>map(Part::new).toList(), List.copyOf(refused));
  }

  Stream<Part> all(String kind) {
    return parts.stream().filter(part -> part.kind().equals(kind));
  }

  Optional<Part> first(String kind) {
    return all(kind).findFirst();
  }

  Optional<Part> find(String kind, String name) {
    return all(kind).filter(part -> part.name().equals(name)).findFirst();
  }

  /** The object that another one names at a place, as Cluster API does it. */
  Optional<Part> named(Part by, String pointer) {
    return find(by.text(pointer + "/kind"), by.text(pointer + "/name"));
  }

  boolean leaving() {
    return cluster.leaving().isPresent();
  }

  /** Whether somebody has decided that the cluster may be made. */
  boolean letIn() {
    return cluster.json().at("/status/effective").isObject();
  }

  /** Whether the hosted API server can be used. */
  boolean serves() {
    return first("TenantControlPlane").filter(plane -> plane.holds("Ready")).isPresent();
  }

  /** Whether its platform has something left to make or to remove. */
  boolean concernsPlatform() {
    var wanted = all("MachineDeployment").mapToInt(one -> one.number("/spec/replicas")).sum();
    var made =
        all("Machine")
            .filter(one -> one.leaving().isEmpty())
            .filter(one -> one.holds("InfrastructureReady"))
            .count();
    var going = all("Machine").anyMatch(one -> one.leaving().isPresent());
    return leaving()
        ? all("Machine").findAny().isPresent()
        : going || made < wanted || !networked() || first("MachineDeployment").isEmpty();
  }

  private boolean networked() {
    return first("Cluster").filter(cluster -> cluster.holds("InfrastructureReady")).isPresent();
  }
}
