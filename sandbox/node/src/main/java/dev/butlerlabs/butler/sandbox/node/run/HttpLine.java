package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.pod.Probe.Action;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Asks one container by HTTP. A program that is starting is asked many times a second, so the
 * connection is kept until the first good answer; after it each question takes a new one, as
 * everywhere in Kubernetes.
 */
final class HttpLine implements Asker.Line {

  /** No answer to a probe has a reason to be longer; what follows is not waited for. */
  private static final int LONGEST = 64 * 1024;

  private final Action.Http http;
  private final String host;
  private final SSLContext tls;
  private volatile @Nullable Socket kept;
  private volatile boolean closed;

  HttpLine(Action.Http http, String host, SSLContext tls) {
    this.http = http;
    this.host = host;
    this.tls = tls;
  }

  @Override
  public boolean ask(Duration timeout) throws IOException {
    var before = kept;
    if (before != null) {
      try {
        return ask(before, timeout);
      } catch (SocketTimeoutException late) {
        throw late;
      } catch (IOException cut) {
        // Whoever restarts a program or tires of a connection cuts it; that is no answer.
        hangUp();
      }
    }
    return ask(connect(timeout), timeout);
  }

  private boolean ask(Socket socket, Duration timeout) throws IOException {
    var answered = false;
    try {
      socket.setSoTimeout(Asker.millis(timeout));
      socket.getOutputStream().write(request().getBytes(StandardCharsets.UTF_8));
      socket.getOutputStream().flush();
      var answer = Answer.read(new BufferedInputStream(socket.getInputStream()));
      answered = answer.whole() && !answer.good();
      return answer.good();
    } finally {
      if (answered && !closed) {
        kept = socket;
      } else {
        kept = null;
        socket.close();
      }
    }
  }

  private Socket connect(Duration timeout) throws IOException {
    var plain = new Socket();
    try {
      plain.connect(new InetSocketAddress(host, http.port()), Asker.millis(timeout));
      plain.setSoTimeout(Asker.millis(timeout));
      plain.setTcpNoDelay(true);
      return http.tls()
          ? tls.getSocketFactory().createSocket(plain, host, http.port(), true)
          : plain;
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  private String request() {
    var text = new StringBuilder();
    text.append("GET ").append(http.path()).append(" HTTP/1.1\r\n");
    if (!http.headers().containsKey("Host")) {
      text.append("Host: ").append(host).append(':').append(http.port()).append("\r\n");
    }
    text.append("User-Agent: kube-probe/butler\r\nAccept: */*\r\n");
    http.headers()
        .forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    return text.append("\r\n").toString();
  }

  private void hangUp() {
    var socket = kept;
    kept = null;
    if (socket != null) {
      try {
        socket.close();
      } catch (IOException gone) {
        // It is not used again either way.
      }
    }
  }

  @Override
  public void close() {
    closed = true;
    hangUp();
  }

  /**
   * What was answered.
   *
   * @param whole whether all of it was read, so that another question may follow
   */
  private record Answer(boolean good, boolean whole) {

    static Answer read(InputStream in) throws IOException {
      var first = line(in);
      var good = first.matches("HTTP/1\\.[01] [23]\\d\\d.*");
      var length = -1;
      for (var line = line(in); !line.isEmpty(); line = line(in)) {
        var words = line.split(":", 2);
        if (words.length == 2 && words[0].equalsIgnoreCase("Content-Length")) {
          length = words[1].strip().matches("\\d{1,5}") ? Integer.parseInt(words[1].strip()) : -1;
        }
      }
      return new Answer(good, !good && length >= 0 && in.readNBytes(length).length == length);
    }

    private static String line(InputStream in) throws IOException {
      var text = new StringBuilder();
      for (var next = in.read(); next != '\n'; next = in.read()) {
        if (next < 0 || text.length() > LONGEST) {
          throw new IOException("the answer ended within a line");
        }
        text.append((char) next);
      }
      return text.toString().strip();
    }
  }
}
