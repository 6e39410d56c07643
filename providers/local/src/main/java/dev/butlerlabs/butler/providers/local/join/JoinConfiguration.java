package dev.butlerlabs.butler.providers.local.join;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.butlerlabs.butler.pki.BootstrapToken;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Reads kubeadm's JoinConfiguration out of the files beside it, in any version it had so far. */
final class JoinConfiguration {

  private static final ObjectReader YAML = new YAMLMapper().readerFor(JsonNode.class);

  private final CloudConfig files;
  private final JsonNode root;

  private JoinConfiguration(CloudConfig files, JsonNode root) {
    this.files = files;
    this.root = root;
  }

  static JoinOrder read(CloudConfig files, String hostname) {
    var root =
        files.files().values().stream()
            .filter(content -> content.contains("JoinConfiguration"))
            .flatMap(content -> documents(content).stream())
            .filter(document -> document.path("kind").asText().equals("JoinConfiguration"))
            .findFirst()
            .orElseThrow(
                () ->
                    new UnusableData(
                        "it has no JoinConfiguration of kubeadm; simulated machines can only be"
                            + " workers that join with kubeadm"));
    if (root.hasNonNull("controlPlane")) {
      throw new UnusableData("it joins a control plane; simulated machines can only be workers");
    }
    return new JoinConfiguration(files, root).order(hostname);
  }

  private static List<JsonNode> documents(String content) {
    try (var all = YAML.<JsonNode>readValues(content)) {
      return all.readAll();
    } catch (JsonProcessingException broken) {
      throw new UnusableData("its JoinConfiguration is no YAML");
    } catch (IOException impossible) {
      throw new IllegalStateException("a text in memory can always be read", impossible);
    }
  }

  private JoinOrder order(String hostname) {
    var registration = root.path("nodeRegistration");
    var extra = extraArguments(registration.path("kubeletExtraArgs"));
    var name = registration.path("name").asText("");
    if (name.contains("{{")) {
      throw new UnusableData("nodeRegistration.name asks for something this machine cannot tell");
    }
    var taints = new ArrayList<Taint>();
    registration.path("taints").forEach(taint -> taints.add(taint(taint)));
    list(extra, "register-with-taints").forEach(text -> taints.add(taint(text)));
    return new JoinOrder(
        discovery(root.path("discovery")),
        (name.isEmpty() ? hostname : name).toLowerCase(Locale.ROOT),
        labels(list(extra, "node-labels")),
        taints);
  }

  private Discovery discovery(JsonNode discovery) {
    var common = token(discovery, "tlsBootstrapToken");
    var byToken = discovery.path("bootstrapToken");
    if (byToken.isObject()) {
      var signer =
          token(byToken, "token")
              .or(() -> common)
              .orElseThrow(() -> new UnusableData("discovery.bootstrapToken has no token"));
      return new Discovery.ByToken(endpoint(byToken), signer, pins(byToken), common.orElse(signer));
    }
    var path = discovery.at("/file/kubeConfigPath").asText("");
    if (path.isEmpty()) {
      throw new UnusableData("its JoinConfiguration has neither discovery by token nor by file");
    }
    var text = Objects.requireNonNullElse(files.files().get(path), "");
    if (text.isEmpty()) {
      throw new UnusableData(
          "discovery.file names %s, which it does not write in a form that is read here"
              .formatted(path));
    }
    var token =
        common
            .or(() -> Optional.ofNullable(Whereabouts.token(text, path)))
            .orElseThrow(
                () ->
                    new UnusableData(
                        "neither tlsBootstrapToken nor %s has a token".formatted(path)));
    return new Discovery.ByFile(Whereabouts.parse(text, path), token);
  }

  private static String endpoint(JsonNode byToken) {
    var endpoint = byToken.path("apiServerEndpoint").asText("");
    if (!endpoint.matches("[^\\s/@]+:[0-9]+")) {
      throw new UnusableData("discovery.bootstrapToken.apiServerEndpoint is no host:port");
    }
    return endpoint;
  }

  private static List<String> pins(JsonNode byToken) {
    var pins = new ArrayList<String>();
    byToken.path("caCertHashes").forEach(pin -> pins.add(pin.asText().toLowerCase(Locale.ROOT)));
    if (pins.isEmpty() && !byToken.path("unsafeSkipCAVerification").asBoolean()) {
      throw new UnusableData(
          "discovery.bootstrapToken has no caCertHashes and does not say that it needs none");
    }
    return pins;
  }

  private static Optional<BootstrapToken> token(JsonNode from, String field) {
    var text = from.path(field).asText("");
    return text.isEmpty() ? Optional.empty() : Optional.of(BootstrapToken.parse(text));
  }

  /** A map until v1beta3 of kubeadm's configuration, a list of names and values since. */
  private static Map<String, String> extraArguments(JsonNode given) {
    var arguments = new LinkedHashMap<String, String>();
    if (given.isObject()) {
      given.properties().forEach(one -> arguments.put(one.getKey(), one.getValue().asText()));
    }
    if (given.isArray()) {
      given.forEach(one -> arguments.put(one.path("name").asText(), one.path("value").asText("")));
    }
    return arguments;
  }

  private static List<String> list(Map<String, String> arguments, String name) {
    var text = Objects.requireNonNullElse(arguments.get(name), "");
    return List.of(text.split(",", -1)).stream().filter(one -> !one.isBlank()).toList();
  }

  private static Map<String, String> labels(List<String> texts) {
    var labels = new LinkedHashMap<String, String>();
    for (var text : texts) {
      var cut = text.split("=", 2);
      labels.put(cut[0].strip(), cut.length == 2 ? cut[1].strip() : "");
    }
    return labels;
  }

  private static Taint taint(JsonNode taint) {
    return new TaintBuilder()
        .withKey(taint.path("key").asText())
        .withValue(taint.hasNonNull("value") ? taint.path("value").asText() : null)
        .withEffect(taint.path("effect").asText())
        .build();
  }

  /** {@code key=value:effect}, where the value may be left out. */
  private static Taint taint(String text) {
    var colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new UnusableData("register-with-taints has a taint without an effect");
    }
    var pair = text.substring(0, colon).split("=", 2);
    return new TaintBuilder()
        .withKey(pair[0].strip())
        .withValue(pair.length == 2 ? pair[1] : null)
        .withEffect(text.substring(colon + 1))
        .build();
  }
}
