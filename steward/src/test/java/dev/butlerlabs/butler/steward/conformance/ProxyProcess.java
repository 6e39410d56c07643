package dev.butlerlabs.butler.steward.conformance;

import dev.butlerlabs.butler.apps.tcpproxy.Main;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.FreePort;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The proxy's program as a process of this machine, with the arguments its Deployment has. */
final class ProxyProcess implements AutoCloseable {

  private static final String FILES = "/etc/steward-tcp-proxy";

  private final Process process;
  private final Path log;
  private final int port = FreePort.next();
  private final int health = FreePort.next();

  /**
   * Starts it.
   *
   * @param folder holds what its Secret holds
   */
  ProxyProcess(List<String> planned, Path folder) throws IOException {
    log = folder.resolve("proxy.log");
    var line = new ArrayList<String>();
    line.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    line.addAll(List.of("-Xmx48m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    line.addAll(List.of("-cp", classes(), Main.class.getName()));
    planned.stream()
        .map(flag -> flag.replace("--listen=:6443", "--listen=127.0.0.1:" + port))
        .map(flag -> flag.replace("--health=:10270", "--health=127.0.0.1:" + health))
        .map(flag -> flag.replace(FILES, folder.toString()))
        .forEach(line::add);
    line.addAll(List.of("--linger-seconds=0", "--drain-seconds=1"));
    process =
        new ProcessBuilder(line).redirectErrorStream(true).redirectOutput(log.toFile()).start();
  }

  private static String classes() {
    try {
      var source = Main.class.getProtectionDomain().getCodeSource().getLocation();
      return Path.of(source.toURI()).toString();
    } catch (URISyntaxException impossible) {
      throw new IllegalStateException("a class comes from a file", impossible);
    }
  }

  String address() {
    return "https://127.0.0.1:" + port;
  }

  ProxyProcess awaitReady() throws IOException {
    try {
      Await.untilTrue("the proxy is ready", () -> ready().equals("ok\n"));
      return this;
    } catch (AssertionError late) {
      throw new AssertionError(Files.readString(log) + ready(), late);
    }
  }

  /** What it answers when it is asked whether it is ready; nothing while nobody answers. */
  String ready() {
    var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + health + "/readyz"));
    try (var client = HttpClient.newHttpClient()) {
      HttpResponse<String> answer = client.send(request.build(), BodyHandlers.ofString());
      return answer.body();
    } catch (IOException notYet) {
      return "";
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(stopped);
    }
  }

  String log() throws IOException {
    return Files.readString(log);
  }

  /** Asks it to end and waits until it has. */
  void end() throws InterruptedException {
    process.destroy();
    if (!process.waitFor(60, TimeUnit.SECONDS)) {
      throw new AssertionError("the proxy does not end when it is asked to");
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
