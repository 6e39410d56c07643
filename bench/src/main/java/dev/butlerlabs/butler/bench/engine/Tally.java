package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.concurrent.atomic.AtomicInteger;

/** Counts what passes through a client: the place where a test would break a call. */
final class Tally implements Interceptor {

  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger watches = new AtomicInteger();
  private final AtomicInteger parcelWrites = new AtomicInteger();

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    var uri = request.uri();
    var query = uri.getQuery();
    if (query != null && query.contains("watch=true")) {
      watches.incrementAndGet();
    } else {
      requests.incrementAndGet();
      if (uri.getPath().contains("/parcels") && !request.method().equals("GET")) {
        parcelWrites.incrementAndGet();
      }
    }
  }

  KubernetesClient client(Config config) {
    return new KubernetesClientBuilder()
        .withConfig(config)
        .withHttpClientBuilderConsumer(http -> http.addOrReplaceInterceptor("tally", this))
        .build();
  }

  int calls() {
    return requests.get() + watches.get();
  }

  int watches() {
    return watches.get();
  }

  int parcelWrites() {
    return parcelWrites.get();
  }
}
