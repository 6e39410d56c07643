package dev.butlerlabs.butler.sandbox.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.sandbox.plane.Ports;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The manifests of Cluster API, pointed at managers that run as host processes: webhooks and
 * conversion are reached by a loopback address instead of a Service.
 */
record ClusterApi(List<Program> programs) {

  /** One of its programs: its manifests as they are published, and what it listens as. */
  record Program(String name, String listener, List<ObjectNode> kinds, List<ObjectNode> webhooks) {

    private static Program read(String name, String listener, Path config) {
      var kinds = new ArrayList<ObjectNode>();
      files(config.resolve("crd/bases")).forEach(file -> kinds.addAll(Yaml.read(file)));
      var webhooks = Yaml.read(config.resolve("webhook/manifests.yaml"));
      return new Program(name, listener, kinds, webhooks);
    }

    private Door door(Ports ports, String caBundle) {
      return new Door("https://127.0.0.1:" + ports.of(listener), caBundle);
    }
  }

  /** Where a program is called, and who vouches for it. */
  private record Door(String url, String caBundle) {

    void openFor(ObjectNode client, String path) {
      client.put("url", url + path).put("caBundle", caBundle);
    }
  }

  /** Reads the published manifests; they are long. */
  static ClusterApi read(Path folder) {
    return new ClusterApi(
        List.of(
            Program.read("capi", Listeners.CORE, folder.resolve("config")),
            Program.read(
                "capi-kubeadm-bootstrap",
                Listeners.KUBEADM,
                folder.resolve("bootstrap/kubeadm/config"))));
  }

  List<Manifest> manifests(Ports ports, String caBundle) {
    var manifests = new ArrayList<Manifest>();
    for (var program : programs) {
      var door = program.door(ports, caBundle);
      program.kinds().forEach(kind -> manifests.add(Manifest.of(converting(kind, door))));
      program
          .webhooks()
          .forEach(one -> manifests.add(Manifest.of(reachable(one, program.name(), door))));
    }
    return manifests;
  }

  private static List<Path> files(Path folder) {
    try (var files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".yaml")).sorted().toList();
    } catch (IOException e) {
      throw new Refusal(
          folder.toString(),
          "cannot be listed: " + e,
          "remove the Cluster API manifests from the tool cache and start again");
    }
  }

  private static ObjectNode converting(ObjectNode crd, Door door) {
    var conversion = ((ObjectNode) crd.get("spec")).putObject("conversion");
    conversion.put("strategy", "Webhook");
    var webhook = conversion.putObject("webhook");
    webhook.putArray("conversionReviewVersions").add("v1");
    door.openFor(webhook.putObject("clientConfig"), "/convert");
    if (crd.at("/spec/group").asText().startsWith("bootstrap.")) {
      // Cluster API finds a provider's kinds, and the contract they keep, by these labels.
      var labels = crd.withObject("/metadata").withObject("/labels");
      labels.put("cluster.x-k8s.io/v1beta1", "v1beta1");
      labels.put("cluster.x-k8s.io/v1beta2", "v1beta2");
    }
    return crd;
  }

  private static ObjectNode reachable(ObjectNode configuration, String program, Door door) {
    var metadata = configuration.withObject("/metadata");
    metadata.put("name", program + "-" + metadata.path("name").asText());
    for (var webhook : configuration.path("webhooks")) {
      var path = webhook.at("/clientConfig/service/path").asText();
      door.openFor(((ObjectNode) webhook).putObject("clientConfig"), path);
    }
    return configuration;
  }
}
