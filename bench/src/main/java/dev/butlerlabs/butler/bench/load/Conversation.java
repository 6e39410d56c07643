package dev.butlerlabs.butler.bench.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** One TLS connection that speaks HTTP/1.1, so that nothing is hidden by a library. */
final class Conversation implements AutoCloseable {

  private static final int PATIENCE_MILLIS = 30_000;

  private final SSLSocket socket;
  private final InputStream in;
  private final String host;
  private final long since;
  private boolean ending;

  /**
   * @param since before the connection was opened: none is older than it seems
   */
  private Conversation(SSLSocket socket, String host, long since) throws IOException {
    this.socket = socket;
    this.host = host;
    this.since = since;
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  static Conversation open(SSLContext tls, URI server) throws IOException {
    var since = System.nanoTime();
    var socket = (SSLSocket) tls.getSocketFactory().createSocket();
    try {
      var names = socket.getSSLParameters();
      names.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(names);
      socket.setTcpNoDelay(true);
      socket.setSoTimeout(PATIENCE_MILLIS);
      socket.connect(new InetSocketAddress(server.getHost(), server.getPort()), PATIENCE_MILLIS);
      socket.startHandshake();
      return new Conversation(socket, server.getAuthority(), since);
    } catch (IOException failed) {
      socket.close();
      throw failed;
    }
  }

  boolean olderThan(Duration life) {
    return System.nanoTime() - since > life.toNanos();
  }

  /**
   * Asks and reads the whole answer.
   *
   * @param last whether the server is told that nothing follows
   */
  int ask(Question question, boolean last) throws IOException {
    var body = question.body().getBytes(UTF_8);
    var head = new StringBuilder();
    head.append("%s %s HTTP/1.1\r\n".formatted(question.method(), question.path()));
    head.append("Host: %s\r\nAccept: application/json\r\n".formatted(host));
    if (body.length > 0) {
      head.append("Content-Type: %s\r\n".formatted(question.contentType()));
      head.append("Content-Length: %d\r\n".formatted(body.length));
    }
    head.append(last ? "Connection: close\r\n\r\n" : "\r\n");
    var out = socket.getOutputStream();
    out.write((head + question.body()).getBytes(UTF_8));
    out.flush();
    return answer();
  }

  private int answer() throws IOException {
    var status = Integer.parseInt(line("before an answer").split(" ", 3)[1]);
    var length = 0;
    var chunked = false;
    for (var header = line(); !header.isEmpty(); header = line()) {
      var low = header.toLowerCase(Locale.ROOT);
      if (low.startsWith("content-length:")) {
        length = Integer.parseInt(low.substring(15).strip());
      }
      chunked |= low.startsWith("transfer-encoding:") && low.contains("chunked");
      ending |= low.startsWith("connection:") && low.contains("close");
    }
    if (chunked) {
      chunks();
    } else {
      in.skipNBytes(length);
    }
    return status;
  }

  private void chunks() throws IOException {
    for (var size = size(); size > 0; size = size()) {
      in.skipNBytes(size);
      line();
    }
    line();
  }

  private int size() throws IOException {
    return Integer.parseInt(line().strip(), 16);
  }

  private String line() throws IOException {
    return line("in the middle of an answer");
  }

  private String line(String where) throws IOException {
    var text = new StringBuilder();
    for (var next = in.read(); next != '\n'; next = in.read()) {
      if (next < 0) {
        throw new EOFException("the connection ended " + (text.isEmpty() ? where : "in a line"));
      }
      text.append(new String(new byte[] {(byte) next}, ISO_8859_1));
    }
    return text.toString().stripTrailing();
  }

  /** Whether the server has ended it, or said that it would. */
  boolean over() {
    return ending || ended();
  }

  private boolean ended() {
    try {
      socket.setSoTimeout(1);
      // Nothing was asked, so anything but silence is an end.
      var _ = in.read();
      return true;
    } catch (SocketTimeoutException quiet) {
      return !patient();
    } catch (IOException broken) {
      return true;
    }
  }

  private boolean patient() {
    try {
      socket.setSoTimeout(PATIENCE_MILLIS);
      return true;
    } catch (IOException broken) {
      return false;
    }
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException gone) {
      // It is of no use any more.
    }
  }
}
