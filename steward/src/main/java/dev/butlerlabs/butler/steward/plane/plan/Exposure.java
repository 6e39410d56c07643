package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.ExtraMetadata;
import dev.butlerlabs.butler.api.steward.Hosting;
import dev.butlerlabs.butler.api.steward.ServiceType;
import dev.butlerlabs.butler.steward.net.Subnet;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePort;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The Service in front of a control plane's pods. */
final class Exposure {

  private Exposure() {}

  static Service service(Blueprint print) {
    var wanted = print.spec().controlPlane().service();
    var network = print.network();
    var balanced = wanted.serviceType() == ServiceType.LOAD_BALANCER;
    var external =
        !balanced
            && network.address() != null
            && Boolean.TRUE.equals(network.allowAddressAsExternalIP());
    var service =
        new ServiceBuilder()
            .withMetadata(
                with(print.metadata(print.name(), "service"), wanted.additionalMetadata()))
            .withNewSpec()
            .withType(type(wanted.serviceType()))
            .withSelector(print.selector())
            .withIpFamilyPolicy(print.services().size() > 1 ? "PreferDualStack" : null)
            .withIpFamilies(families(print))
            .withPorts(ports(print))
            .withExternalIPs(external ? List.of(network.address()) : List.of())
            .withLoadBalancerClass(balanced ? network.loadBalancerClass() : null)
            .withLoadBalancerSourceRanges(balanced ? network.loadBalancerSourceRanges() : List.of())
            .endSpec()
            .build();
    return Workload.sealed(service);
  }

  /**
   * An API server announces an address of the family its Services have first. Where that is IPv4
   * the choice is left to the management cluster, which may have no other.
   */
  private static List<String> families(Blueprint print) {
    var families = print.services().stream().map(Subnet::family).distinct().toList();
    return families.getFirst().equals("IPv6") ? families : List.of();
  }

  private static String type(ServiceType type) {
    return switch (type) {
      case CLUSTER_IP -> "ClusterIP";
      case NODE_PORT -> "NodePort";
      case LOAD_BALANCER -> "LoadBalancer";
    };
  }

  private static List<ServicePort> ports(Blueprint print) {
    var wanted = print.spec().controlPlane().service();
    var onNodes = wanted.serviceType() == ServiceType.NODE_PORT;
    var ports = new ArrayList<ServicePort>();
    ports.add(
        new ServicePortBuilder()
            .withName("kube-apiserver")
            .withProtocol("TCP")
            .withPort(print.port())
            .withTargetPort(new IntOrString(print.port()))
            .withNodePort(onNodes ? print.port() : null)
            .build());
    Tunnel.in(print).ifPresent(ordered -> ports.add(Tunnel.servicePort(ordered, onNodes)));
    Trustd.of(print).map(Trustd::servicePort).ifPresent(ports::add);
    wanted.additionalPorts().stream().map(Exposure::port).forEach(ports::add);
    return ports;
  }

  private static ServicePort port(Hosting.Port port) {
    return new ServicePortBuilder()
        .withName(port.name())
        .withProtocol(port.protocol() == null ? "TCP" : port.protocol().name())
        .withPort(port.port())
        .withTargetPort(port.targetPort())
        .withAppProtocol(port.appProtocol())
        .build();
  }

  /** The user's labels and annotations, where ours leave room. */
  static ObjectMeta with(ObjectMeta ours, @Nullable ExtraMetadata extra) {
    if (extra != null) {
      ours.setLabels(over(extra.labels(), ours.getLabels()));
      ours.setAnnotations(over(extra.annotations(), ours.getAnnotations()));
    }
    return ours;
  }

  private static Map<String, String> over(
      Map<String, String> users, @Nullable Map<String, String> ours) {
    var all = new LinkedHashMap<String, String>(users);
    if (ours != null) {
      all.putAll(ours);
    }
    return all;
  }
}
