package dev.butlerlabs.butler.providers.machines;

import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.api.infra.MachineRequestStatus;
import dev.butlerlabs.butler.api.infra.ProviderConfig;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** One namespace of a real API server with our kinds in it, and the hands of its users. */
record Lab(KubernetesClient client, String namespace) {

  static final String[] KINDS = {
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
    machine(name)
        .patch(
            PatchContext.of(PatchType.JSON_MERGE),
            "{\"metadata\":{\"annotations\":{\"%s\":\"%s\"}}}".formatted(key, value));
  }

  List<String> events(String name) {
    return client.events().v1().events().inNamespace(namespace).list().getItems().stream()
        .filter(event -> name.equals(event.getRegarding().getName()))
        .filter(event -> "MachineRequest".equals(event.getRegarding().getKind()))
        .map(event -> event.getReason())
        .toList();
  }

  /** All that anybody can read of what was told: statuses and events. */
  String everythingTold() {
    var format = client.getKubernetesSerialization();
    var text = new StringBuilder();
    client.resources(MachineRequest.class).inNamespace(namespace).list().getItems().stream()
        .map(one -> format.asJson(Objects.requireNonNullElse(one.getStatus(), "")))
        .forEach(text::append);
    client.resources(ProviderConfig.class).inNamespace(namespace).list().getItems().stream()
        .map(one -> format.asJson(Objects.requireNonNullElse(one.getStatus(), "")))
        .forEach(text::append);
    text.append(
        format.asJson(client.events().v1().events().inNamespace(namespace).list().getItems()));
    return text.toString();
  }
}
