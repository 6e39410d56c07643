package dev.butlerlabs.butler.providers.spi.identity;

import dev.butlerlabs.butler.api.ProviderType;
import java.util.Locale;
import java.util.Optional;

/**
 * A platform's own name of one machine, as it stands in {@code status.providerID} and on the Node.
 *
 * <p>Written as a URI, so that the platform can be told from the id; read in the bare forms older
 * versions wrote, too.
 */
public sealed interface ProviderId {

  /** What is written. */
  String text();

  ProviderType type();

  /** An id in its URI form, whatever the platform. */
  static Optional<ProviderId> parse(String text) {
    return ProviderIdText.parse(text);
  }

  /** An id of a platform that is known otherwise, in its URI form or its older bare form. */
  static Optional<ProviderId> parse(ProviderType type, String text) {
    return ProviderIdText.parse(text)
        .filter(id -> id.type() == type)
        .or(() -> ProviderIdText.parseBare(type, text));
  }

  /** By the Kubernetes UID of its VirtualMachine. */
  record Harvester(String uid) implements ProviderId {
    @Override
    public String text() {
      return "harvester://" + uid;
    }

    @Override
    public ProviderType type() {
      return ProviderType.HARVESTER;
    }
  }

  /** By the UUID Prism gave it. */
  record Nutanix(String uuid) implements ProviderId {
    @Override
    public String text() {
      return "nutanix://" + uuid;
    }

    @Override
    public ProviderType type() {
      return ProviderType.NUTANIX;
    }
  }

  /** By number, on the node it was last seen on: migration changes the node, never the number. */
  record Proxmox(String node, int vmid) implements ProviderId {
    @Override
    public String text() {
      return "proxmox://" + node + "/qemu/" + vmid;
    }

    @Override
    public ProviderType type() {
      return ProviderType.PROXMOX;
    }
  }

  /** By instance id; the zone is empty where only the bare id is known. */
  record Aws(String zone, String instance) implements ProviderId {
    @Override
    public String text() {
      return zone.isEmpty() ? instance : "aws:///" + zone + "/" + instance;
    }

    @Override
    public ProviderType type() {
      return ProviderType.AWS;
    }
  }

  /** By project, zone and name. */
  record Gcp(String project, String zone, String name) implements ProviderId {
    @Override
    public String text() {
      return "gce://" + project + "/" + zone + "/" + name;
    }

    @Override
    public ProviderType type() {
      return ProviderType.GCP;
    }
  }

  /** By resource id; Azure does not tell upper from lower case in it. */
  record Azure(String resource) implements ProviderId {
    @Override
    public String text() {
      return "azure://" + resource;
    }

    @Override
    public ProviderType type() {
      return ProviderType.AZURE;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Azure(var that) && resource.equalsIgnoreCase(that);
    }

    @Override
    public int hashCode() {
      return resource.toLowerCase(Locale.ROOT).hashCode();
    }
  }

  /** By the name the simulated machine has. */
  record Local(String machine) implements ProviderId {
    @Override
    public String text() {
      return "local://" + machine;
    }

    @Override
    public ProviderType type() {
      return ProviderType.LOCAL;
    }
  }
}
