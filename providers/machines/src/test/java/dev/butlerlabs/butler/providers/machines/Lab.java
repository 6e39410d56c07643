package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.ImageSync;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
import dev.butlerlabs.butler.api.network.LoadBalancerRequest;
import dev.butlerlabs.butler.api.tenancy.ButlerConfig;
import dev.butlerlabs.butler.kernel.Condition;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** One namespace of a real API server with our kinds in it, and the hands of its users. */
record Lab(KubernetesClient client, String namespace) {

  static final String[] KINDS = {
    "crds/butlerconfigs.butler.butlerlabs.dev.yaml",
    "crds/imagesyncs.butler.butlerlabs.dev.yaml",
    "crds/loadbalancerrequests.butler.butlerlabs.dev.yaml",
    "crds/machinerequests.butler.butlerlabs.dev.yaml",
    "crds/providerconfigs.butler.butlerlabs.dev.yaml",
    "crds/teams.butler.butlerlabs.dev.yaml"
  };

  /** Without it a text in braces is taken for JSON. */
  private static final String YAML = "---\n";

  static Lab in(TestCluster cluster) {
    cluster.installResources(KINDS);
    return new Lab(cluster.client(WireFormat.serialization()), cluster.namespace());
  }

  Lab account(String name) {
    secret(name, "right-password");
    config(name, name);
    return this;
  }

  Secret secret(String name, String password) {
    return client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withStringData(Map.of("password", password))
                .build())
        .createOr(existing -> existing.update());
  }

  ProviderConfig config(String name, String secret) {
    return create(
        ProviderConfig.class,
        "ProviderConfig",
        name,
        "{provider: proxmox, credentialsRef: {name: %s}, proxmox: {endpoint: 'https://127.0.0.1:1', nodes: [n], storage: s}}"
            .formatted(secret));
  }

  MachineRequest request(String name, String config, String more) {
    return create(
        MachineRequest.class,
        "MachineRequest",
        name,
        "{providerRef: {name: %s}, machineName: %s, role: worker, cpu: 2, memoryMB: 2048, diskGB: 20%s}"
            .formatted(config, name, more.isEmpty() ? "" : ", " + more));
  }

  /** A balancer of the cluster of that name, in front of these addresses. */
  LoadBalancerRequest balancer(String name, String config, String... addresses) {
    return create(
        LoadBalancerRequest.class,
        "LoadBalancerRequest",
        name,
        "{clusterName: %s, providerConfigRef: {name: %s}, targets: [%s]}"
            .formatted(
                name,
                config,
                Arrays.stream(addresses)
                    .map("{ip: %s}"::formatted)
                    .collect(Collectors.joining(", "))));
  }

  ImageSync image(String name, String config) {
    return create(
        ImageSync.class,
        "ImageSync",
        name,
        "{factoryRef: {schematicID: 0123456789abcdef, version: v1.9.3}, providerConfigRef: {name: %s}, displayName: %s}"
            .formatted(config, name));
  }

  ImageSync imageOf(String version, String name, String config) {
    return create(
        ImageSync.class,
        "ImageSync",
        name,
        "{factoryRef: {schematicID: 0123456789abcdef, version: '%s'}, providerConfigRef: {name: %s}, displayName: %s}"
            .formatted(version, config, name));
  }

  /** One whose file has that checksum. */
  ImageSync image(String name, String config, String sha256) {
    return create(
        ImageSync.class,
        "ImageSync",
        name,
        "{factoryRef: {schematicID: 0123456789abcdef, version: v1.9.3}, providerConfigRef: {name: %s}, displayName: %s, sha256: '%s'}"
            .formatted(config, name, sha256));
  }

  /** The platform's settings name the image factory; or there are none. */
  Lab factory(boolean named) {
    var settings = client.resources(ButlerConfig.class).withName(ButlerConfig.NAME);
    settings.withTimeout(60, TimeUnit.SECONDS).delete();
    if (named) {
      var yaml =
          "{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: ButlerConfig, metadata: {name: butler}, spec: {imageFactory: {url: 'https://factory.example.com/'}}}";
      client
          .resource(client.getKubernetesSerialization().unmarshal(YAML + yaml, ButlerConfig.class))
          .create();
    }
    return this;
  }

  <T extends HasMetadata> Resource<T> object(Class<T> type, String name) {
    return client.resources(type).inNamespace(namespace).withName(name);
  }

  /** Phase and conditions of any order, and why it failed. */
  String toldOf(Class<? extends HasMetadata> type, String name) {
    var status = WireFormat.mapper().valueToTree(object(type, name).require()).path("status");
    var text = new StringBuilder(status.path("phase").asText("none"));
    for (var condition : List.of("Ready", "Progressing", "Degraded")) {
      status
          .path("conditions")
          .forEach(
              one -> {
                if (one.path("type").asText().equals(condition)) {
                  text.append(' ')
                      .append(one.path("status").asText())
                      .append('/')
                      .append(one.path("reason").asText());
                }
              });
    }
    return text.append(' ').append(status.path("failureMessage").asText()).toString().strip();
  }

  <T extends HasMetadata> T create(Class<T> type, String kind, String name, String spec) {
    var yaml =
        "{apiVersion: butler.butlerlabs.dev/v1alpha1, kind: %s, metadata: {name: %s, namespace: %s}, spec: %s}"
            .formatted(kind, name, namespace, spec);
    return client
        .resource(client.getKubernetesSerialization().unmarshal(YAML + yaml, type))
        .create();
  }

  Resource<MachineRequest> machine(String name) {
    return client.resources(MachineRequest.class).inNamespace(namespace).withName(name);
  }

  Resource<ProviderConfig> provider(String name) {
    return client.resources(ProviderConfig.class).inNamespace(namespace).withName(name);
  }

  MachineRequestStatus status(String name) {
    return Objects.requireNonNull(machine(name).require().getStatus(), name + " has no status");
  }

  /** Phase, and each condition as type=status/reason. */
  String told(String name) {
    var status = status(name);
    return "%s %s %s %s"
        .formatted(
            Objects.requireNonNull(status.phase()),
            condition(name, "Ready"),
            condition(name, "Progressing"),
            condition(name, "Degraded"));
  }

  String condition(String name, String type) {
    return conditionOf(name, type).map(one -> one.status() + "/" + one.reason()).orElse("none");
  }

  String message(String name, String type) {
    return conditionOf(name, type).map(Condition::message).orElse("none");
  }

  private java.util.Optional<Condition> conditionOf(String name, String type) {
    return new Conditions(status(name).conditions()).find(type);
  }

  void annotate(String name, String key, String value) {
    annotate(machine(name), key, value);
  }

  static void annotate(Resource<?> object, String key, String value) {
    object.patch(
        PatchContext.of(PatchType.JSON_MERGE),
        "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(key, value));
  }

  List<String> events(String name) {
    return events("MachineRequest", name);
  }

  List<String> events(String kind, String name) {
    return client.events().v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> name.equals(event.getRegarding().getName()))
        .filter(event -> kind.equals(event.getRegarding().getKind()))
        .map(event -> event.getReason())
        .toList();
  }

  /** All that anybody can read of what was told: statuses and events. */
  String everythingTold() {
    var format = client.getKubernetesSerialization();
    var text = new StringBuilder();
    for (var type :
        List.of(
            MachineRequest.class,
            LoadBalancerRequest.class,
            ImageSync.class,
            ProviderConfig.class)) {
      client.resources(type).inNamespace(namespace).list().getItems().stream()
          .map(one -> WireFormat.mapper().valueToTree(one).path("status").toString())
          .forEach(text::append);
    }
    text.append(
        format.asJson(client.events().v1().events().inNamespace(namespace).list().getItems()));
    return text.toString();
  }
}
