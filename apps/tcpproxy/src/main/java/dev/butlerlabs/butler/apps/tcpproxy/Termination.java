package dev.butlerlabs.butler.apps.tcpproxy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import org.jspecify.annotations.Nullable;

/**
 * Ends a client's TLS with a certificate for the names inside the cluster, and opens TLS to the API
 * server under the name its router knows it by, verified by authority and name.
 *
 * <p>Clients are never asked for a certificate: it could not be handed on, and a client that had
 * shown one would wrongly believe to be known by it. Tokens are handed on, being part of what is
 * said inside.
 */
final class Termination implements Bridge {

  private static final List<String> PROTOCOLS = List.of("TLSv1.3", "TLSv1.2");

  private final Dialer dialer;
  private final CredentialFiles files;
  private final String serverName;

  /**
   * Opens nothing yet.
   *
   * @param serverName whom the API server must prove to be
   */
  Termination(Dialer dialer, CredentialFiles files, String serverName) {
    this.dialer = dialer;
    this.files = files;
    this.serverName = serverName;
  }

  @Override
  public Ends build(Socket client) throws IOException {
    var credentials = files.current();
    client.setSoTimeout(Math.toIntExact(dialer.patience().toMillis()));
    var inside =
        (SSLSocket) credentials.shown().getSocketFactory().createSocket(client, null, true);
    inside.setEnabledProtocols(PROTOCOLS.toArray(String[]::new));
    var way = new Way(credentials);
    inside.setHandshakeApplicationProtocolSelector((_, offered) -> way.agree(offered));
    try {
      inside.startHandshake();
      var ends = way.opened(inside, client);
      client.setSoTimeout(0);
      return ends;
    } catch (IOException failed) {
      way.close();
      throw way.failure == null ? failed : way.failure;
    }
  }

  @Override
  public void check() throws IOException {
    var way = new Way(files.current());
    try {
      way.open(List.of());
    } finally {
      way.close();
    }
  }

  /**
   * The way to the API server. It is opened in the middle of the client's handshake, so that both
   * connections carry the protocol the API server picked from the client's list.
   */
  private final class Way {

    private final Credentials credentials;
    private @Nullable Socket plain;
    private @Nullable SSLSocket secure;
    private @Nullable IOException failure;

    Way(Credentials credentials) {
      this.credentials = credentials;
    }

    /** Nothing, which ends the handshake, when the API server cannot be had. */
    @Nullable String agree(List<String> offered) {
      try {
        return open(offered).getApplicationProtocol();
      } catch (IOException unreachable) {
        failure = unreachable;
        return null;
      }
    }

    SSLSocket open(List<String> offered) throws IOException {
      var below = dialer.dial();
      plain = below;
      below.setSoTimeout(Math.toIntExact(dialer.patience().toMillis()));
      var above =
          (SSLSocket)
              credentials
                  .trusting()
                  .getSocketFactory()
                  .createSocket(below, serverName, below.getPort(), true);
      above.setSSLParameters(parameters(above.getSSLParameters(), offered));
      above.startHandshake();
      below.setSoTimeout(0);
      secure = above;
      return above;
    }

    /** A client that offers no protocols has not opened it yet. */
    Ends opened(SSLSocket inside, Socket client) throws IOException {
      var above = secure == null ? open(List.of()) : secure;
      return new Ends(inside, above, client, plain == null ? above : plain);
    }

    void close() {
      if (plain != null) {
        Ends.quietly(plain);
      }
    }
  }

  private SSLParameters parameters(SSLParameters parameters, List<String> offered) {
    parameters.setProtocols(PROTOCOLS.toArray(String[]::new));
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    parameters.setApplicationProtocols(offered.toArray(String[]::new));
    if (!isAddress(serverName)) {
      parameters.setServerNames(List.of(new SNIHostName(serverName)));
    }
    return parameters;
  }

  /** Whether a server can be asked to prove that it is called so. */
  static boolean knows(String serverName) {
    try {
      return isAddress(serverName) || !new SNIHostName(serverName).getAsciiName().isEmpty();
    } catch (IllegalArgumentException noName) {
      return false;
    }
  }

  private static boolean isAddress(String text) {
    try {
      InetAddress.ofLiteral(text);
      return true;
    } catch (IllegalArgumentException name) {
      return false;
    }
  }
}
