package dev.butlerlabs.butler.apps.tcpproxy;

import java.net.InetSocketAddress;
import java.util.Optional;

/**
 * Where something listens or is dialled.
 *
 * @param host a name or an address; empty means every address of this machine, of both families
 */
record HostPort(String host, int port) {

  private static final int LAST_PORT = 65535;

  /** Reads host:port, where an IPv6 address has its brackets. */
  static Optional<HostPort> parse(String text) {
    var colon = text.lastIndexOf(':');
    if (colon < 0 || !text.substring(colon + 1).matches("\\d{1,5}")) {
      return Optional.empty();
    }
    var host = text.substring(0, colon);
    if (host.startsWith("[") && host.endsWith("]")) {
      host = host.substring(1, host.length() - 1);
    } else if (host.indexOf(':') >= 0) {
      return Optional.empty();
    }
    var port = Integer.parseInt(text.substring(colon + 1));
    return port > LAST_PORT ? Optional.empty() : Optional.of(new HostPort(host, port));
  }

  InetSocketAddress toListen() {
    return host.isEmpty() ? new InetSocketAddress(port) : new InetSocketAddress(host, port);
  }

  @Override
  public String toString() {
    return (host.indexOf(':') >= 0 ? "[" + host + "]" : host) + ":" + port;
  }
}
