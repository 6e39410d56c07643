package dev.butlerlabs.butler.bench.load;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** {@link LoadMain}, running in a process of its own. */
public final class Load implements AutoCloseable {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final BufferedReader answers;

  private Load(Process process) {
    this.process = process;
    this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
  }

  /**
   * Returns when it is warm and its pace begins. The JDK's client would try again by itself; here
   * it must not.
   *
   * @param kubeconfig with a certificate
   * @param token a file with a token that may do the same
   */
  public static Load start(Path kubeconfig, Path token) throws IOException {
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin/java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Djdk.httpclient.redirects.retrylimit=1",
            "-Djdk.httpclient.disableRetryConnect=true",
            "-cp",
            System.getProperty("java.class.path"),
            LoadMain.class.getName(),
            kubeconfig.toString(),
            token.toString());
    var load =
        new Load(
            new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start());
    var warm = load.next();
    if (warm.failed() > 0) {
      load.close();
      throw new IllegalStateException("requests failed before anything was replaced: " + warm);
    }
    return load;
  }

  /** What came of the questions since the last report. */
  public Report report() throws IOException {
    process.getOutputStream().write('\n');
    process.getOutputStream().flush();
    return next();
  }

  private Report next() throws IOException {
    var line = answers.readLine();
    if (line == null) {
      throw new IOException("the load has ended; its own words stand above");
    }
    return JSON.readValue(line, Report.class);
  }

  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    try {
      if (!process.waitFor(10, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
