package dev.butlerlabs.butler.pki;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class HandshakeTest {

  private static final Duration DAY = Duration.ofDays(1);

  private final SecureRandom random = new SecureRandom();
  private final Instant now = Instant.now();
  private final CertificateAuthority root = authority();

  @ParameterizedTest
  @EnumSource(names = {"EC_P256", "RSA_2048"})
  void serverAndClientRecogniseEachOther(KeyKind kind) throws Exception {
    var server = root.issue(server("127.0.0.1"), kind, now, random);
    var client = root.issue(client("alice"), kind, now, random);

    assertThat(connect(server, client, root)).isEqualTo("CN=alice");
  }

  @Test
  void clientOfAnotherAuthorityIsTurnedAway() {
    var server = root.issue(server("127.0.0.1"), KeyKind.EC_P256, now, random);
    var stranger = authority().issue(client("alice"), KeyKind.EC_P256, now, random);

    assertThatThrownBy(() -> connect(server, stranger, root)).isInstanceOf(Exception.class);
  }

  @Test
  void serverUnderAnotherNameIsNotBelieved() {
    var server = root.issue(server("127.0.0.2"), KeyKind.EC_P256, now, random);
    var client = root.issue(client("alice"), KeyKind.EC_P256, now, random);

    assertThatThrownBy(() -> connect(server, client, root))
        .hasStackTraceContaining("No subject alternative names matching");
  }

  private static String connect(Credential server, Credential client, CertificateAuthority root)
      throws Exception {
    var serverSide = TlsContext.of(server, root.certificate());
    var clientSide = TlsContext.of(client, root.certificate());
    var loopback = InetAddress.ofLiteral("127.0.0.1");
    try (var threads = Executors.newVirtualThreadPerTaskExecutor();
        var listener =
            (SSLServerSocket)
                serverSide.getServerSocketFactory().createServerSocket(0, 1, loopback)) {
      listener.setNeedClientAuth(true);
      Callable<String> accept = () -> accept(listener);
      var peer = threads.submit(accept);
      dial(clientSide, listener.getLocalPort());
      return peer.get(60, TimeUnit.SECONDS);
    }
  }

  private static String accept(SSLServerSocket listener) throws IOException {
    try (var socket = (SSLSocket) listener.accept()) {
      var peer = socket.getSession().getPeerPrincipal().getName();
      socket.getOutputStream().write(1);
      return peer;
    }
  }

  private static void dial(SSLContext context, int port) throws IOException {
    try (var socket = (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", port)) {
      var parameters = socket.getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      socket.setSSLParameters(parameters);
      socket.setSoTimeout(10_000);
      if (socket.getInputStream().read() != 1) {
        throw new IOException("the server hung up");
      }
    }
  }

  private static CertificateOrder server(String name) {
    return CertificateOrder.server(Subject.named("server"), SubjectAltName.all(name), DAY);
  }

  private static CertificateOrder client(String name) {
    return CertificateOrder.client(Subject.named(name), DAY);
  }

  private CertificateAuthority authority() {
    return CertificateAuthority.selfSigned("root", KeyKind.EC_P256, DAY, now, random);
  }
}
