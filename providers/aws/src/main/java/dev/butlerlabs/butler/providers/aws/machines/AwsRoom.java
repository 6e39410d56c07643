package dev.butlerlabs.butler.providers.aws.machines;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.butlerlabs.butler.providers.spi.Preflight.Aspect;
import dev.butlerlabs.butler.providers.spi.Preflight.Finding;
import dev.butlerlabs.butler.providers.spi.Preflight.Room;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the quota of vCPUs leaves for ordinary instances ordered on demand. Other quotas (of spot
 * instances, of graphics cards) limit other machines, and memory is not limited at all.
 */
final class AwsRoom {

  private static final String WHAT = "look at what the vCPU quota leaves";
  private static final String TARGET = "ServiceQuotasV20190624.GetServiceQuota";

  /** "Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances". */
  private static final String STANDARD = "L-1216C47A";

  private static final Set<String> FAMILIES =
      Set.of("a", "c", "d", "h", "i", "im", "is", "m", "r", "t", "z");
  private static final Pattern FAMILY = Pattern.compile("([a-z]+)\\d.*");

  private AwsRoom() {}

  /**
   * Asks.
   *
   * @param type the one that machines are made of, or empty where it follows from their order
   */
  static Room look(AwsClient quotas, Ec2Api ec2, String type) {
    if (!type.isEmpty() && !standard(type)) {
      return Room.UNKNOWN;
    }
    try {
      var left = Math.max(0, quota(quotas) - used(ec2));
      return new Room(left, null, null, null);
    } catch (Trouble trouble) {
      return Room.untold(trouble.fault());
    }
  }

  /** That nothing is left at all; so nobody has to find out with a machine. */
  static Optional<Finding> finding(Room room) {
    return Optional.ofNullable(room.cpus())
        .filter(left -> left == 0)
        .map(
            _ ->
                new Finding.Bad(
                    Aspect.QUOTA,
                    new Fault.Quota(
                        WHAT, "no vCPU is left of the quota for ordinary instances on demand")));
  }

  private static long quota(AwsClient quotas) throws Trouble {
    var question = JsonNodeFactory.instance.objectNode();
    question.put("ServiceCode", "ec2").put("QuotaCode", STANDARD);
    var value = quotas.ask(WHAT, TARGET, question).path("Quota").path("Value");
    if (!value.isNumber()) {
      throw new Trouble(new Fault.Unavailable(WHAT, "the answer holds no quota"));
    }
    return value.longValue();
  }

  private static long used(Ec2Api ec2) throws Trouble {
    var query = new Query().filter("instance-state-name", "pending", "running");
    var known = new HashMap<String, Long>();
    var used = 0L;
    for (var reservation : ec2.pages(WHAT, "DescribeInstances", query, "reservationSet")) {
      for (var instance : reservation.list("instancesSet")) {
        used += counts(instance) ? cpus(instance, ec2, known) : 0;
      }
    }
    return used;
  }

  /** Spot instances and those on hosts of one's own have quotas of their own. */
  private static boolean counts(Xml instance) {
    return standard(instance.text("instanceType"))
        && instance.text("instanceLifecycle").isEmpty()
        && !instance.text("placement", "tenancy").equals("host");
  }

  /** What speaks like EC2 may not say it of the instance; then it is what the type has. */
  private static long cpus(Xml instance, Ec2Api ec2, Map<String, Long> known) throws Trouble {
    var told =
        (long) instance.number("cpuOptions", "coreCount")
            * instance.number("cpuOptions", "threadsPerCore");
    var type = instance.text("instanceType");
    if (told == 0 && !known.containsKey(type)) {
      known.put(type, ec2.type(type).map(one -> (long) one.cpu()).orElse(0L));
    }
    return told == 0 ? known.getOrDefault(type, 0L) : told;
  }

  static boolean standard(String type) {
    var match = FAMILY.matcher(type);
    return match.matches() && FAMILIES.contains(match.group(1));
  }
}
