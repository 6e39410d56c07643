package dev.butlerlabs.butler.tenants.objects.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.tenants.order.plan.Order;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What the template of a pool was drawn for, noted at its MachineDeployment. While its cluster asks
 * for the same, machines stay what they are, whatever the platform says by now.
 *
 * @param asked a checksum of what the cluster itself says of the pool's machines
 * @param taken a checksum of the value with which what the platform says was last asked for; empty
 *     for never
 * @param used whether a machine that was made from that template has joined
 */
public record PoolNote(String asked, String taken, boolean used) {

  private static final ObjectMapper JSON = WireFormat.mapper();
  private static final int LENGTH = 10;

  /** Begins with how the checksum is made: one that was made otherwise tells nothing. */
  private static final Pattern TEXT = Pattern.compile("1/([0-9a-f]{10})/([0-9a-f]{10})?/(used)?");

  /** A pool that is to be made as its cluster asks now. */
  public static PoolNote of(Order order, Pool pool) {
    return new PoolNote(
        sum(asked(order, pool)),
        order.own().take().isEmpty() ? "" : sum(order.own().take()),
        false);
  }

  /** As it was noted; none where nothing is, or nothing that can be read. */
  public static Optional<PoolNote> read(String text) {
    var match = TEXT.matcher(text);
    return match.matches()
        ? Optional.of(
            new PoolNote(
                match.group(1),
                Optional.ofNullable(match.group(2)).orElse(""),
                match.group(3) != null))
        : Optional.empty();
  }

  /** Whether a pool that is noted so keeps what its machines are made from. */
  public boolean staysAs(PoolNote noted) {
    return noted.used
        && asked.equals(noted.asked)
        && (taken.isEmpty() || taken.equals(noted.taken));
  }

  /** What to note of a pool that is noted so. An annotation that is taken away asks for nothing. */
  public PoolNote after(PoolNote noted) {
    return new PoolNote(asked, taken.isEmpty() ? noted.taken : taken, noted.used);
  }

  /** The same, and perhaps a machine has joined since. */
  public PoolNote using(boolean joined) {
    return new PoolNote(asked, taken, used || joined);
  }

  /** The same of another template, of which no machine has joined. */
  public PoolNote anew() {
    return new PoolNote(asked, taken, false);
  }

  String text() {
    return "1/%s/%s/%s".formatted(asked, taken, used ? "used" : "");
  }

  private static String sum(String text) {
    return Checksum.of(text).text().substring(0, LENGTH);
  }

  /**
   * All that machines follow from but the version, and but what the platform says. A cluster never
   * changes its infrastructure.
   */
  private static String asked(Order order, Pool pool) {
    var size = pool.size();
    var all = new TreeMap<String, Object>();
    all.put("os", pool.os().name());
    all.put("system", order.own().systems().getOrDefault(pool.name(), ""));
    all.put("cpu", size.cpu());
    all.put("memory", size.memoryBytes());
    all.put("disk", size.diskBytes());
    all.put("timeServers", order.own().timeServers());
    all.put("nodeLabels", Bootstrap.own(pool));
    all.put("taints", pool.taints());
    all.put("externalCloud", order.externalCloud());
    var override = JSON.<JsonNode>valueToTree(order.override());
    var sections = new TreeMap<String, JsonNode>();
    override.properties().forEach(one -> sections.put(one.getKey(), one.getValue()));
    sections.values().removeIf(JsonNode::isEmpty);
    if (!sections.isEmpty()) {
      all.put("override", sections);
    }
    return JSON.<JsonNode>valueToTree(all).toString();
  }
}
