package dev.butlerlabs.butler.kube.lead;

import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.util.Set;

/**
 * Lets a client write only while its process leads; reading and watching go on.
 *
 * <p>With a call timeout shorter than what {@link Timings} leave between deadline and lease, the
 * last write of a leader that lost the lead is over before the next leader's first.
 */
public final class LeaderOnly implements Interceptor {

  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

  private final Leadership leadership;

  public LeaderOnly(Leadership leadership) {
    this.leadership = leadership;
  }

  @Override
  public void before(BasicBuilder builder, HttpRequest request, RequestTags tags) {
    if (!READING.contains(request.method()) && !leadership.leading()) {
      throw new KubernetesClientException(
          "not sent: this process does not lead; the one that does will write");
    }
  }
}
