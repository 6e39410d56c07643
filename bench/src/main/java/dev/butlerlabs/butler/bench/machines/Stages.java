package dev.butlerlabs.butler.bench.machines;

import dev.butlerlabs.butler.providers.contracttests.Stage;
import dev.butlerlabs.butler.providers.contracttests.aws.AwsStage;
import dev.butlerlabs.butler.providers.contracttests.azure.AzureStage;
import dev.butlerlabs.butler.providers.contracttests.gcp.GcpStage;
import dev.butlerlabs.butler.providers.contracttests.nutanix.NutanixStage;
import dev.butlerlabs.butler.providers.contracttests.proxmox.ProxmoxStage;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Every platform there is a driver for, by the word that stands in {@code spec.provider}. */
public final class Stages {

  private Stages() {}

  public static SortedMap<String, Supplier<Stage>> all() {
    return new TreeMap<>(
        Map.of(
            "proxmox",
            ProxmoxStage::new,
            "nutanix",
            NutanixStage::new,
            "azure",
            AzureStage::new,
            "gcp",
            GcpStage::new,
            "aws",
            AwsStage::new));
  }
}
