package dev.butlerlabs.butler.apps.tcpproxy;

import static dev.butlerlabs.butler.apps.tcpproxy.Upstream.hear;
import static dev.butlerlabs.butler.apps.tcpproxy.Upstream.hearAll;
import static dev.butlerlabs.butler.apps.tcpproxy.Upstream.say;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Bytes passed through as they are. */
class ProxyTest {

  private static final Duration DIAL = Duration.ofSeconds(2);

  private final Counters counters = new Counters();
  private final Upstream upstream;
  private final Proxy proxy;

  ProxyTest() throws IOException {
    upstream = Upstream.plain();
    proxy = to(upstream.place(), 8);
  }

  @BeforeEach
  void open() {
    proxy.start();
  }

  @AfterEach
  void close() throws IOException {
    proxy.close();
    upstream.close();
  }

  private Proxy to(HostPort place, int most) throws IOException {
    var listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    return new Proxy(listen, new PassThrough(new Dialer(place, DIAL)), most, counters);
  }

  private Socket call(Proxy where) throws IOException {
    var socket = new Socket(where.address().getAddress(), where.address().getPort());
    socket.setSoTimeout(60_000);
    return socket;
  }

  @Test
  void bytesPassBothWays() throws Exception {
    try (var client = call(proxy);
        var server = upstream.next()) {
      say(client, "question");
      assertThat(hear(server, 8)).isEqualTo("question");
      say(server, "answer");
      assertThat(hear(client, 6)).isEqualTo("answer");
    }
  }

  @Test
  void clientThatHasSaidAllStillGetsItsAnswer() throws Exception {
    try (var client = call(proxy);
        var server = upstream.next()) {
      say(client, "all of it");
      client.shutdownOutput();
      assertThat(hearAll(server)).isEqualTo("all of it");
      say(server, "late answer");
      server.shutdownOutput();
      assertThat(hearAll(client)).isEqualTo("late answer");
    }
    Await.untilTrue("its place is free", () -> counters.open.sum() == 0);
  }

  @Test
  void serverThatHasSaidAllStillHears() throws Exception {
    try (var client = call(proxy);
        var server = upstream.next()) {
      server.shutdownOutput();
      assertThat(hearAll(client)).isEmpty();
      say(client, "one more thing");
      client.shutdownOutput();
      assertThat(hearAll(server)).isEqualTo("one more thing");
    }
  }

  @Test
  void brokenConnectionIsBrokenForTheOther() throws Exception {
    try (var client = call(proxy)) {
      var server = upstream.next();
      server.setSoLinger(true, 0);
      server.close();
      Assertions.assertThatThrownBy(() -> failOn(client)).isInstanceOf(IOException.class);
    }
    Await.untilTrue("its place is free", () -> counters.open.sum() == 0);
  }

  /** A reset may come as the end first; then it shows when something is written. */
  private static void failOn(Socket client) throws IOException {
    hearAll(client);
    for (var i = 0; i < 100_000; i++) {
      say(client, "is somebody there?");
    }
  }

  @Test
  void deadUpstreamEndsTheCallAndNothingElse() throws Exception {
    int nobody;
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      nobody = taken.getLocalPort();
    }
    try (var dead = to(new HostPort("127.0.0.1", nobody), 8)) {
      dead.start();
      for (var i = 0; i < 20; i++) {
        try (var client = call(dead)) {
          assertThat(hearAll(client)).isEmpty();
        }
      }
      assertThat(counters.failed.sum()).isEqualTo(20);
      assertThat(counters.joined.sum()).isZero();
    }
  }

  @Test
  void asManyAreLetInAsThereIsRoomFor() throws Exception {
    try (var small = to(upstream.place(), 1)) {
      small.start();
      var first = call(small);
      var server = upstream.next();
      try (var second = call(small)) {
        assertThat(hearAll(second)).isEmpty();
      }
      assertThat(counters.refused.sum()).isEqualTo(1);
      first.close();
      server.close();
      Await.untilTrue(
          "its place is free",
          () -> {
            try (var third = call(small)) {
              say(third, "hello");
              return counters.joined.sum() > 1;
            } catch (IOException refused) {
              return false;
            }
          });
    }
  }

  @Test
  void drainWaitsForThoseWhoAreInAndLetsNobodyElseIn() throws Exception {
    try (var client = call(proxy);
        var server = upstream.next()) {
      assertThat(proxy.drain(Duration.ofMillis(1))).isFalse();
      Assertions.assertThatThrownBy(() -> call(proxy)).isInstanceOf(ConnectException.class);
      say(client, "still here");
      assertThat(hear(server, 10)).isEqualTo("still here");
    }
    assertThat(proxy.drain(Duration.ofSeconds(60))).isTrue();
  }

  @Test
  void whoIsLeftIsCutOffAtTheEnd() throws Exception {
    try (var client = call(proxy);
        var server = upstream.next()) {
      proxy.close();
      assertThat(hearAll(client)).isEmpty();
      assertThat(hearAll(server)).isEmpty();
    }
    Await.untilTrue("nobody is in", () -> counters.open.sum() == 0);
  }

  @Test
  void bothFamiliesAreServed() throws Exception {
    assertThat(new HostPort("", 6443).toListen().getAddress().isAnyLocalAddress()).isTrue();
    for (var address : new String[] {"127.0.0.1", "::1"}) {
      var bridge = new PassThrough(new Dialer(upstream.place(), DIAL));
      try (var own = new Proxy(new HostPort(address, 0).toListen(), bridge, 8, counters)) {
        own.start();
        try (var client = call(own);
            var server = upstream.next()) {
          say(client, "by " + address);
          client.shutdownOutput();
          assertThat(hearAll(server)).isEqualTo("by " + address);
        }
      }
    }
  }

  @Test
  void anotherAddressOfTheNameIsTried() throws Exception {
    // The upstream listens on 127.0.0.1 alone, and localhost may well be ::1 first.
    var dialer = new Dialer(new HostPort("localhost", upstream.place().port()), DIAL);
    try (var dialled = dialer.dial()) {
      assertThat(dialled.isConnected()).isTrue();
    }
  }
}
