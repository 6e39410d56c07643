package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.atomic.LongAdder;

/**
 * Carries bytes both ways until both sides have said all. One that has nothing more to say is told
 * on as just that: the other may still be speaking.
 */
record Relay(Ends ends, Counters counters) {

  private static final int CHUNK = 16 * 1024;

  void run() {
    var back =
        Thread.ofVirtual()
            .name("answers")
            .start(() -> carry(ends.server(), ends.client(), counters.bytesToClients));
    carry(ends.client(), ends.server(), counters.bytesToServer);
    try {
      back.join();
      ends.close();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      ends.cut();
    }
  }

  private void carry(Socket from, Socket to, LongAdder count) {
    try {
      var in = from.getInputStream();
      var out = to.getOutputStream();
      var chunk = new byte[CHUNK];
      for (var length = in.read(chunk); length >= 0; length = in.read(chunk)) {
        out.write(chunk, 0, length);
        count.add(length);
      }
      to.shutdownOutput();
    } catch (IOException broken) {
      ends.cut();
    }
  }
}
