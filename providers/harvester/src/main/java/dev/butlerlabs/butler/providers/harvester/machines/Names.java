package dev.butlerlabs.butler.providers.harvester.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.providers.spi.machine.MachineId;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * What the parts of a machine are called. Disks, Secret and hardware address are made of the
 * owner's UID, so that a retry finds them and no other owner has the same.
 */
record Names(MachineId id) {

  private static final int MARK = 5;
  private static final int LONGEST_SERVICE = 63;
  private static final HexFormat HEX = HexFormat.of();

  String machine() {
    return id.name();
  }

  /** The root disk is number 0. */
  String claim(int number) {
    return "%s-disk-%d-%s".formatted(id.name(), number, HEX.formatHex(mark()));
  }

  /** Whether a disk of that name was made for the machine, whatever its labels say. */
  boolean isClaim(String name) {
    var before = id.name() + "-disk-";
    var after = "-" + HEX.formatHex(mark());
    return name.length() > before.length() + after.length()
        && name.startsWith(before)
        && name.endsWith(after)
        && name.substring(before.length(), name.length() - after.length())
            .chars()
            .allMatch(Character::isDigit);
  }

  String secret() {
    return "%s-cloud-init-%s".formatted(id.name(), HEX.formatHex(mark()));
  }

  /** A locally administered address, the same at each start. */
  String mac() {
    return "02:" + HexFormat.ofDelimiter(":").formatHex(mark());
  }

  /** A name that no other owner has, and that a Service may have. */
  static String withMark(String name, String uid) {
    var mark = HEX.formatHex(mark(uid));
    var longest = LONGEST_SERVICE - mark.length() - 1;
    return (name.length() > longest ? name.substring(0, longest) : name) + "-" + mark;
  }

  private byte[] mark() {
    return mark(id.uid());
  }

  private static byte[] mark(String uid) {
    try {
      var digest = MessageDigest.getInstance("SHA-256").digest(uid.getBytes(UTF_8));
      return Arrays.copyOf(digest, MARK);
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("every JDK has SHA-256", impossible);
    }
  }
}
