package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketOption;
import java.time.Duration;
import java.util.Map;
import jdk.net.ExtendedSocketOptions;

/** Opens connections to the API server, whichever of its addresses answers. */
final class Dialer {

  /** A peer that is gone without a word is noticed within two minutes. */
  private static final Map<SocketOption<Integer>, Integer> ALIVE =
      Map.of(
          ExtendedSocketOptions.TCP_KEEPIDLE, 60,
          ExtendedSocketOptions.TCP_KEEPINTERVAL, 15,
          ExtendedSocketOptions.TCP_KEEPCOUNT, 4);

  private final HostPort upstream;
  private final Duration patience;

  Dialer(HostPort upstream, Duration patience) {
    this.upstream = upstream;
    this.patience = patience;
  }

  Duration patience() {
    return patience;
  }

  /** A connection, within the time a dial may take; the name is looked up each time. */
  Socket dial() throws IOException {
    var addresses = InetAddress.getAllByName(upstream.host());
    var each = Math.max(1, Math.toIntExact(patience.toMillis() / addresses.length));
    var failed = new IOException("no address of " + upstream + " answers");
    for (var address : addresses) {
      var socket = new Socket();
      try {
        socket.connect(new InetSocketAddress(address, upstream.port()), each);
        tune(socket);
        return socket;
      } catch (IOException silent) {
        failed.addSuppressed(silent);
        socket.close();
      }
    }
    throw failed;
  }

  /** For both ends: nothing is held back, and a dead peer is noticed. */
  static void tune(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setKeepAlive(true);
    for (var option : ALIVE.entrySet()) {
      if (socket.supportedOptions().contains(option.getKey())) {
        socket.setOption(option.getKey(), option.getValue());
      }
    }
  }
}
