package dev.butlerlabs.butler.pki;

import java.net.URI;
import java.security.cert.X509Certificate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One way into one cluster: where it is, how to know it, who we are there.
 *
 * <p>The YAML form embeds all data, so it can be moved; a file with several contexts is read for
 * its current one.
 */
public record Kubeconfig(
    String cluster,
    URI server,
    List<X509Certificate> authorities,
    @Nullable String tlsServerName,
    String user,
    Login login,
    @Nullable String namespace) {

  public Kubeconfig {
    authorities = List.copyOf(authorities);
    if (!"https".equals(server.getScheme())) {
      throw new UnreadableInput("A kubeconfig's server must be an https address, not " + server);
    }
    if (authorities.isEmpty()) {
      throw new UnreadableInput("A kubeconfig needs the CA certificate of " + server);
    }
  }

  /** How the user proves who it is. */
  public sealed interface Login {

    /** A client certificate (leaf first) with its key. */
    record Certificate(List<X509Certificate> chain, SigningKey key) implements Login {
      public Certificate {
        chain = List.copyOf(chain);
      }
    }

    /** A bearer token, printed as a mask. */
    record Token(String reveal) implements Login {
      @Override
      public String toString() {
        return "Token[****]";
      }
    }
  }

  /** The common case: a client certificate signed by the cluster's own authority. */
  public static Kubeconfig of(
      String cluster, URI server, X509Certificate authority, String user, Credential credential) {
    var login = new Login.Certificate(List.of(credential.certificate()), credential.key());
    return new Kubeconfig(cluster, server, List.of(authority), null, user, login, null);
  }

  public static Kubeconfig parse(String yaml) {
    return KubeconfigYaml.read(yaml);
  }

  /** The text {@code kubectl} reads; it holds the private key or token. */
  public String render() {
    return KubeconfigYaml.write(this);
  }

  /** The server as text. */
  public String address() {
    return server.toString();
  }

  public Kubeconfig at(URI otherServer) {
    return new Kubeconfig(cluster, otherServer, authorities, tlsServerName, user, login, namespace);
  }

  @Override
  public String toString() {
    return "Kubeconfig[" + user + "@" + cluster + " at " + server + "]";
  }
}
