package dev.butlerlabs.butler.addons.install;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.addons.catalog.plan.Carried;
import dev.butlerlabs.butler.addons.catalog.plan.SourcePolicy;
import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.Chart;
import dev.butlerlabs.butler.addons.helm.ChartSource;
import dev.butlerlabs.butler.addons.helm.Digest;
import dev.butlerlabs.butler.addons.helm.RepositoryAccess;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.Piece;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Where charts come from, with what has to be shown there.
 *
 * <p>A Secret for a repository says itself for which addresses it is. Otherwise whoever may write
 * an addon could have any password of its namespace sent to a server of his own.
 */
final class ChartSources {

  private final KubernetesClient client;
  private final KeyRings keys;

  ChartSources(KubernetesClient client) {
    this.client = client;
    this.keys = new KeyRings(client);
  }

  /**
   * The chart, how it is fetched and who may have signed it. Secrets are read each time, since they
   * may be renewed.
   */
  Answer<Chart> find(Piece piece) {
    var credentials = piece.credentials();
    Answer<RepositoryAccess> access =
        credentials == null
            ? new Answer.Done<>(RepositoryAccess.open())
            : access(piece, credentials);
    return access.then(
        shown ->
            keys.find(piece)
                .then(signers -> new Answer.Done<>(chart(piece, shown).signedBy(signers))));
  }

  private Answer<RepositoryAccess> access(Piece piece, ObjectKey credentials) {
    try {
      var secret =
          client.secrets().inNamespace(credentials.namespace()).withName(credentials.name()).get();
      return secret == null
          ? refused(piece, "there is no Secret " + credentials)
          : access(piece, credentials, secret);
    } catch (KubernetesClientException unread) {
      return refused(
          piece, "Secret %s cannot be read (%d)".formatted(credentials, unread.getCode()));
    }
  }

  private static Answer<RepositoryAccess> access(Piece piece, ObjectKey key, Secret secret) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    var url = text(data, "url");
    if (url.isEmpty()) {
      return refused(piece, "Secret %s does not say in url where it may be shown".formatted(key));
    }
    if (!new SourcePolicy(List.of(url)).permits(piece.repository())) {
      return refused(piece, "Secret %s is for %s".formatted(key, url));
    }
    return new Answer.Done<>(
        new RepositoryAccess(text(data, "username"), text(data, "password"), text(data, "ca.crt")));
  }

  private static String text(Map<String, String> data, String key) {
    try {
      return new String(Base64.getDecoder().decode(data.getOrDefault(key, "")), UTF_8).strip();
    } catch (IllegalArgumentException odd) {
      return "";
    }
  }

  private static Answer<RepositoryAccess> refused(Piece piece, String trouble) {
    return new Answer.Refused<>(Refusal.of(Cause.CREDENTIALS_UNFIT, tried(piece), trouble));
  }

  /** What is to be done, for messages. */
  static String tried(Piece piece) {
    return "fetching chart %s %s of %s"
        .formatted(piece.chart(), piece.version(), piece.repository());
  }

  private static Chart chart(Piece piece, RepositoryAccess access) {
    var chart = Chart.of(source(piece, access));
    return piece.digest().isEmpty() ? chart : chart.pinned(Digest.parse(piece.digest()));
  }

  private static ChartSource source(Piece piece, RepositoryAccess access) {
    if (Carried.is(piece.repository())) {
      return new ChartSource.Carried(piece.chart(), piece.version());
    }
    return piece.repository().startsWith("oci://")
        ? new ChartSource.Registry(
            URI.create(piece.repository().replaceAll("/+$", "") + "/" + piece.chart()),
            piece.version(),
            access,
            false)
        : new ChartSource.Repository(
            URI.create(piece.repository()), piece.chart(), piece.version(), access);
  }
}
