package dev.butlerlabs.butler.bench.hosted;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

/**
 * What an API server was asked from now on, by its audit log: told by those who answer, not by
 * those who ask. Leases and Events do not stand there.
 */
public final class CallLog implements AutoCloseable {

  private static final Set<String> READS = Set.of("get", "list", "watch");
  private static final long APART = Duration.ofMillis(50).toNanos();

  /** How often something was asked. */
  public record Count(int reads, int writes) {
    public int all() {
      return reads + writes;
    }

    public Count since(Count before) {
      return new Count(reads - before.reads, writes - before.writes);
    }
  }

  private final ObjectMapper json = new ObjectMapper();
  private final LogLines lines;
  private final String user;
  private final Thread reader;
  private final Map<String, Integer> kinds = new TreeMap<>();
  private Count ours = new Count(0, 0);
  private int writesOfOthers;
  private long lastWrite = System.nanoTime();
  private volatile boolean closed;

  /**
   * Begins to read.
   *
   * @param user whose calls are counted
   */
  public CallLog(Path file, String user) throws IOException {
    this.lines = new LogLines(file);
    this.user = user;
    this.reader = Thread.ofVirtual().name("audit log").start(this::read);
  }

  private void read() {
    while (!closed) {
      try {
        if (!lines.next(this::line)) {
          LockSupport.parkNanos(APART);
        }
      } catch (IOException broken) {
        throw new IllegalStateException("the audit log cannot be read", broken);
      }
    }
  }

  private void line(String text) throws IOException {
    var call = json.readTree(text);
    var verb = call.path("verb").asText();
    // A watch is told when it begins and when it ends.
    var counted = verb.equals("watch") ? "ResponseStarted" : "ResponseComplete";
    if (call.path("stage").asText().equals(counted)) {
      count(call, verb);
    }
  }

  private synchronized void count(JsonNode call, String verb) {
    var write = !READS.contains(verb);
    if (!call.at("/user/username").asText().equals(user)) {
      writesOfOthers += write ? 1 : 0;
      return;
    }
    ours = new Count(ours.reads() + (write ? 0 : 1), ours.writes() + (write ? 1 : 0));
    kinds.merge(kind(call, verb), 1, Integer::sum);
    if (write) {
      lastWrite = System.nanoTime();
    }
  }

  private static String kind(JsonNode call, String verb) {
    var object = call.path("objectRef");
    var part = object.path("subresource").asText();
    var code = call.at("/responseStatus/code").asInt();
    return verb
        + " "
        + object.path("resource").asText(call.path("requestURI").asText())
        + (part.isEmpty() ? "" : "/" + part)
        + (code < 300 ? "" : " " + code);
  }

  public synchronized Count ours() {
    return ours;
  }

  public synchronized int writesOfOthers() {
    return writesOfOthers;
  }

  /** What was asked how often for each of so many, the most frequent first. */
  public synchronized String kinds(int among) {
    return kinds.entrySet().stream()
        .sorted(Map.Entry.<String, Integer>comparingByValue().reversed())
        .filter(kind -> kind.getValue() * 20 >= among)
        .map(kind -> "%s %.1f".formatted(kind.getKey(), (double) kind.getValue() / among))
        .collect(Collectors.joining(", "));
  }

  /** Returns when the user has written nothing for that long. */
  public void awaitRest(Duration rest) {
    for (var left = rest.toNanos(); left > 0; left = rest.toNanos() - sinceLastWrite()) {
      LockSupport.parkNanos(left);
    }
  }

  private synchronized long sinceLastWrite() {
    return System.nanoTime() - lastWrite;
  }

  @Override
  public void close() throws IOException {
    closed = true;
    try {
      reader.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    lines.close();
  }
}
