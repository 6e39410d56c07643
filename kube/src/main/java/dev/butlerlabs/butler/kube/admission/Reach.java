package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.pki.SubjectAltName;
import java.net.URI;
import java.util.List;

/** How the API server finds the endpoint. */
public sealed interface Reach {

  /** The names the certificate must carry. */
  List<SubjectAltName> names();

  /** The same, where the port was left open until the endpoint had one. */
  default Reach on(int port) {
    return this instanceof ByUrl(var base) && base.getPort() == 0
        ? new ByUrl(URI.create("https://" + base.getHost() + ":" + port))
        : this;
  }

  /** A fixed address: for an API server on the same machine. */
  record ByUrl(URI base) implements Reach {

    public ByUrl {
      if (!"https".equals(base.getScheme()) || base.getHost() == null) {
        throw new IllegalArgumentException("'" + base + "' is no https address");
      }
    }

    @Override
    public List<SubjectAltName> names() {
      var host = base.getHost();
      return SubjectAltName.all(host.startsWith("[") ? host.substring(1, host.length() - 1) : host);
    }
  }

  /** A Service in front of all replicas. */
  record ByService(String namespace, String name) implements Reach {

    static final int PORT = 443;

    @Override
    public List<SubjectAltName> names() {
      return SubjectAltName.all(name + "." + namespace + ".svc");
    }
  }
}
