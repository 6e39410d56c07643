package dev.butlerlabs.butler.steward.inside.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.TcpProxy;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.steward.net.Subnet;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.IntOrString;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudgetBuilder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The proxies that lead calls from inside a tenant to its API server.
 *
 * <p>They are on the nodes' own network, because network plugins need the API before pods have one.
 * They call the API server by its address outside and ask it nothing, so that they need no token
 * and no rights; the Service finds out which of them are ready, and has no address of its own.
 */
final class Proxies {

  static final String NAME = "steward-tcp-proxy";
  static final String KEYS = "steward-tcp-proxy-tls";
  static final String IMAGE = "ghcr.io/butlerlabs/butler-tcp-proxy:v0.1.0";

  /** On the nodes, so it must be free there. */
  static final int PORT = 6443;

  private static final String FILES = "/etc/steward-tcp-proxy";
  private static final Map<String, String> LABELS = Map.of("k8s-app", NAME);
  private static final ObjectMapper MAPPER = WireFormat.mapper();

  private static final Template TEMPLATE = Template.of(ProxyManifest.TEXT);

  private Proxies() {}

  static List<HasMetadata> objects(Surroundings around, TcpProxy given) {
    var keys = around.proxyKeys();
    var objects = new ArrayList<HasMetadata>();
    if (around.routedBy() != null && keys != null) {
      objects.add(
          new SecretBuilder()
              .withMetadata(metadata(KEYS))
              .withType("kubernetes.io/tls")
              .withData(SecretText.encode(keys.files()))
              .build());
    }
    objects.addAll(TEMPLATE.fill(values(around, given)));
    seal(objects.getLast());
    objects.add(
        new PodDisruptionBudgetBuilder()
            .withMetadata(metadata(NAME))
            .withNewSpec()
            .withMaxUnavailable(new IntOrString(1))
            .withNewSelector()
            .withMatchLabels(LABELS)
            .endSelector()
            .endSpec()
            .build());
    return objects;
  }

  private static ObjectMeta metadata(String name) {
    return new ObjectMetaBuilder()
        .withNamespace("kube-system")
        .withName(name)
        .withLabels(LABELS)
        .build();
  }

  /** A field that is wanted no more shows in it. */
  private static void seal(HasMetadata made) {
    var checksum = Checksum.of(WireFormat.sorted(made)).text();
    made.getMetadata().setAnnotations(Map.of(Marks.CHECKSUM, checksum));
  }

  private static Map<String, JsonNode> values(Surroundings around, TcpProxy given) {
    var values = new LinkedHashMap<String, JsonNode>();
    values.put("image", TextNode.valueOf(Objects.requireNonNullElse(given.image(), IMAGE)));
    values.put("arguments", texts(arguments(around, given)));
    values.put("resources", resources(given));
    values.put("hostAliases", MAPPER.valueToTree(given.hostAliases()));
    var families = around.network().services().stream().map(Subnet::family).distinct().toList();
    values.put("families", texts(families));
    values.put("policy", TextNode.valueOf(families.size() > 1 ? "PreferDualStack" : "SingleStack"));
    var ends = around.routedBy() != null;
    values.put("volumes", ends ? volumes() : JsonNodeFactory.instance.arrayNode());
    values.put("mounts", ends ? mounts() : JsonNodeFactory.instance.arrayNode());
    return values;
  }

  private static List<String> arguments(Surroundings around, TcpProxy given) {
    var arguments = new ArrayList<String>();
    arguments.add("--listen=:" + PORT);
    arguments.add("--health=:" + ProxyManifest.HEALTH);
    arguments.add("--upstream=" + upstream(around, given));
    if (around.routedBy() != null) {
      arguments.add("--server-name=" + around.routedBy());
      arguments.add("--certificate=" + FILES + "/tls.crt");
      arguments.add("--key=" + FILES + "/tls.key");
      arguments.add("--authorities=" + FILES + "/ca.crt");
    }
    return arguments;
  }

  private static String upstream(Surroundings around, TcpProxy given) {
    var own = given.internalEndpoint();
    if (own == null) {
      return around.server().toString();
    }
    return own.lastIndexOf(':') > own.lastIndexOf(']') ? own : own + ":" + around.server().port();
  }

  private static JsonNode resources(TcpProxy given) {
    if (given.resources() != null) {
      return MAPPER.valueToTree(given.resources());
    }
    var own = JsonNodeFactory.instance.objectNode();
    own.putObject("requests").put("cpu", "20m").put("memory", "96Mi");
    own.putObject("limits").put("memory", "192Mi");
    return own;
  }

  private static ArrayNode volumes() {
    var volumes = JsonNodeFactory.instance.arrayNode();
    var volume = volumes.addObject().put("name", "tls").putObject("secret");
    volume.put("secretName", KEYS).put("defaultMode", 0440);
    return volumes;
  }

  private static ArrayNode mounts() {
    var mounts = JsonNodeFactory.instance.arrayNode();
    mounts.addObject().put("name", "tls").put("mountPath", FILES).put("readOnly", true);
    return mounts;
  }

  private static ArrayNode texts(List<String> texts) {
    var array = JsonNodeFactory.instance.arrayNode();
    texts.forEach(array::add);
    return array;
  }
}
