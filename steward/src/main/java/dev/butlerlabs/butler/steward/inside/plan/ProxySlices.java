package dev.butlerlabs.butler.steward.inside.plan;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.steward.net.Subnet;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.discovery.v1.Endpoint;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointBuilder;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSliceBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/**
 * What pods find behind {@code kubernetes.default}: the addresses of proxies that are ready, one
 * slice for each family. They are copied from the slices the tenant itself keeps of the proxies'
 * Service, and so are neither guessed nor another Service's virtual address.
 *
 * @param all the slices of the proxies' Service
 */
public record ProxySlices(List<EndpointSlice> all) {

  public static final String SERVICE_LABEL = "kubernetes.io/service-name";

  /** Where {@code kubernetes.default} is. */
  public static final String HOME = "default";

  /** The Service pods know, and the slice of the family it has. */
  public static final String KUBERNETES = "kubernetes";

  /** Which slices are read. */
  public static final String SELECTOR = SERVICE_LABEL + "=" + Proxies.NAME;

  private static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";

  public ProxySlices {
    all = List.copyOf(all);
  }

  /** Those among objects of a tenant. */
  public static ProxySlices among(List<? extends HasMetadata> found) {
    return new ProxySlices(
        found.stream()
            .filter(ProxySlices::ofTheProxies)
            .map(one -> WireFormat.mapper().convertValue(one, EndpointSlice.class))
            .toList());
  }

  /** Whether it is a slice of the proxies' Service, and none of ours. */
  public static boolean ofTheProxies(HasMetadata object) {
    var labels = object.getMetadata().getLabels();
    return labels != null && Proxies.NAME.equals(labels.get(SERVICE_LABEL));
  }

  /** How many proxies are ready, counted where pods look. */
  public int ready(Surroundings around) {
    return slices(around).stream().mapToInt(slice -> slice.getEndpoints().size()).max().orElse(0);
  }

  /** None while no proxy is ready. */
  List<EndpointSlice> slices(Surroundings around) {
    var byFamily = new TreeMap<String, Map<String, Endpoint>>();
    for (var slice : all) {
      // A slice without endpoints has no list of them.
      for (var endpoint : Objects.requireNonNullElse(slice.getEndpoints(), List.<Endpoint>of())) {
        if (isReady(endpoint)) {
          endpoint
              .getAddresses()
              .forEach(
                  address ->
                      byFamily
                          .computeIfAbsent(slice.getAddressType(), _ -> new TreeMap<>())
                          .put(address, at(address, endpoint)));
        }
      }
    }
    var first = around.network().services().getFirst().family();
    var families = around.network().services().stream().map(Subnet::family).distinct().toList();
    var made = new ArrayList<EndpointSlice>();
    for (var family : families) {
      var endpoints = byFamily.getOrDefault(family, Map.of());
      if (!endpoints.isEmpty()) {
        made.add(slice(family, family.equals(first), List.copyOf(endpoints.values())));
      }
    }
    return made;
  }

  /** Nothing said means ready; one that is ending gets no new callers. */
  private static boolean isReady(Endpoint endpoint) {
    var conditions = endpoint.getConditions();
    return conditions == null
        || (!Objects.equals(conditions.getReady(), false)
            && !Objects.equals(conditions.getTerminating(), true));
  }

  private static Endpoint at(String address, Endpoint seen) {
    return new EndpointBuilder()
        .withAddresses(address)
        .withNewConditions()
        .withReady(true)
        .endConditions()
        .withNodeName(seen.getNodeName())
        .build();
  }

  private static EndpointSlice slice(String family, boolean first, List<Endpoint> endpoints) {
    return new EndpointSliceBuilder()
        .withNewMetadata()
        .withNamespace(HOME)
        .withName(first ? KUBERNETES : KUBERNETES + "-" + family.toLowerCase(Locale.ROOT))
        .addToLabels(SERVICE_LABEL, KUBERNETES)
        .addToLabels(MANAGED_BY, Marks.STEWARD)
        .endMetadata()
        .withAddressType(family)
        .withEndpoints(endpoints)
        .addNewPort()
        .withName("https")
        .withPort(Proxies.PORT)
        .withProtocol("TCP")
        .endPort()
        .build();
  }
}
