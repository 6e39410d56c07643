package dev.butlerlabs.butler.providers.harvester.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.api.Labels;
import dev.butlerlabs.butler.api.infra.HarvesterSettings;
import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The objects that one machine is made of. The same order gives the same objects.
 *
 * @param image written namespace/name
 * @param imageClass the storage class that copies the image
 */
record Blueprint(
    HarvesterSettings settings, MachineId id, MachineOrder order, String image, String imageClass) {

  static final String NETWORK = "default";
  static final String STRATEGY = "Always";
  static final String FIXED_ADDRESS = "butler.butlerlabs.dev/fixed-address";

  private static final String CLOUD_INIT = "cloud-init";

  /**
   * Harvester takes this much off the limit for QEMU itself and gives the guest the rest. Asking
   * for it by name makes all versions do so, and the guest gets what was ordered.
   */
  private static final int RESERVED_MIB = 100;

  private Names names() {
    return new Names(id);
  }

  /** What the guest reads when it starts; none where there is nothing to read. */
  Optional<Fields> secret() {
    var data = Fields.none().withIf("userdata", encoded(order.boot().userData()));
    networkData().ifPresent(text -> data.with("networkdata", encode(text)));
    return data.map().isEmpty()
        ? Optional.empty()
        : Optional.of(
            object("v1", "Secret", names().secret(), Map.of())
                .with("type", "Opaque")
                .with("data", data));
  }

  /** What must not be shown of it. */
  List<SecretText> secrets() {
    var secrets = new ArrayList<SecretText>();
    for (var text :
        new @Nullable SecretText[] {order.boot().userData(), order.boot().networkData()}) {
      if (text != null) {
        secrets.add(text);
      }
    }
    return secrets;
  }

  private static Optional<String> encoded(@Nullable SecretText text) {
    return Optional.ofNullable(text).filter(t -> !t.isEmpty()).map(t -> encode(t.reveal()));
  }

  private static String encode(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(UTF_8));
  }

  /** Network data of its own wins; a fixed address is written for cloud-init and Talos alike. */
  private Optional<String> networkData() {
    var own = order.boot().networkData();
    if (own != null && !own.isEmpty()) {
      return Optional.of(own.reveal());
    }
    if (!(order.addressing() instanceof Addressing.Static fixed)) {
      return Optional.empty();
    }
    var subnet =
        Fields.of("type", "static")
            .with("address", fixed.address())
            .withIf("gateway", fixed.gateway())
            .withIf("dns_nameservers", fixed.dnsServers());
    var card =
        Fields.of("type", "physical")
            .with("name", "eth0")
            .with("mac_address", names().mac())
            .withList("subnets", List.of(subnet));
    // JSON is YAML too.
    return Optional.of(KubeApi.text(Fields.of("version", 1).withList("config", List.of(card))));
  }

  /** The root disk, which is a copy of the image, and then the others. */
  List<Fields> claims() {
    var claims = new ArrayList<Fields>();
    var root =
        object(
            "v1",
            "PersistentVolumeClaim",
            names().claim(0),
            Map.of("harvesterhci.io/imageId", image));
    claims.add(root.with("spec", claim(order.hardware().diskGB(), imageClass)));
    for (var disk : order.hardware().extraDisks()) {
      var name = names().claim(claims.size());
      var storage = disk.storageClass() == null ? settings.storageClassName() : disk.storageClass();
      claims.add(
          object("v1", "PersistentVolumeClaim", name, Map.of())
              .with("spec", claim(disk.sizeGB(), storage)));
    }
    return claims;
  }

  /** Without a class the cluster's default counts. */
  private static Fields claim(int gigabytes, @Nullable String storageClass) {
    return Fields.of("accessModes", List.of("ReadWriteMany"))
        .with("volumeMode", "Block")
        .withIf("storageClassName", storageClass)
        .with("resources", Fields.of("requests", Fields.of("storage", gigabytes + "Gi")));
  }

  Fields machine() {
    var annotations = new LinkedHashMap<String, String>();
    annotations.put("harvesterhci.io/vmRunStrategy", STRATEGY);
    annotations.put("harvesterhci.io/reservedMemory", RESERVED_MIB + "Mi");
    // Harvester's console shows and resizes disks by this; it makes none that is there.
    annotations.put("harvesterhci.io/volumeClaimTemplates", templates());
    if (order.addressing() instanceof Addressing.Static fixed) {
      annotations.put(FIXED_ADDRESS, fixed.host());
    }
    var labels = new LinkedHashMap<>(labels());
    labels.put("harvesterhci.io/vmName", id.name());
    var template = Fields.of("metadata", Fields.of("labels", labels)).with("spec", guest());
    return object("kubevirt.io/v1", "VirtualMachine", names().machine(), annotations)
        .with("spec", Fields.of("runStrategy", STRATEGY).with("template", template));
  }

  private String templates() {
    return claims().stream()
        .map(
            claim ->
                KubeApi.text(
                    Fields.of("metadata", Objects.requireNonNull(claim.map().get("metadata")))
                        .with("spec", Objects.requireNonNull(claim.map().get("spec")))))
        .collect(Collectors.joining(",", "[", "]"));
  }

  private Fields guest() {
    var volumes = new ArrayList<Fields>();
    for (var i = 0; i <= order.hardware().extraDisks().size(); i++) {
      volumes.add(
          Fields.of("name", "disk-" + i)
              .with("persistentVolumeClaim", Fields.of("claimName", names().claim(i))));
    }
    cloudInit().ifPresent(volumes::add);
    var network =
        Fields.of("name", NETWORK).with("multus", Fields.of("networkName", settings.networkName()));
    return Fields.of("domain", domain())
        .with("evictionStrategy", "LiveMigrateIfPossible")
        .with("terminationGracePeriodSeconds", 120)
        .withIf("affinity", apart())
        .withList("networks", List.of(network))
        .withList("volumes", volumes);
  }

  private Optional<Fields> cloudInit() {
    if (secret().isEmpty()) {
      return Optional.empty();
    }
    var reference = Fields.of("name", names().secret());
    var source = Fields.none();
    if (encoded(order.boot().userData()).isPresent()) {
      source.with("secretRef", reference);
    }
    if (networkData().isPresent()) {
      source.with("networkDataSecretRef", reference);
    }
    return Optional.of(Fields.of("name", CLOUD_INIT).with("cloudInitNoCloud", source));
  }

  /** Machines of one cluster and role keep off each other's hosts where that is possible. */
  private Fields apart() {
    if (order.placement().cluster().isEmpty()) {
      return Fields.none();
    }
    var alike = Fields.of(Labels.CLUSTER, order.placement().cluster()).with(Labels.ROLE, role());
    var term =
        Fields.of("topologyKey", "kubernetes.io/hostname")
            .with("labelSelector", Fields.of("matchLabels", alike));
    return Fields.of(
        "podAntiAffinity",
        Fields.none()
            .withList(
                "preferredDuringSchedulingIgnoredDuringExecution",
                List.of(Fields.of("weight", 100).with("podAffinityTerm", term))));
  }

  private Fields domain() {
    var hardware = order.hardware();
    var disks =
        IntStream.rangeClosed(0, hardware.extraDisks().size())
            .mapToObj(
                i -> {
                  var disk = virtio("disk-" + i);
                  return i == 0 ? disk.with("bootOrder", 1) : disk;
                })
            .collect(Collectors.toCollection(ArrayList::new));
    if (secret().isPresent()) {
      disks.add(virtio(CLOUD_INIT));
    }
    var card =
        Fields.of("name", NETWORK)
            .with("model", "virtio")
            .with("macAddress", names().mac())
            .with("bridge", Fields.none());
    var limits =
        Fields.of("cpu", Integer.toString(hardware.cpu()))
            .with("memory", hardware.memoryMB() + RESERVED_MIB + "Mi");
    return Fields.of(
            "cpu", Fields.of("cores", hardware.cpu()).with("sockets", 1).with("threads", 1))
        // No requests: Harvester sets them by its overcommit ratio.
        .with("resources", Fields.of("limits", limits))
        .with("memory", Fields.of("guest", hardware.memoryMB() + "Mi"))
        .with("machine", Fields.of("type", "q35"))
        .with(
            "devices",
            Fields.none().withList("disks", disks).withList("interfaces", List.of(card)));
  }

  private static Fields virtio(String name) {
    return Fields.of("name", name).with("disk", Fields.of("bus", "virtio"));
  }

  private Fields object(String api, String kind, String name, Map<String, String> annotations) {
    return Fields.of("apiVersion", api)
        .with("kind", kind)
        .with(
            "metadata",
            Fields.of("name", name).with("labels", labels()).withIf("annotations", annotations));
  }

  /** Ours win over those of the order. */
  private Map<String, String> labels() {
    var labels = new LinkedHashMap<>(order.labels());
    labels.put("harvesterhci.io/creator", "butler");
    labels.put(Labels.ROLE, role());
    labels.putAll(id.ownedIn(order.placement().cluster()).tags());
    return labels;
  }

  private String role() {
    return order.placement().role() == MachineRole.CONTROL_PLANE ? "control-plane" : "worker";
  }
}
