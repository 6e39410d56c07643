package dev.butlerlabs.butler.bench.accounts;

import dev.butlerlabs.butler.api.infra.MachineRequest;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.KubernetesResourceList;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.FilterWatchListDeletable;
import io.fabric8.kubernetes.client.dsl.Resource;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** One namespace with the accounts of one run, and the hands of its users. */
record Town(KubernetesClient client, String namespace) {

  static final String TOKEN = "butler@pve!bench";
  static final String SECRET = "secret-of-the-token";
  private static final String API = "butler.butlerlabs.dev/v1alpha1";
  private static final String ACCOUNT = "account";

  static Town found(KubernetesClient client, String namespace) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    return new Town(client, namespace);
  }

  /** A Proxmox behind that door, and who may enter. */
  void account(String name, URI endpoint, String authority) {
    client
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName(name)
                .endMetadata()
                .withStringData(Map.of("token", TOKEN, "tokenSecret", SECRET, "ca.crt", authority))
                .build())
        .create();
    create(
        "ProviderConfig",
        name,
        Map.of(),
        Map.of(
            "provider",
            "proxmox",
            "credentialsRef",
            Map.of("name", name),
            "proxmox",
            Map.of(
                "endpoint", endpoint.toString(),
                "nodes", List.of("pve1", "pve2"),
                "storage", "ceph",
                "templateID", 9000,
                "vmidRange", Map.of("start", 10_000, "end", 29_999))));
  }

  /** A machine of the least size. */
  void order(String account, int number) {
    var name = account + "-" + number;
    create(
        "MachineRequest",
        name,
        Map.of(ACCOUNT, account),
        Map.of(
            "providerRef",
            Map.of("name", account),
            "machineName",
            name,
            "role",
            "worker",
            "cpu",
            1,
            "memoryMB",
            1024,
            "diskGB",
            10));
  }

  /** The orders of one account. */
  FilterWatchListDeletable<
          MachineRequest, KubernetesResourceList<MachineRequest>, Resource<MachineRequest>>
      orders(String account) {
    return client
        .resources(MachineRequest.class)
        .inNamespace(namespace)
        .withLabel(ACCOUNT, account);
  }

  private void create(
      String kind, String name, Map<String, String> labels, Map<String, Object> spec) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(API);
    object.setKind(kind);
    object.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName(name).withLabels(labels).build());
    object.setAdditionalProperty("spec", spec);
    client.resource(object).create();
  }
}
