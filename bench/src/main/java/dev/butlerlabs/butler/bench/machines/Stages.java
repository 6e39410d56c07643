package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.contracttests.aws.AwsStage;
import dev.butlerlabs.butler.providers.contracttests.azure.AzureStage;
import dev.butlerlabs.butler.providers.contracttests.gcp.GcpStage;
import dev.butlerlabs.butler.providers.contracttests.harvester.HarvesterStage;
import dev.butlerlabs.butler.providers.contracttests.nutanix.NutanixStage;
import dev.butlerlabs.butler.providers.contracttests.proxmox.ProxmoxStage;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Every platform there is a driver for, by the word that stands in {@code spec.provider}. */
public final class Stages {

  private static final String CLOUD = "harvester-cloud";

  private Stages() {}

  /** How each is set up, given an administrator's client of the API server. */
  public static SortedMap<String, Function<KubernetesClient, Stage>> all() {
    var all = new TreeMap<String, Function<KubernetesClient, Stage>>();
    all.put("proxmox", _ -> new ProxmoxStage());
    all.put("nutanix", _ -> new NutanixStage());
    all.put("azure", _ -> new AzureStage());
    all.put("gcp", _ -> new GcpStage());
    all.put("aws", _ -> new AwsStage());
    all.put("harvester", Stages::harvester);
    return all;
  }

  /** Harvester is a Kubernetes API too; its objects live on the same server as the orders. */
  private static Stage harvester(KubernetesClient admin) {
    var namespace = new NamespaceBuilder().withNewMetadata().withName(CLOUD).endMetadata().build();
    admin.resource(namespace).create();
    return new HarvesterStage(admin, CLOUD);
  }
}
