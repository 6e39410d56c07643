package dev.butlerlabs.butler.apps.tcpproxy;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.testkit.Await;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The whole program: what it tells of itself, and how it ends. */
class ProgramTest {

  private static final HostPort ANYWHERE = new HostPort("127.0.0.1", 0);

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final Journal journal =
      new Journal(new PrintStream(said, true, UTF_8), InstantSource.system());

  private static Settings settings(HostPort upstream, Settings.@Nullable Tls tls) {
    return new Settings(
        ANYWHERE,
        ANYWHERE,
        upstream,
        tls,
        8,
        Duration.ofSeconds(2),
        Duration.ZERO,
        Duration.ofSeconds(10));
  }

  @Test
  void itIsReadyWhenTheApiServerIsReachedAndCountsWhatItDoes() throws Exception {
    try (var upstream = Upstream.plain();
        var program = new Program(settings(upstream.place(), null), journal)) {
      assertThat(ask(program, "/livez").statusCode()).isEqualTo(200);
      assertThat(ask(program, "/readyz").statusCode()).isEqualTo(503);
      program.start();
      Await.untilTrue("it is ready", () -> ready(program));
      upstream.next().close();
      try (var client = call(program)) {
        Upstream.say(client, "12345");
        client.shutdownOutput();
        assertThat(Upstream.hearAll(upstream.next())).isEqualTo("12345");
        for (var figure :
            List.of(
                "butler_tcp_proxy_ready 1",
                "butler_tcp_proxy_connections 1",
                "butler_tcp_proxy_connections_total{outcome=\"joined\"} 1",
                "butler_tcp_proxy_bytes_total{to=\"server\"} 5")) {
          Await.untilTrue(figure, () -> body(program, "/metrics").contains(figure));
        }
      }
    }
  }

  @Test
  void itSaysWhyItIsNotReady(@TempDir Path folder) throws Exception {
    var tenant = Keyring.in(folder);
    tenant.write();
    var key = Files.readString(tenant.files().key());
    try (var program = new Program(settings(nobody(), tenant.files()), journal)) {
      program.start();
      Await.untilTrue("it says so", () -> body(program, "/readyz").contains("Connection refused"));
      assertThat(said.toString(UTF_8)).contains("client certificates do not pass");
      for (var text : new String[] {said.toString(UTF_8), body(program, "/metrics")}) {
        assertThat(text).doesNotContain(key.lines().toList().get(1)).doesNotContain("PRIVATE");
      }
      assertThat(body(program, "/metrics")).containsPattern("expires_seconds [1-9]\\d{9}\n");
    }
  }

  private static HostPort nobody() throws IOException {
    try (var upstream = Upstream.plain()) {
      return upstream.place();
    }
  }

  @Test
  void itIsNotReadyWhileItEndsAndEndsWhenEverybodyHasLeft() throws Exception {
    try (var upstream = Upstream.plain();
        var program = new Program(settings(upstream.place(), null), journal)) {
      program.start();
      Await.untilTrue("it is ready", () -> ready(program));
      upstream.next().close();
      var client = call(program);
      var server = upstream.next();
      var ending = Thread.ofVirtual().start(() -> drain(program));
      Await.untilTrue("it is ending", () -> body(program, "/readyz").contains("it is ending"));
      Upstream.say(client, "bye");
      assertThat(Upstream.hear(server, 3)).isEqualTo("bye");
      assertThat(ending.isAlive()).isTrue();
      client.close();
      server.close();
      assertThat(ending.join(Duration.ofSeconds(60))).isTrue();
      assertThat(said.toString(UTF_8)).contains("everybody has left");
    }
  }

  @Test
  void rotationIsNoticedOnARound(@TempDir Path folder) throws Exception {
    var tenant = Keyring.in(folder);
    tenant.write();
    var files = new CredentialFiles(tenant.files());
    var counters = new Counters();
    try (var upstream = Upstream.plain()) {
      var bridge = new PassThrough(new Dialer(upstream.place(), Duration.ofSeconds(2)));
      var rounds = new Rounds(bridge, files, new Health(), counters, journal);
      rounds.once();
      assertThat(counters.reloads.sum()).isZero();
      tenant.write();
      rounds.once();
      assertThat(counters.reloads.sum()).isEqualTo(1);
      Files.delete(tenant.files().key());
      rounds.once();
      rounds.once();
      assertThat(counters.failedReloads.sum()).isEqualTo(2);
      assertThat(said.toString(UTF_8)).containsOnlyOnce("the old ones stay");
    }
  }

  private static Socket call(Program program) throws IOException {
    return new Socket(program.address().getAddress(), program.address().getPort());
  }

  private static void drain(Program program) {
    try {
      program.drain();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean ready(Program program) {
    return ask(program, "/readyz").statusCode() == 200;
  }

  private static String body(Program program, String path) {
    return ask(program, path).body();
  }

  private static HttpResponse<String> ask(Program program, String path) {
    var address = URI.create("http://127.0.0.1:" + program.healthAddress().getPort() + path);
    try (var client = HttpClient.newHttpClient()) {
      return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    } catch (IOException failed) {
      throw new AssertionError("no answer from " + address, failed);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }
}
