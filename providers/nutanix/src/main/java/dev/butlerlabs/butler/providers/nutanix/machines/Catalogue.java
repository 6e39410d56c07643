package dev.butlerlabs.butler.providers.nutanix.machines;

import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** What machines are made from and put on; each is found by its UUID or by its name. */
interface Catalogue {

  Pattern UUID_SHAPE = Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

  /** The version of Prism Central. */
  String version() throws Trouble;

  Optional<Thing> cluster(String uuidOrName) throws Trouble;

  Optional<Subnet> subnet(String uuidOrName) throws Trouble;

  Optional<Image> image(String uuidOrName) throws Trouble;

  /** Where disks lie. A dialect that cannot look them up believes a UUID. */
  Optional<Thing> container(String uuidOrName) throws Trouble;

  /** What a cluster has left. */
  Room room(String cluster, Instant now) throws Trouble;

  record Thing(String uuid, String name) {}

  /**
   * A network.
   *
   * @param gateway empty where Prism gives no addresses on it
   */
  record Subnet(String uuid, String name, String gateway, int prefix, List<String> dnsServers) {
    public Subnet {
      dnsServers = List.copyOf(dnsServers);
    }

    boolean managed() {
      return !gateway.isEmpty();
    }
  }

  record Image(String uuid, String name, long bytes) {}

  static boolean isUuid(String text) {
    return UUID_SHAPE.matcher(text).matches();
  }
}
