package dev.butlerlabs.butler.apps.tcpproxy;

import static dev.butlerlabs.butler.apps.tcpproxy.Upstream.hear;
import static dev.butlerlabs.butler.apps.tcpproxy.Upstream.hearAll;
import static dev.butlerlabs.butler.apps.tcpproxy.Upstream.say;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.TlsContext;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * TLS ended with a certificate of the proxy's own, and opened anew to an API server it verifies.
 */
class TerminationTest {

  private static final String INSIDE = "kubernetes.default.svc";

  private final Counters counters = new Counters();
  private final Keyring tenant;
  private final Credential shown;

  TerminationTest(@TempDir Path folder) throws IOException {
    tenant = Keyring.in(folder);
    shown = tenant.write();
  }

  @Test
  void clientVerifiesTheNameInsideAndTheServerIsCalledByItsNameOutside() throws Exception {
    try (var upstream = serving(tenant.server("kube-apiserver", Keyring.OUTSIDE));
        var proxy = to(upstream);
        var client = call(proxy, INSIDE)) {
      var server = (SSLSocket) upstream.next();
      say(client, "GET /");
      assertThat(hear(server, 5)).isEqualTo("GET /");
      say(server, "200 OK");
      assertThat(hear(client, 6)).isEqualTo("200 OK");
      assertThat(((ExtendedSSLSession) server.getSession()).getRequestedServerNames())
          .containsExactly(new SNIHostName(Keyring.OUTSIDE));
      assertThat(client.getSession().getPeerCertificates()).startsWith(shown.certificate());
    }
  }

  @Test
  void clientThatCallsByAddressSendsNoNameAndIsServed() throws Exception {
    try (var upstream = serving(tenant.server("kube-apiserver", Keyring.OUTSIDE));
        var proxy = to(upstream);
        var client = call(proxy, "10.96.0.1")) {
      say(client, "GET /");
      assertThat(hear(upstream.next(), 5)).isEqualTo("GET /");
    }
  }

  @Test
  void serverOfAnotherAuthorityIsRefused(@TempDir Path elsewhere) throws Exception {
    var impostor = Keyring.in(elsewhere).server("kube-apiserver", Keyring.OUTSIDE);
    assertRefused(impostor);
  }

  @Test
  void serverOfAnotherNameIsRefused() throws Exception {
    assertRefused(tenant.server("kube-apiserver", "api.other.example.com", INSIDE));
  }

  private void assertRefused(Credential impostor) throws Exception {
    try (var upstream = serving(impostor);
        var proxy = to(upstream)) {
      assertThatThrownBy(() -> hearAll(call(proxy, INSIDE))).isInstanceOf(IOException.class);
      // It hears the reason or, when it was still speaking, only that the other side left.
      assertThat(upstream.refusal()).isInstanceOf(IOException.class);
      assertThat(upstream.nobodyCame()).isTrue();
      assertThat(counters.joined.sum()).isZero();
      assertThat(counters.failed.sum()).isEqualTo(1);
      assertThatThrownBy(bridge(upstream)::check)
          .isInstanceOf(SSLHandshakeException.class)
          .hasCauseInstanceOf(CertificateException.class);
    }
  }

  @Test
  void protocolIsTheOneTheServerPicksFromTheClientsList() throws Exception {
    try (var upstream = serving(tenant.server("kube-apiserver", Keyring.OUTSIDE));
        var proxy = to(upstream)) {
      try (var client = call(proxy, INSIDE, "h2", "http/1.1")) {
        assertThat(client.getApplicationProtocol()).isEqualTo("h2");
        assertThat(((SSLSocket) upstream.next()).getApplicationProtocol()).isEqualTo("h2");
      }
      try (var client = call(proxy, INSIDE, "http/1.1")) {
        assertThat(client.getApplicationProtocol()).isEqualTo("http/1.1");
        assertThat(((SSLSocket) upstream.next()).getApplicationProtocol()).isEqualTo("http/1.1");
      }
    }
  }

  @Test
  void clientsAreNotAskedForACertificate() throws Exception {
    try (var upstream = serving(tenant.server("kube-apiserver", Keyring.OUTSIDE));
        var proxy = to(upstream);
        var client =
            call(
                proxy,
                TlsContext.of(tenant.client("admin"), tenant.authority().certificate()),
                INSIDE)) {
      assertThat(client.getSession().getLocalCertificates()).isNull();
      var server = (SSLSocket) upstream.next();
      assertThatThrownBy(() -> server.getSession().getPeerCertificates())
          .hasMessageContaining("peer not authenticated");
    }
  }

  @Test
  void sideThatHasSaidAllStillHears() throws Exception {
    try (var upstream = serving(tenant.server("kube-apiserver", Keyring.OUTSIDE));
        var proxy = to(upstream);
        var client = call(proxy, INSIDE)) {
      var server = upstream.next();
      say(client, "all of it");
      client.shutdownOutput();
      assertThat(hearAll(server)).isEqualTo("all of it");
      say(server, "late answer");
      server.shutdownOutput();
      assertThat(hearAll(client)).isEqualTo("late answer");
    }
  }

  @Test
  void answerThatWasCutShortDoesNotLookWhole() throws Exception {
    try (var upstream =
            new Upstream(
                accepted -> {
                  secured(accepted, tenant.server("kube-apiserver", Keyring.OUTSIDE));
                  return accepted;
                });
        var proxy = to(upstream);
        var client = call(proxy, INSIDE)) {
      upstream.next().close();
      assertThatThrownBy(() -> hearAll(client)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void changedFilesAreTakenForTheNextConnectionAndBrokenOnesAreNot() throws Exception {
    var files = new CredentialFiles(tenant.files());
    try (var upstream = serving(tenant.server("kube-apiserver", Keyring.OUTSIDE));
        var proxy = to(upstream, files)) {
      assertThat(files.reload()).isFalse();
      var renewed = tenant.write();
      assertThat(files.reload()).isTrue();
      assertThat(certificate(proxy)).isEqualTo(renewed.certificate());

      var other = tenant.server("steward-tcp-proxy", INSIDE);
      Files.writeString(tenant.files().key(), other.key().pem());
      assertThatThrownBy(files::reload).hasMessageContaining("do not belong together");
      Files.writeString(
          tenant.files().key(), "-----BEGIN PRIVATE KEY-----\nAAAAA\n-----END PRIVATE KEY-----\n");
      assertThatThrownBy(files::reload).hasMessageContaining("cut off or damaged");
      Files.writeString(tenant.files().certificate(), "");
      assertThatThrownBy(files::reload).hasMessageContaining("holds no certificate");
      assertThat(certificate(proxy)).isEqualTo(renewed.certificate());
    }
  }

  private Certificate certificate(Proxy proxy) throws IOException {
    try (var client = call(proxy, INSIDE)) {
      return client.getSession().getPeerCertificates()[0];
    }
  }

  private Termination bridge(Upstream upstream) throws IOException {
    return bridge(upstream, new CredentialFiles(tenant.files()));
  }

  private static Termination bridge(Upstream upstream, CredentialFiles files) {
    return new Termination(
        new Dialer(upstream.place(), Duration.ofSeconds(30)), files, Keyring.OUTSIDE);
  }

  private Proxy to(Upstream upstream) throws IOException {
    return to(upstream, new CredentialFiles(tenant.files()));
  }

  private Proxy to(Upstream upstream, CredentialFiles files) throws IOException {
    var listen = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    var proxy = new Proxy(listen, bridge(upstream, files), 8, counters);
    proxy.start();
    return proxy;
  }

  private Upstream serving(Credential server) throws IOException {
    return new Upstream(accepted -> secured(accepted, server));
  }

  private SSLSocket secured(Socket accepted, Credential server) throws IOException {
    var context = TlsContext.of(server, tenant.authority().certificate());
    var socket = (SSLSocket) context.getSocketFactory().createSocket(accepted, null, true);
    socket.setWantClientAuth(true);
    socket.setHandshakeApplicationProtocolSelector(
        (_, offered) -> offered.contains("h2") ? "h2" : "http/1.1");
    socket.startHandshake();
    return socket;
  }

  private SSLSocket call(Proxy proxy, String name, String... protocols) throws IOException {
    var context = TlsContext.trusting(List.of(tenant.authority().certificate()));
    return call(proxy, context, name, protocols);
  }

  private static SSLSocket call(Proxy proxy, SSLContext context, String name, String... protocols)
      throws IOException {
    var plain = new Socket(proxy.address().getAddress(), proxy.address().getPort());
    plain.setSoTimeout(60_000);
    var client = (SSLSocket) context.getSocketFactory().createSocket(plain, name, 443, true);
    var parameters = client.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(protocols);
    client.setSSLParameters(parameters);
    client.startHandshake();
    return client;
  }
}
