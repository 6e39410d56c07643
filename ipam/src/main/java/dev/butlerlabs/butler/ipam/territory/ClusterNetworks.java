package dev.butlerlabs.butler.ipam.territory;

import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.ipam.address.Block;
import dev.butlerlabs.butler.ipam.address.Parsed;
import dev.butlerlabs.butler.ipam.territory.Surroundings.ClusterNetwork;
import dev.butlerlabs.butler.kernel.ObjectKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The pod and Service networks of clusters, each network once however many clusters use it. */
final class ClusterNetworks {

  private static final String PODS = "10.244.0.0/16";
  private static final String SERVICES = "10.96.0.0/12";

  /** Who uses a network for what: the first of them by name, and how many there are. */
  private record Users(String what, ObjectKey first, int count) {

    Users and(ObjectKey another) {
      return new Users(what, first.compareTo(another) < 0 ? first : another, count + 1);
    }

    String text() {
      var others = count == 1 ? "" : " and %d more".formatted(count - 1);
      return "%s network of TenantCluster %s%s".formatted(what, first, others);
    }
  }

  private ClusterNetworks() {}

  static List<ClusterNetwork> of(Collection<TenantCluster> clusters) {
    var pods = new TreeMap<String, Users>();
    var services = new TreeMap<String, Users>();
    for (var cluster : clusters) {
      if (cluster.getSpec() == null) {
        continue;
      }
      var key = Lookout.keyOf(cluster);
      var networking = cluster.getSpec().networking();
      add(pods, networking == null ? PODS : text(networking.podCIDR(), PODS), "pod", key);
      add(
          services,
          networking == null ? SERVICES : text(networking.serviceCIDR(), SERVICES),
          "Service",
          key);
    }
    var networks = new ArrayList<ClusterNetwork>();
    collect(pods, networks);
    collect(services, networks);
    return networks;
  }

  private static String text(@Nullable String given, String otherwise) {
    return Objects.requireNonNullElse(given, otherwise);
  }

  private static void add(Map<String, Users> into, String block, String what, ObjectKey key) {
    var known = into.get(block);
    into.put(block, known == null ? new Users(what, key, 1) : known.and(key));
  }

  private static void collect(Map<String, Users> from, List<ClusterNetwork> into) {
    from.forEach(
        (text, users) -> {
          if (Block.parse(text) instanceof Parsed.Good<Block>(var block)) {
            into.add(new ClusterNetwork(block, users.text()));
          }
        });
  }
}
