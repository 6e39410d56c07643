package dev.butlerlabs.butler.kube.client;

import dev.butlerlabs.butler.api.WireFormat;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;

/** Makes clients: lenient in reading, bounded in time and number, without hidden retries. */
public final class Clients {

  /** One for all: what it learns of a type takes time and memory, and there may be thousands. */
  private static final KubernetesSerialization FORMAT = WireFormat.serialization();

  private Clients() {}

  public static KubernetesClient connect(Config access, ClientSettings settings) {
    return connect(access, settings, List.of());
  }

  /**
   * Nothing is sent yet.
   *
   * @param interceptors asked before each request, in this order
   */
  public static KubernetesClient connect(
      Config access, ClientSettings settings, List<? extends Interceptor> interceptors) {
    var config =
        new ConfigBuilder(access)
            .withUserAgent(settings.userAgent())
            .withConnectionTimeout((int) settings.connectTimeout().toMillis())
            .withRequestTimeout((int) settings.callTimeout().toMillis())
            // Who calls decides about repeating: it knows what is worth repeating, and when.
            .withRequestRetryBackoffLimit(0)
            .build();
    return new KubernetesClientBuilder()
        .withConfig(new QuietConfig(config))
        .withKubernetesSerialization(FORMAT)
        // Its own would be a pool of threads for each client, started anew for every watch.
        .withTaskExecutor(Thread::startVirtualThread)
        .withHttpClientFactory(new BoundedHttpClient.Factory(settings))
        .withHttpClientBuilderConsumer(
            builder -> {
              for (var i = 0; i < interceptors.size(); i++) {
                builder.addOrReplaceInterceptor("butler-" + i, interceptors.get(i));
              }
            })
        .build();
  }
}
