package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.providers.http.Proxies;
import java.net.InetSocketAddress;
import java.net.URI;

/** Forms that settings can have. */
final class Forms {

  private Forms() {}

  static String httpsOrEmpty(String text) {
    return text.isEmpty() ? text : new Reach.ByUrl(URI.create(text)).base().toString();
  }

  static String proxyOrEmpty(String text) {
    var _ = Proxies.of(text, "");
    return text;
  }

  static InetSocketAddress address(String text) {
    var colon = text.lastIndexOf(':');
    if (colon < 1) {
      throw new IllegalArgumentException("no port");
    }
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }
}
