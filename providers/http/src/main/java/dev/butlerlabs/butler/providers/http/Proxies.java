package dev.butlerlabs.butler.providers.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One proxy for everything over TLS, but for the hosts that are reached without it. */
public final class Proxies extends ProxySelector {

  private static final List<Proxy> DIRECT = List.of(Proxy.NO_PROXY);
  private static final int USUAL_PORT = 80;

  private final Proxy proxy;
  private final List<String> exceptions;

  private Proxies(Proxy proxy, List<String> exceptions) {
    this.proxy = proxy;
    this.exceptions = List.copyOf(exceptions);
  }

  /**
   * As HTTPS_PROXY and NO_PROXY are written everywhere.
   *
   * @param proxy {@code http://host:port}, {@code host:port}, or empty for none
   * @param exceptions with commas between: {@code *}, a host, a domain with all below it ({@code
   *     .example.com} for those below alone), an address, a network ({@code 10.0.0.0/8})
   * @throws IllegalArgumentException when it is no such address; the text is not repeated, because
   *     people write passwords there
   */
  public static ProxySelector of(String proxy, String exceptions) {
    var listed =
        Arrays.stream(exceptions.split("[, ]+", -1))
            .map(one -> one.strip().toLowerCase(Locale.ROOT))
            .filter(one -> !one.isEmpty())
            .toList();
    return proxy.isBlank()
        ? new Proxies(Proxy.NO_PROXY, listed)
        : new Proxies(new Proxy(Proxy.Type.HTTP, address(proxy.strip())), listed);
  }

  /** The proxy that leads to a server, for clients that take no selector. */
  public static Optional<InetSocketAddress> between(@Nullable ProxySelector proxies, URI server) {
    return proxies == null
        ? Optional.empty()
        : proxies.select(server).stream()
            .findFirst()
            .map(Proxy::address)
            .map(InetSocketAddress.class::cast);
  }

  private static InetSocketAddress address(String text) {
    var url = url(text);
    if (url.getUserInfo() != null) {
      throw new IllegalArgumentException("a proxy that asks for a password is not served");
    }
    if (!"http".equals(url.getScheme()) || url.getHost() == null) {
      throw new IllegalArgumentException("no address of the form http://host:port");
    }
    return InetSocketAddress.createUnresolved(
        url.getHost(), url.getPort() < 0 ? USUAL_PORT : url.getPort());
  }

  private static URI url(String text) {
    try {
      return new URI(text.contains("://") ? text : "http://" + text);
    } catch (URISyntaxException _) {
      throw new IllegalArgumentException("no address of the form http://host:port");
    }
  }

  @Override
  public List<Proxy> select(URI uri) {
    return "https".equalsIgnoreCase(uri.getScheme()) && !excepted(uri) ? List.of(proxy) : DIRECT;
  }

  private boolean excepted(URI uri) {
    var host = uri.getHost().toLowerCase(Locale.ROOT).replaceAll("^\\[|\\]$", "");
    return exceptions.stream().anyMatch(one -> covers(one, host, uri.getPort()));
  }

  private static boolean covers(String exception, String host, int port) {
    if (exception.equals("*")) {
      return true;
    }
    if (exception.indexOf('/') > 0) {
      return within(exception, host);
    }
    var colon = exception.indexOf(':');
    var alone = colon >= 0 && colon == exception.lastIndexOf(':');
    if (alone && !exception.substring(colon + 1).equals(Integer.toString(port))) {
      return false;
    }
    var name = alone ? exception.substring(0, colon) : exception;
    return host.equals(name)
        || (!name.isEmpty() && host.endsWith(name.startsWith(".") ? name : "." + name));
  }

  /** Only a host that is an address lies in a network; names are not looked up for this. */
  private static boolean within(String network, String host) {
    try {
      var slash = network.indexOf('/');
      var first = InetAddress.ofLiteral(network.substring(0, slash)).getAddress();
      var address = InetAddress.ofLiteral(host).getAddress();
      var length = Integer.parseInt(network.substring(slash + 1));
      return first.length == address.length && sameStart(first, address, length);
    } catch (IllegalArgumentException _) {
      return false;
    }
  }

  private static boolean sameStart(byte[] one, byte[] other, int bits) {
    for (var i = 0; i < Math.min(bits, one.length * Byte.SIZE); i++) {
      var mask = 0x80 >> (i % Byte.SIZE);
      if ((one[i / Byte.SIZE] & mask) != (other[i / Byte.SIZE] & mask)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public void connectFailed(URI uri, SocketAddress proxyAddress, IOException failure) {
    // Whoever called is told by the call itself.
  }
}
