package dev.butlerlabs.butler.kube.client;

import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.net.URI;
import java.util.Objects;
import java.util.Set;

/** Makes every write of a client one that the API server checks and does not store. */
public final class DryRun implements Interceptor {

  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    if (!READING.contains(request.method())) {
      var uri = request.uri();
      var query = Objects.requireNonNullElse(uri.getRawQuery(), "");
      var separator = uri.getRawQuery() == null ? "?" : "&";
      if (!query.contains("dryRun=")) {
        builder.uri(URI.create(uri + separator + "dryRun=All"));
      }
    }
  }
}
