package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.infra.MachineRequest;
import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One namespace with the account of one platform, and the hands of its users. */
record Street(KubernetesClient client, String namespace, List<Secret> secrets) {

  private static final String API = "butler.butlerlabs.dev/v1alpha1";
  private static final String ACCOUNT = "account";
  private static final int CLUSTERS = 3;

  static Street open(KubernetesClient client, String namespace, Stage stage) {
    client
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
    var account = stage.account();
    var secret =
        account.credentials().keys().stream()
            .collect(
                Collectors.toMap(
                    key -> key,
                    key -> account.credentials().find(key).map(SecretText::reveal).orElse("")));
    var stored =
        client
            .resource(
                new SecretBuilder()
                    .withNewMetadata()
                    .withNamespace(namespace)
                    .withName(ACCOUNT)
                    .endMetadata()
                    .withStringData(secret)
                    .build())
            .create();
    var street = new Street(client, namespace, List.of(stored));
    Map<String, Object> spec =
        WireFormat.mapper()
            .convertValue(
                account.spec(),
                WireFormat.mapper()
                    .getTypeFactory()
                    .constructMapType(java.util.TreeMap.class, String.class, Object.class));
    spec.put("credentialsRef", Map.of("name", ACCOUNT));
    street.create("ProviderConfig", ACCOUNT, spec, Map.of());
    return street;
  }

  Glance glance() {
    return Glance.at(client, namespace, secrets);
  }

  /**
   * An order of the least size; user data with a word that nobody may repeat. Half of the machines
   * have a further disk, and they are of three clusters, whose machines are spread.
   *
   * @param machine with the number of its house at the end
   */
  void order(String machine, String image) {
    var spec =
        new HashMap<String, Object>(
            Map.of(
                "providerRef",
                Map.of("name", ACCOUNT),
                "machineName",
                machine,
                "role",
                "worker",
                "cpu",
                2,
                "memoryMB",
                2048,
                "diskGB",
                20,
                "image",
                image,
                "userData",
                Canaries.USER_DATA));
    if (disks(machine) > 1) {
      spec.put("extraDisks", List.of(Map.of("sizeGB", 5)));
    }
    create(
        "MachineRequest",
        machine,
        spec,
        Map.of(Labels.CLUSTER, "cluster-" + house(machine) % CLUSTERS));
  }

  /** How many disks a machine of that name is ordered with. */
  static int disks(String machine) {
    return 1 + house(machine) % 2;
  }

  private static int house(String machine) {
    var number = machine.substring(machine.lastIndexOf('-') + 1);
    return number.matches("\\d+") ? Integer.parseInt(number) : 0;
  }

  private void create(
      String kind, String name, Map<String, Object> spec, Map<String, String> labels) {
    var object = new GenericKubernetesResource();
    object.setApiVersion(API);
    object.setKind(kind);
    object.setMetadata(
        new ObjectMetaBuilder().withNamespace(namespace).withName(name).withLabels(labels).build());
    object.setAdditionalProperty("spec", spec);
    client.resource(object).create();
  }

  void cancelAll() {
    client.resources(MachineRequest.class).inNamespace(namespace).delete();
  }

  /** Everything that was told in events since the last time. They go with it. */
  List<String> eventsTold() {
    var format = client.getKubernetesSerialization();
    var events = client.events().v1().events().inNamespace(namespace);
    var told = events.list().getItems().stream().map(format::asJson).toList();
    events.delete();
    return told;
  }
}
