package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.net.Socket;

/** How a client is brought together with the API server. */
sealed interface Bridge permits PassThrough, Termination {

  /** Both ends, ready to talk. When it fails nothing but the client's connection stays open. */
  Ends build(Socket client) throws IOException;

  /** Whether the API server could be reached now; changes nothing. */
  void check() throws IOException;
}
