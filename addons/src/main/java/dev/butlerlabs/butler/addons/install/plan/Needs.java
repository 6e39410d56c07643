package dev.butlerlabs.butler.addons.install.plan;

import dev.butlerlabs.butler.addons.catalog.plan.Dependencies;
import dev.butlerlabs.butler.api.addons.AddonDefinitionSpec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What an addon waits for before it is installed, and who waits for it before it goes. */
public final class Needs {

  private Needs() {}

  /**
   * What is needed and not there, one clause each.
   *
   * @param healthy platform addons that are told to be healthy on the cluster
   */
  public static List<String> unmet(
      Neighbour self,
      List<Neighbour> neighbours,
      Map<String, AddonDefinitionSpec> catalog,
      Set<String> healthy) {
    var unmet = new ArrayList<String>();
    for (var name : self.needs()) {
      find(name, neighbours)
          .ifPresentOrElse(
              other -> {
                if (!other.installed()) {
                  unmet.add("TenantAddon %s is not installed yet".formatted(name));
                }
              },
              () -> unmet.add("there is no TenantAddon " + name));
    }
    var addon = self.spec().addon();
    var definition = addon == null ? null : catalog.get(addon);
    if (definition != null) {
      definition.dependsOn().stream()
          .filter(name -> !healthy.contains(name))
          .filter(name -> !served(name, self, neighbours))
          .forEach(
              name ->
                  unmet.add(
                      "addon %s is not installed on cluster %s"
                          .formatted(name, self.spec().clusterRef().name())));
    }
    return unmet;
  }

  private static Optional<Neighbour> find(String name, List<Neighbour> neighbours) {
    return neighbours.stream().filter(one -> one.name().equals(name)).findFirst();
  }

  private static boolean served(String addon, Neighbour self, List<Neighbour> neighbours) {
    return neighbours.stream()
        .filter(one -> one.on(self.spec().clusterRef().name()))
        .anyMatch(one -> addon.equals(one.spec().addon()) && one.installed());
  }

  /**
   * Those who have a release and need this one; they have to go first. None among addons that need
   * each other in a circle, because then nobody could go.
   */
  public static Set<String> dependents(
      Neighbour self, List<Neighbour> neighbours, Map<String, AddonDefinitionSpec> catalog) {
    var found = new TreeSet<String>();
    for (var other : neighbours) {
      if (other.holds()
          && other.on(self.spec().clusterRef().name())
          && (other.needs().contains(self.name()) || byCatalog(other, self, neighbours, catalog))) {
        found.add(other.name());
      }
    }
    return circle(self, neighbours) ? Set.of() : found;
  }

  /** Whether the other's definition needs ours, and nobody else on the cluster serves for it. */
  private static boolean byCatalog(
      Neighbour other,
      Neighbour self,
      List<Neighbour> neighbours,
      Map<String, AddonDefinitionSpec> catalog) {
    var mine = self.spec().addon();
    var theirs = other.spec().addon();
    var definition = theirs == null ? null : catalog.get(theirs);
    return mine != null
        && definition != null
        && definition.dependsOn().contains(mine)
        && !served(mine, self, neighbours);
  }

  /**
   * The same on the management cluster, where addons need what their definitions need.
   *
   * @param serving definitions whose addons are installed there
   */
  public static List<String> unmet(AddonDefinitionSpec definition, Set<String> serving) {
    return definition.dependsOn().stream()
        .filter(name -> !serving.contains(name))
        .map("addon %s is not installed on the management cluster"::formatted)
        .toList();
  }

  private static boolean circle(Neighbour self, List<Neighbour> neighbours) {
    var needs = new HashMap<String, List<String>>();
    neighbours.forEach(one -> needs.put(one.name(), one.needs()));
    needs.put(self.name(), self.needs());
    return new Dependencies(needs).cycleThrough(self.name()).isPresent();
  }
}
