package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What leads Helm to repositories and registries: proxies, and the authorities it trusts. Nothing
 * else of our environment reaches it.
 *
 * @param variables of the environment, as Helm reads them
 */
public record Network(Map<String, String> variables) {

  private static final Set<String> AUTHORITIES = Set.of("SSL_CERT_FILE", "SSL_CERT_DIR");
  private static final Set<String> PROXIES = Set.of("HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY");

  public Network {
    variables = Map.copyOf(variables);
  }

  public static Network none() {
    return new Network(Map.of());
  }

  /** Of all that is set around us; a name in small letters counts where the usual one is not. */
  public static Network of(Map<String, String> environment) {
    var found = new TreeMap<String, String>();
    Stream.concat(PROXIES.stream(), AUTHORITIES.stream())
        .forEach(
            name ->
                Stream.of(name, name.toLowerCase(Locale.ROOT))
                    .map(written -> environment.getOrDefault(written, ""))
                    .filter(value -> !value.isBlank())
                    .findFirst()
                    .ifPresent(value -> found.put(name, value)));
    return new Network(found);
  }

  /** Clusters are reached without a proxy, by Helm as by us. */
  Map<String, String> intoCluster() {
    var left = new TreeMap<>(variables);
    left.keySet().removeAll(PROXIES);
    return left;
  }

  /** What no message may show: passwords in the addresses of proxies. */
  List<String> secrets() {
    var found = new ArrayList<String>();
    for (var value : variables.values()) {
      var at = value.lastIndexOf('@');
      var user = at < 0 ? "" : value.substring(0, at).replaceFirst("^.*://", "");
      var colon = user.indexOf(':');
      if (colon >= 0) {
        var password = user.substring(colon + 1);
        found.add(password);
        found.add(plain(password));
      }
    }
    return found;
  }

  private static String plain(String password) {
    try {
      // A plus is a plus in this part of an address.
      return URLDecoder.decode(password.replace("+", "%2B"), UTF_8);
    } catch (IllegalArgumentException asItIs) {
      return password;
    }
  }

  @Override
  public String toString() {
    return "Network" + new TreeSet<>(variables.keySet());
  }
}
