package dev.butlerlabs.butler.providers.spi.machine;

import dev.butlerlabs.butler.api.infra.MachineRole;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is asked of a platform.
 *
 * @param labels put on the machine as its platform's tags, beside the owner's
 */
public record MachineOrder(
    Hardware hardware,
    Boot boot,
    Addressing addressing,
    Placement placement,
    Map<String, String> labels) {

  public MachineOrder {
    labels = Map.copyOf(labels);
  }

  /**
   * Its size. A platform that counts in MiB and GiB gives as many of those: a little more, never
   * less.
   */
  public record Hardware(int cpu, int memoryMB, int diskGB, List<Disk> extraDisks) {
    public Hardware {
      if (cpu < 1 || memoryMB < 1 || diskGB < 1) {
        throw new IllegalArgumentException(
            "a machine has at least one CPU, memory and a disk, not %d CPUs, %d MB, %d GB"
                .formatted(cpu, memoryMB, diskGB));
      }
      extraDisks = List.copyOf(extraDisks);
    }
  }

  /** A disk beside the root disk; without a storage class it lies where the root disk does. */
  public record Disk(int sizeGB, @Nullable String storageClass) {
    public Disk {
      if (sizeGB < 1) {
        throw new IllegalArgumentException("a disk has at least 1 GB, not " + sizeGB);
      }
    }
  }

  /**
   * What it starts from. Texts are plain; a platform that wants another encoding gets it from its
   * driver.
   *
   * @param image in the platform's own terms; without one, that of the ProviderConfig
   */
  public record Boot(
      @Nullable String image, @Nullable SecretText userData, @Nullable SecretText networkData) {

    /** The image and nothing to read: a machine that waits to be configured from outside. */
    public static Boot unconfigured(@Nullable String image) {
      return new Boot(image, null, null);
    }
  }

  /** Where its address comes from. Network data of its own, where given, wins over this. */
  public sealed interface Addressing {

    /** From the network it is on. */
    record Dhcp() implements Addressing {}

    /**
     * Given by us.
     *
     * @param address with the length of its network, for example 10.0.0.5/24
     */
    record Static(String address, String gateway, List<String> dnsServers) implements Addressing {
      public Static {
        if (!address.contains("/")) {
          throw new IllegalArgumentException(
              "a static address carries the length of its network, as in 10.0.0.5/24; not "
                  + address);
        }
        dnsServers = List.copyOf(dnsServers);
      }

      /** The address alone. */
      public String host() {
        return address.substring(0, address.indexOf('/'));
      }
    }
  }

  /**
   * What it belongs to. Machines of one cluster and role are spread over failure domains.
   *
   * @param cluster name of the cluster, or empty
   */
  public record Placement(String cluster, MachineRole role) {}
}
