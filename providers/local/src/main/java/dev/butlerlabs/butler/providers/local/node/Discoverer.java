package dev.butlerlabs.butler.providers.local.node;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.providers.local.join.ClusterInfo;
import dev.butlerlabs.butler.providers.local.join.Discovery;
import dev.butlerlabs.butler.providers.local.join.Whereabouts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Finds out where a tenant is and whom to believe there.
 *
 * <p>The first question is put to whoever answers, as kubeadm does: it carries no secret, and the
 * answer counts only when it is signed with the machine's token and shows a pinned key.
 */
final class Discoverer {

  private static final String PATH = "/api/v1/namespaces/kube-public/configmaps/cluster-info";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Duration patience;

  Discoverer(Duration patience) {
    this.patience = patience;
  }

  Tried<Whereabouts> find(Discovery discovery) throws InterruptedException {
    return switch (discovery) {
      case Discovery.ByFile(var whereabouts, _) -> Tried.done(whereabouts);
      case Discovery.ByToken byToken -> ask(byToken);
    };
  }

  private Tried<Whereabouts> ask(Discovery.ByToken wanted) throws InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("https://" + wanted.endpoint() + PATH))
            .timeout(patience)
            .build();
    try (var http =
        HttpClient.newBuilder()
            .sslContext(TlsContext.believingAnybody())
            .connectTimeout(patience)
            .build()) {
      var answer = http.send(request, BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? judge(wanted, data(answer.body()))
          : silent(wanted, "answered " + answer.statusCode() + " for its cluster-info");
    } catch (IOException _) {
      // Always the same words: on a busy machine the exception differs from try to try.
      return silent(wanted, "does not answer");
    }
  }

  private static Tried<Whereabouts> judge(Discovery.ByToken wanted, Map<String, String> data) {
    return switch (ClusterInfo.judge(data, wanted)) {
      case ClusterInfo.Trusted(var whereabouts) -> Tried.done(whereabouts);
      case ClusterInfo.Unsigned() ->
          Tried.notYet(
              "WaitingForClusterInfo",
              "%s has not signed its cluster-info for token %s yet"
                  .formatted(wanted.endpoint(), wanted.signer().id()),
              "");
      case ClusterInfo.Refused(var why) ->
          Tried.refused(
              "DiscoveryRefused",
              "%s is not believed: %s".formatted(wanted.endpoint(), why),
              "Check that the bootstrap data is of this cluster");
    };
  }

  private static Tried<Whereabouts> silent(Discovery.ByToken wanted, String what) {
    return Tried.notYet(
        "WaitingForApiServer", "the API server at %s %s".formatted(wanted.endpoint(), what), "");
  }

  private static Map<String, String> data(String body) {
    var data = new LinkedHashMap<String, String>();
    try {
      JsonNode all = JSON.readTree(body).path("data");
      all.properties().forEach(one -> data.put(one.getKey(), one.getValue().asText()));
    } catch (JsonProcessingException noObject) {
      data.clear();
    }
    return data;
  }
}
