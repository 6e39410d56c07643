package dev.butlerlabs.butler.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * The program: asks at an even pace whatever the answers, reports when it is warm and then at each
 * line it reads, ends with its input.
 */
public final class LoadMain {

  private static final long EVERY_NANOS = Duration.ofMillis(20).toNanos();
  private static final long LOOK_EVERY_NANOS = Duration.ofMillis(5).toNanos();

  /** A pod that ends serves on for five seconds; on a busy machine a question may need some. */
  private static final Duration RENEWED = Duration.ofSeconds(1);

  private static final Duration FOR_EVER = Duration.ofDays(1);

  /** Connections for ever are asked beside the others, each this many times less often. */
  private static final int RARELY = 10;

  /** Of each lane. */
  private static final int WARM_UP = 40;

  private final List<Line> followed;
  private final List<Line> forEver;
  private final Tally tally = new Tally();
  private volatile AtomicInteger open = new AtomicInteger();

  private LoadMain(Kubeconfig config, String token) {
    var server = config.server();
    var known = TlsContext.of(config);
    var bare = TlsContext.trusting(config.authorities());
    // HTTP/2 twice: one connection more means one pod more that is followed.
    followed =
        List.of(
            line("new connections", false, 4, new NewConnections(known, server)),
            line("HTTP/1.1", false, 4, new KeptConnections(known, server, RENEWED)),
            line("HTTP/2", false, 16, new Streams(bare, server, token, RENEWED)),
            line("HTTP/2", false, 16, new Streams(bare, server, token, RENEWED)));
    forEver =
        List.of(
            line("HTTP/1.1", true, 4, new KeptConnections(known, server, FOR_EVER)),
            line("HTTP/2", true, 16, new Streams(bare, server, token, FOR_EVER)));
  }

  /**
   * A lane with room for so many questions at once. More would make a client that is late open
   * connections instead of answering, and be later still.
   */
  private record Line(Tally.Name name, Lane lane, Semaphore room) {}

  private static Line line(String name, boolean forEver, int room, Lane lane) {
    return new Line(new Tally.Name(name, forEver), lane, new Semaphore(room, true));
  }

  /**
   * Runs until its input ends.
   *
   * @param arguments a kubeconfig with a certificate, and a file with a token
   */
  public static void main(String[] arguments) throws IOException {
    var config = Kubeconfig.parse(Files.readString(Path.of(arguments[0])));
    var token = Files.readString(Path.of(arguments[1])).strip();
    new LoadMain(config, token).run();
  }

  private void run() throws IOException {
    warmUp();
    var json = new ObjectMapper();
    System.out.println(json.writeValueAsString(tally.report()));
    Thread.ofPlatform().daemon().start(this::pace);
    try (var in = new BufferedReader(new InputStreamReader(System.in, UTF_8))) {
      while (in.readLine() != null) {
        awaitAnswers();
        System.out.println(json.writeValueAsString(tally.report()));
      }
    }
  }

  /** Until every question that was put before has its answer, or has failed. */
  private void awaitAnswers() {
    var before = open;
    open = new AtomicInteger();
    while (before.get() > 0) {
      LockSupport.parkNanos(LOOK_EVERY_NANOS);
    }
  }

  /** A program that has just begun is slow, and would measure its own slowness. */
  private void warmUp() {
    for (var turn = 0; turn < WARM_UP; turn++) {
      var question = Question.MIX.get(turn % Question.MIX.size());
      followed.forEach(line -> ask(line, question, System.nanoTime()));
      forEver.forEach(line -> ask(line, question, System.nanoTime()));
    }
  }

  /** The next question does not wait for the answers to those before. */
  private void pace() {
    var start = System.nanoTime();
    for (var turn = 0L; ; turn++) {
      var due = start + turn * EVERY_NANOS;
      for (var left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      put(followed, turn, due);
      if (turn % RARELY == 0) {
        put(forEver, turn / RARELY, due);
      }
    }
  }

  private void put(List<Line> lines, long turn, long due) {
    var line = lines.get((int) (turn % lines.size()));
    var question = Question.MIX.get((int) (turn / lines.size() % Question.MIX.size()));
    var batch = open;
    batch.incrementAndGet();
    Thread.ofVirtual()
        .start(
            () -> {
              ask(line, question, due);
              batch.decrementAndGet();
            });
  }

  private void ask(Line line, Question question, long due) {
    try {
      line.room().acquire();
      try {
        ask(line, question, due, System.nanoTime());
      } finally {
        line.room().release();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void ask(Line line, Question question, long due, long sent) throws InterruptedException {
    try {
      var status = line.lane().ask(question);
      if (status < 300) {
        tally.answered(line.name(), due, sent);
      } else {
        tally.failed(line.name(), sent, question + " got " + status);
      }
    } catch (IOException | RuntimeException e) {
      tally.failed(line.name(), sent, question + ": " + e);
    }
  }
}
