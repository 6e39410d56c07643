package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The program as it runs: the door, health, and the rounds. */
final class Program implements AutoCloseable {

  private static final long ROUND_SECONDS = 5;

  private final Settings settings;
  private final Journal journal;
  private final Health health = new Health();
  private final Counters counters = new Counters();
  private final @Nullable CredentialFiles files;
  private final Proxy proxy;
  private final HealthServer server;
  private final Rounds rounds;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

  /** Listens, and lets nobody in yet. */
  Program(Settings settings, Journal journal) throws IOException {
    this.settings = settings;
    this.journal = journal;
    var tls = settings.tls();
    files = tls == null ? null : new CredentialFiles(tls);
    var dialer = new Dialer(settings.upstream(), settings.dial());
    var bridge =
        tls == null || files == null
            ? new PassThrough(dialer)
            : new Termination(dialer, files, tls.serverName());
    proxy = new Proxy(settings.listen().toListen(), bridge, settings.connections(), counters);
    server =
        new HealthServer(settings.health().toListen(), health, () -> !proxy.stuck(), this::metrics);
    rounds = new Rounds(bridge, files, health, counters, journal);
  }

  void start() {
    proxy.start();
    var _ = timer.scheduleWithFixedDelay(rounds::once, 0, ROUND_SECONDS, TimeUnit.SECONDS);
    journal.say(
        "listening",
        "address",
        address().toString(),
        "upstream",
        settings.upstream().toString(),
        "tls",
        settings.tls() == null ? "passed through" : "ended here, client certificates do not pass",
        "connections",
        Integer.toString(settings.connections()));
  }

  private String metrics() {
    var expires = files == null ? 0 : files.current().expires().getEpochSecond();
    return counters.text(health.trouble().isEmpty(), expires);
  }

  InetSocketAddress address() {
    return proxy.address();
  }

  InetSocketAddress healthAddress() {
    return server.address();
  }

  /** Clients are sent elsewhere first, then nobody is let in, then those who are in may finish. */
  void drain() throws InterruptedException {
    health.end();
    journal.say("ending", "lingerSeconds", Long.toString(settings.linger().toSeconds()));
    // Nobody tells when the last client has been sent elsewhere; a close cuts the wait short.
    var _ = closed.await(settings.linger().toMillis(), TimeUnit.MILLISECONDS);
    var left = proxy.drain(settings.drain());
    journal.say(left ? "everybody has left" : "the rest is cut off");
  }

  @Override
  public void close() {
    closed.countDown();
    health.end();
    timer.shutdownNow();
    proxy.close();
    server.close();
  }
}
