package dev.butlerlabs.butler.sandbox.platform;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
record ClusterApi(Path folder, String caBundle) {

  /** One of its programs: where its manifests lie and where it listens. */
  record Program(String name, String manifests, int webhookPort) {

    String url(String path) {
      return "https://127.0.0.1:" + webhookPort + path;
    }
  }

  List<Manifest> manifests(List<Program> programs) {
    var manifests = new ArrayList<Manifest>();
    for (var program : programs) {
      var config = folder.resolve(program.manifests());
      for (var file : files(config.resolve("crd/bases"))) {
        Yaml.read(file).forEach(crd -> manifests.add(Manifest.of(converting(crd, program))));
      }
      for (var document : Yaml.read(config.resolve("webhook/manifests.yaml"))) {
        manifests.add(Manifest.of(reachable(document, program)));
      }
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

  private ObjectNode converting(ObjectNode crd, Program program) {
    var conversion = ((ObjectNode) crd.get("spec")).putObject("conversion");
    conversion.put("strategy", "Webhook");
    var webhook = conversion.putObject("webhook");
    webhook.putArray("conversionReviewVersions").add("v1");
    webhook.putObject("clientConfig").put("url", program.url("/convert")).put("caBundle", caBundle);
    if (crd.at("/spec/group").asText().startsWith("bootstrap.")) {
      // Cluster API finds a provider's kinds, and the contract they keep, by these labels.
      var labels = crd.withObject("/metadata").withObject("/labels");
      labels.put("cluster.x-k8s.io/v1beta1", "v1beta1");
      labels.put("cluster.x-k8s.io/v1beta2", "v1beta2");
    }
    return crd;
  }

  private ObjectNode reachable(ObjectNode configuration, Program program) {
    var metadata = configuration.withObject("/metadata");
    metadata.put("name", program.name() + "-" + metadata.path("name").asText());
    for (var webhook : configuration.path("webhooks")) {
      var path = webhook.at("/clientConfig/service/path").asText();
      ((ObjectNode) webhook)
          .putObject("clientConfig")
          .put("url", program.url(path))
          .put("caBundle", caBundle);
    }
    return configuration;
  }
}
