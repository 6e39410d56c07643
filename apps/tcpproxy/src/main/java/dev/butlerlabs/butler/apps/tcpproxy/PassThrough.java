package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.net.Socket;

/** Leads bytes on as they are: client and API server speak TLS with each other. */
record PassThrough(Dialer dialer) implements Bridge {

  @Override
  public Ends build(Socket client) throws IOException {
    return Ends.plain(client, dialer.dial());
  }

  @Override
  public void check() throws IOException {
    dialer.dial().close();
  }
}
