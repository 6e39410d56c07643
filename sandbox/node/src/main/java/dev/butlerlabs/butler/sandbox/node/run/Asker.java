package dev.butlerlabs.butler.sandbox.node.run;

import dev.butlerlabs.butler.sandbox.node.pod.Probe.Action;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.Set;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/** Puts a probe's question to a container. */
public final class Asker {

  private static final Set<String> SELF = Set.of("", "localhost", "127.0.0.1", "0.0.0.0");

  private final Launcher launcher;
  private final SSLContext tls = trusting();

  public Asker(Launcher launcher) {
    this.launcher = launcher;
  }

  /** True when the answer is good; anything else, also no answer, is bad. */
  boolean ask(Action action, ContainerProcess container, String podIp, Duration timeout)
      throws InterruptedException {
    try {
      return switch (action) {
        case Action.Tcp(var host, var port) -> connects(address(host, podIp), port, timeout);
        case Action.Http http -> answers(http, address(http.host(), podIp), timeout);
        case Action.Exec(var command) -> launcher.run(container, command, timeout.toMillis());
      };
    } catch (IOException e) {
      return false;
    }
  }

  private static String address(String host, String podIp) {
    return SELF.contains(host) ? podIp : host;
  }

  private static boolean connects(String host, int port, Duration timeout) throws IOException {
    try (var socket = new Socket()) {
      socket.connect(new InetSocketAddress(host, port), millis(timeout));
      return true;
    }
  }

  private boolean answers(Action.Http http, String host, Duration timeout) throws IOException {
    try (var plain = new Socket()) {
      plain.connect(new InetSocketAddress(host, http.port()), millis(timeout));
      plain.setSoTimeout(millis(timeout));
      try (var socket =
          http.tls()
              ? tls.getSocketFactory().createSocket(plain, host, http.port(), true)
              : plain) {
        socket.getOutputStream().write(request(http, host).getBytes(StandardCharsets.UTF_8));
        socket.getOutputStream().flush();
        var reader =
            new BufferedReader(
                new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
        return good(reader.readLine());
      }
    }
  }

  private static String request(Action.Http http, String host) {
    var text = new StringBuilder();
    text.append("GET ").append(http.path()).append(" HTTP/1.1\r\n");
    if (!http.headers().containsKey("Host")) {
      text.append("Host: ").append(host).append(':').append(http.port()).append("\r\n");
    }
    text.append("User-Agent: kube-probe/butler\r\nAccept: */*\r\nConnection: close\r\n");
    http.headers()
        .forEach((name, value) -> text.append(name).append(": ").append(value).append("\r\n"));
    return text.append("\r\n").toString();
  }

  private static boolean good(@Nullable String line) {
    return line != null && line.matches("HTTP/1\\.[01] [23]\\d\\d.*");
  }

  private static int millis(Duration timeout) {
    return Math.toIntExact(Math.max(1, timeout.toMillis()));
  }

  /** A probe asks whether the program answers, not who it is; Kubernetes checks no names here. */
  private static SSLContext trusting() {
    try {
      var context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new Anybody()}, new SecureRandom());
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK cannot set up TLS", e);
    }
  }

  private static final class Anybody implements X509TrustManager {

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String type) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String type) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
