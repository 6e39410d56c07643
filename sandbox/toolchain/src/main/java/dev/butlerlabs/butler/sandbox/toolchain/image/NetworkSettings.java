package dev.butlerlabs.butler.sandbox.toolchain.image;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How registries are reached.
 *
 * @param httpsProxy,httpProxy the proxy for each scheme; null for none
 * @param noProxy host names and domain suffixes that are reached directly; {@code *} for all
 * @param certificates PEM file of the roots to trust instead of Java's own; null for Java's
 * @param mirrors address to use for a registry; the key {@code *} stands for all others
 * @param connectWithin after this long a registry counts as unreachable
 */
public record NetworkSettings(
    @Nullable URI httpsProxy,
    @Nullable URI httpProxy,
    List<String> noProxy,
    @Nullable Path certificates,
    Map<String, URI> mirrors,
    Duration connectWithin) {

  private static final Duration CONNECT_WITHIN = Duration.ofSeconds(3);

  public NetworkSettings {
    noProxy = List.copyOf(noProxy);
    mirrors = Map.copyOf(mirrors);
  }

  /**
   * Reads the variables Go and curl know, and {@code BUTLER_REGISTRY_MIRROR}: one address for all
   * registries, or {@code registry=address} pairs with commas between them.
   *
   * @param problems gets one sentence for each value that cannot be used
   */
  public static NetworkSettings fromEnvironment(
      Map<String, String> environment, List<String> problems) {
    var noProxy = new ArrayList<String>();
    for (var part : either(environment, "NO_PROXY").orElse("").split(",", -1)) {
      if (!part.isBlank()) {
        noProxy.add(part.strip().toLowerCase(Locale.ROOT));
      }
    }
    return new NetworkSettings(
        proxy(environment, "HTTPS_PROXY", problems).orElse(null),
        proxy(environment, "HTTP_PROXY", problems).orElse(null),
        noProxy,
        either(environment, "SSL_CERT_FILE").map(Path::of).orElse(null),
        mirrors(environment.getOrDefault("BUTLER_REGISTRY_MIRROR", ""), problems),
        CONNECT_WITHIN);
  }

  /** Where requests for a registry go: a mirror, or the registry itself over HTTPS. */
  URI addressOf(String registry) {
    var mirror = mirrors.getOrDefault(registry, mirrors.get("*"));
    return mirror == null ? URI.create("https://" + registry) : mirror;
  }

  Optional<URI> findProxy(URI target) {
    var proxy = "https".equals(target.getScheme()) ? httpsProxy : httpProxy;
    return proxy == null || direct(target.getHost()) ? Optional.empty() : Optional.of(proxy);
  }

  private boolean direct(String host) {
    return noProxy.stream()
        .map(entry -> entry.startsWith(".") ? entry.substring(1) : entry)
        .anyMatch(entry -> entry.equals("*") || host.equals(entry) || host.endsWith("." + entry));
  }

  private static Map<String, URI> mirrors(String text, List<String> problems) {
    var mirrors = new HashMap<String, URI>();
    for (var part : text.split(",", -1)) {
      if (!part.isBlank()) {
        var equals = part.indexOf('=');
        var registry = equals < 0 ? "*" : part.substring(0, equals).strip();
        address("BUTLER_REGISTRY_MIRROR", part.substring(equals + 1).strip(), problems)
            .ifPresent(address -> mirrors.put(registry, address));
      }
    }
    return mirrors;
  }

  private static Optional<URI> proxy(
      Map<String, String> environment, String name, List<String> problems) {
    return either(environment, name)
        .map(text -> text.contains("://") ? text : "http://" + text)
        .flatMap(text -> address(name, text, problems));
  }

  /** Both spellings are in use; the lower-case one wins, as in curl. */
  private static Optional<String> either(Map<String, String> environment, String name) {
    var lower = environment.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    var value = lower.isBlank() ? environment.getOrDefault(name, "") : lower;
    return value.isBlank() ? Optional.empty() : Optional.of(value);
  }

  private static Optional<URI> address(String name, String text, List<String> problems) {
    try {
      var address = URI.create(text);
      if (address.getHost() != null && address.getScheme().startsWith("http")) {
        return Optional.of(address);
      }
    } catch (IllegalArgumentException e) {
      // Told below, in the same words as an address without a host.
    }
    problems.add(name + " is '" + text + "'; write an address like https://mirror.example:5000");
    return Optional.empty();
  }
}
