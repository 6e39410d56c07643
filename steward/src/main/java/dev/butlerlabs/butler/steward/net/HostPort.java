package dev.butlerlabs.butler.steward.net;

import java.net.InetAddress;
import java.util.regex.Pattern;

/** Where something is reached: a host name or address, and a port. */
public record HostPort(String host, int port) {

  private static final Pattern NAME_WITH_PORT = Pattern.compile("([^:]+):(\\d{1,5})");

  /** Whether the text is an IP address and no name. */
  public static boolean isAddress(String text) {
    try {
      InetAddress.ofLiteral(text);
      return true;
    } catch (IllegalArgumentException name) {
      return false;
    }
  }

  /** Reads a name that may carry its port. */
  public static HostPort of(String text, int otherwise) {
    var match = NAME_WITH_PORT.matcher(text);
    return match.matches()
        ? new HostPort(match.group(1), Integer.parseInt(match.group(2)))
        : new HostPort(text, otherwise);
  }

  /** As it stands in a URL; an IPv6 address has its brackets. */
  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
