package dev.butlerlabs.butler.providers.http;

import java.net.ProxySelector;
import java.net.URI;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How one platform is reached.
 *
 * @param base where paths begin, without a slash at the end
 * @param proxy between us and the platform; one that asks for no log-in
 * @param deadline of one call, from connecting to the last byte
 */
public record HttpSettings(
    URI base, Trust trust, @Nullable ProxySelector proxy, Duration deadline) {

  /** A call to a platform is short; what takes longer is a task. */
  public static final Duration USUAL_DEADLINE = Duration.ofSeconds(30);

  private static final int HTTPS = 443;
  private static final int HTTP = 80;

  public HttpSettings {
    if (base.getScheme() == null || base.getHost() == null || base.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "a platform is reached at a URL with a host and without credentials");
    }
    if (deadline.isNegative() || deadline.isZero()) {
      throw new IllegalArgumentException("a deadline lies ahead, not " + deadline);
    }
  }

  public static HttpSettings of(URI base, Trust trust) {
    return new HttpSettings(base, trust, null, USUAL_DEADLINE);
  }

  /** Where it is, in one spelling. */
  public String address() {
    return address(base);
  }

  /**
   * One spelling of an address: the case of its scheme and host says nothing, nor do the scheme's
   * own port and slashes at the end.
   */
  public static String address(URI uri) {
    var scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    var own = scheme.equals("https") ? HTTPS : HTTP;
    var port = uri.getPort() < 0 || uri.getPort() == own ? "" : ":" + uri.getPort();
    var path = uri.getRawPath().replaceAll("/+$", "");
    return scheme + "://" + uri.getHost().toLowerCase(Locale.ROOT) + port + path;
  }

  public HttpSettings through(@Nullable ProxySelector way) {
    return new HttpSettings(base, trust, way, deadline);
  }

  public HttpSettings within(Duration time) {
    return new HttpSettings(base, trust, proxy, time);
  }
}
