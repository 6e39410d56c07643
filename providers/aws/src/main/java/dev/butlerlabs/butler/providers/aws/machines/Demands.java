package dev.butlerlabs.butler.providers.aws.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Addressing;
import dev.butlerlabs.butler.providers.spi.machine.MachineOrder.Disk;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/** What of an order EC2 cannot do, as far as can be told without asking it. */
final class Demands {

  static final String WHAT = "order a machine";

  /** EC2 takes no more user data, counted before base64. */
  private static final int LARGEST_USER_DATA = 16 * 1024;

  /** Devices sdf to sdp are free on every image. */
  private static final int MOST_DISKS = 11;

  private static final int MOST_TAGS = 50;
  private static final int OUR_TAGS = 5;
  private static final Map<String, Integer> SMALLEST =
      Map.of("gp2", 1, "gp3", 1, "standard", 1, "st1", 125, "sc1", 125);

  private Demands() {}

  static List<Fault> problems(MachineOrder order) {
    var problems = new ArrayList<Fault>();
    var disks = order.hardware().extraDisks();
    if (disks.size() > MOST_DISKS) {
      problems.add(
          invalid("spec.extraDisks", "a machine can have %d extra disks".formatted(MOST_DISKS)));
    }
    disks.stream().flatMap(disk -> problem(disk).stream()).forEach(problems::add);
    if (order.boot().networkData() != null) {
      problems.add(
          invalid(
              "spec.networkData",
              "EC2 has no way to hand network data to a machine; subnets give addresses, routes"
                  + " and names by DHCP"));
    }
    if (userData(order).filter(bytes -> bytes.length > LARGEST_USER_DATA).isPresent()) {
      problems.add(
          invalid("spec.userData", "EC2 takes %d bytes at most".formatted(LARGEST_USER_DATA)));
    }
    if (order.addressing() instanceof Addressing.Static fixed && !fixed.dnsServers().isEmpty()) {
      problems.add(
          invalid(
              "the DNS servers of the static address",
              "on EC2 the DHCP options of the VPC name them"));
    }
    labels(order.labels(), problems);
    return problems;
  }

  private static Optional<Fault> problem(Disk disk) {
    var type = type(disk);
    var least = SMALLEST.get(type);
    if (least == null) {
      return Optional.of(
          invalid(
              "spec.extraDisks.storageClass",
              "\"%s\" is none of gp2, gp3, st1, sc1 and standard; io1 and io2 need a number of"
                      .formatted(type)
                  + " operations, which an order does not carry"));
    }
    return disk.sizeGB() < least
        ? Optional.of(
            invalid(
                "spec.extraDisks.sizeGB",
                "a volume of type %s has at least %d GiB".formatted(type, least)))
        : Optional.empty();
  }

  static String type(Disk disk) {
    return disk.storageClass() == null || disk.storageClass().isEmpty()
        ? "gp3"
        : disk.storageClass();
  }

  private static void labels(Map<String, String> labels, List<Fault> problems) {
    if (labels.size() > MOST_TAGS - OUR_TAGS) {
      problems.add(
          invalid("spec.labels", "a machine can carry %d".formatted(MOST_TAGS - OUR_TAGS)));
    }
    labels.forEach(
        (key, value) -> {
          if (key.isEmpty() || key.length() > 128 || value.length() > 256) {
            problems.add(
                invalid("spec.labels", "tags have keys of 128 characters and values of 256"));
          } else if (key.startsWith("aws:")) {
            problems.add(invalid("spec.labels", "tags that begin with aws: are AWS's own"));
          }
        });
  }

  /**
   * The bytes of the user data. What cloud-init reads may be compressed, and is when it is too long
   * otherwise.
   */
  static Optional<byte[]> userData(MachineOrder order) {
    var text = order.boot().userData();
    if (text == null) {
      return Optional.empty();
    }
    var plain = text.reveal().getBytes(UTF_8);
    var forCloudInit =
        text.reveal().startsWith("#cloud-config")
            || text.reveal().startsWith("#!")
            || text.reveal().startsWith("Content-Type: multipart/");
    return Optional.of(
        plain.length > LARGEST_USER_DATA && forCloudInit ? compressed(plain) : plain);
  }

  private static byte[] compressed(byte[] plain) {
    var out = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(out)) {
      gzip.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }

  static Fault invalid(String field, String detail) {
    return new Fault.Invalid(WHAT, field, detail);
  }
}
