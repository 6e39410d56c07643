package dev.butlerlabs.butler.steward.plane;

import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.Verdict;
import dev.butlerlabs.butler.steward.plane.plan.Edge;
import dev.butlerlabs.butler.steward.plane.plan.Plan;
import io.fabric8.kubernetes.api.model.ConditionBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.Gateway;
import io.fabric8.kubernetes.api.model.gatewayapi.v1.GatewayBuilder;
import io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TLSRoute;
import io.fabric8.kubernetes.api.model.gatewayapi.v1alpha2.TLSRouteBuilder;
import io.fabric8.kubernetes.api.model.networking.v1.Ingress;
import io.fabric8.kubernetes.api.model.networking.v1.IngressBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExposureTest {

  private static final ObjectKey EDGE = new ObjectKey("gateways", "edge");

  private static final String GATEWAY =
      """
      kubernetes: {version: v1.36.3, kubelet: {}}
      controlPlane:
        service: {serviceType: ClusterIP}
        gateway:
          hostname: shop.example.com
          parentRefs: [{name: edge, namespace: gateways}]
      """;

  @ParameterizedTest
  @CsvSource({
    "haproxy, haproxy.org/ssl-passthrough",
    "nginx, nginx.ingress.kubernetes.io/ssl-passthrough"
  })
  void ingressPassesTlsThrough(String controller, String annotation) {
    var world = new World(Planes.of("shop", ingress("shop.example.com:8443", controller)));

    var plan = world.run();

    var made = one(plan, Ingress.class);
    assertThat(made.getMetadata().getAnnotations()).containsEntry(annotation, "true");
    assertThat(made.getSpec().getRules().getFirst().getHost()).isEqualTo("shop.example.com");
    assertThat(made.getSpec().getTls().getFirst().getSecretName()).isNull();
    assertThat(plan.status().controlPlaneEndpoint()).isEqualTo("shop.example.com:8443");
    assertThat(verdict(plan).reason()).isEqualTo("IngressPending");
  }

  @ParameterizedTest
  @CsvSource({
    "'', generic, no DNS name",
    "not_a_name, generic, no DNS name",
    "shop.example.com, traefik, objects of its own"
  })
  void ingressThatCannotWorkIsRefused(String host, String controller, String why) {
    var plan = new World(Planes.of("shop", ingress(host, controller))).run();

    assertThat(plan.service()).isEmpty();
    assertThat(plan.report().cause().orElseThrow().sentence()).contains(why);
  }

  @Test
  void routeTakesTheListenerThatPassesTlsThrough() {
    var world = new World(Planes.of("shop", GATEWAY));
    world.edge =
        edge(
            listener("web", "HTTPS", "Terminate", 443, null),
            listener("others", "TLS", "Passthrough", 6443, "*.other.com"),
            listener("api", "TLS", "Passthrough", 6443, "*.example.com"));

    var plan = world.run();

    var parent = one(plan, TLSRoute.class).getSpec().getParentRefs().getFirst();
    assertThat(parent.getSectionName()).isEqualTo("api");
    assertThat(parent.getPort()).isEqualTo(6443);
    assertThat(plan.status().controlPlaneEndpoint()).isEqualTo("shop.example.com:6443");
    assertThat(verdict(plan).reason()).isEqualTo("RoutePending");
  }

  @Test
  void whatIsMissingBetweenGatewayAndControlPlaneIsToldOneAfterTheOther() {
    var world = new World(Planes.of("shop", GATEWAY));

    world.edge = Edge.NONE;
    assertThat(verdict(world.run()).message()).contains("serves no TLSRoutes", "experimental");
    world.edge = new Edge(true, Map.of(), Map.of(), null, null);
    assertThat(verdict(world.run()).message()).contains("no Gateway gateways/edge");
    world.edge = edge(listener("web", "HTTPS", "Terminate", 443, "example.com"));
    assertThat(verdict(world.run()).message())
        .contains("on port 6443", "web (HTTPS Terminate on 443 for example.com)", "Passthrough");
    var closed = listener("api", "TLS", "Passthrough", 6443, null);
    world.edge = edge(new GatewayBuilder(closed).build());
    assertThat(verdict(world.run()).reason()).isEqualTo("RoutePending");
    world.edge =
        edge(
            new GatewayBuilder(closed)
                .editSpec()
                .editListener(0)
                .withAllowedRoutes(null)
                .endListener()
                .endSpec()
                .build());
    assertThat(verdict(world.run()).message()).contains("its own namespace only");
  }

  @Test
  void answerOfTheGatewayIsPassedOn() {
    var world = new World(Planes.of("shop", GATEWAY));
    var gateways = edge(listener("api", "TLS", "Passthrough", 6443, null)).gateways();
    world.edge = new Edge(true, gateways, Map.of(), answered("False", "no such backend"), null);
    assertThat(verdict(world.run()).message()).contains("the Gateway refuses: no such backend");

    world.edge = new Edge(true, gateways, Map.of(), answered("True", "fine"), null);
    var plan = world.run();

    assertThat(verdict(plan).message()).isEqualTo("the control plane is reached from outside");
    var told = Objects.requireNonNull(plan.status().kubernetesResources());
    assertThat(Objects.requireNonNull(told.gateway()).accessPoints().getFirst().urls())
        .containsExactly("https://shop.example.com:6443");
  }

  @Test
  void wayThatIsWantedNoMoreIsTakenAway() {
    var world = new World(Planes.usual());
    var ingress = new IngressBuilder().withNewMetadata().withName("shop").endMetadata().build();
    world.edge = new Edge(true, Map.of(), Map.of(), answered("True", ""), ingress);

    assertThat(world.run().removals()).hasSize(2);
  }

  @Test
  void starIsNoNameToCall() {
    var plan = new World(Planes.of("shop", GATEWAY.replace("shop.example.com", "'*.example.com'")));

    assertThat(plan.run().report().cause().orElseThrow().sentence()).contains("without a star");
  }

  @Test
  void dualStackIsPreferredAndTheFirstFamilyIsAnnounced() {
    var four = new World(Planes.of("shop", Planes.USUAL + ranges("10.96.0.0/16,fd00::/108")));
    var six = new World(Planes.of("shop", Planes.USUAL + ranges("fd00::/108,10.96.0.0/16")));
    four.run();
    var plan = six.run();

    assertThat(Objects.requireNonNull(four.service).getSpec().getIpFamilyPolicy())
        .isEqualTo("PreferDualStack");
    assertThat(four.service.getSpec().getIpFamilies()).isEmpty();
    assertThat(Objects.requireNonNull(six.service).getSpec().getIpFamilies())
        .containsExactly("IPv6", "IPv4");
    assertThat(plan.report().cause().orElseThrow().sentence())
        .contains("first range of Services is IPv6", "would announce 192.0.2.7");
    six.balancer = "2001:db8::7";
    assertThat(six.run().status().controlPlaneEndpoint()).isEqualTo("[2001:db8::7]:6443");
  }

  private static String ranges(String ranges) {
    return "networkProfile: {serviceCidr: \"" + ranges + "\"}\n";
  }

  private static String ingress(String host, String controller) {
    return """
    kubernetes: {version: v1.36.3, kubelet: {}}
    controlPlane:
      service: {serviceType: ClusterIP}
      ingress: {hostname: "%s", controllerType: %s}
    """
        .formatted(host, controller);
  }

  private static Edge edge(Gateway... gateways) {
    var listeners =
        List.of(gateways).stream().flatMap(one -> one.getSpec().getListeners().stream()).toList();
    var all =
        new GatewayBuilder()
            .withNewMetadata()
            .withNamespace(EDGE.namespace())
            .withName(EDGE.name())
            .endMetadata()
            .withNewSpec()
            .withListeners(listeners)
            .endSpec()
            .build();
    return new Edge(true, Map.of(EDGE, all), Map.of(), null, null);
  }

  private static Gateway listener(
      String name, String protocol, String mode, int port, @Nullable String host) {
    return new GatewayBuilder()
        .withNewSpec()
        .addNewListener()
        .withName(name)
        .withProtocol(protocol)
        .withPort(port)
        .withHostname(host)
        .withNewTls()
        .withMode(mode)
        .endTls()
        .withNewAllowedRoutes()
        .withNewNamespaces()
        .withFrom("All")
        .endNamespaces()
        .endAllowedRoutes()
        .endListener()
        .endSpec()
        .build();
  }

  private static TLSRoute answered(String status, String message) {
    return new TLSRouteBuilder()
        .withNewMetadata()
        .withName("shop")
        .endMetadata()
        .withNewSpec()
        .withHostnames("shop.example.com")
        .endSpec()
        .withNewStatus()
        .addNewParent()
        .withControllerName("example.com/gateway")
        .withNewParentRef()
        .withName("edge")
        .endParentRef()
        .withConditions(
            new ConditionBuilder()
                .withType("Accepted")
                .withStatus(status)
                .withReason("Said")
                .withMessage(message)
                .withLastTransitionTime("2026-03-01T10:00:00Z")
                .build())
        .endParent()
        .endStatus()
        .build();
  }

  private static <T> T one(Plan plan, Class<T> type) {
    return plan.others().stream()
        .filter(type::isInstance)
        .map(type::cast)
        .findFirst()
        .orElseThrow();
  }

  private static Verdict verdict(Plan plan) {
    return PlanTest.verdict(plan, "Exposed");
  }
}
