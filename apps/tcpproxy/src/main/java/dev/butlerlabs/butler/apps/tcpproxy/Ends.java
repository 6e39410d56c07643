package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.net.Socket;

/**
 * A client and the API server, ready to talk.
 *
 * @param client as bytes are read from it; with TLS taken off where it is ended here
 * @param plainClient the connection below it
 */
record Ends(Socket client, Socket server, Socket plainClient, Socket plainServer) {

  static Ends plain(Socket client, Socket server) {
    return new Ends(client, server, client, server);
  }

  /** Both said all they had to say. */
  void close() {
    quietly(client);
    quietly(server);
    cut();
  }

  /** At once and without a farewell, so that nobody takes half an answer for a whole one. */
  void cut() {
    quietly(plainClient);
    quietly(plainServer);
  }

  static void quietly(Socket socket) {
    try {
      socket.close();
    } catch (IOException gone) {
      // Closed is what it shall be.
    }
  }
}
