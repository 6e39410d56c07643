package dev.butlerlabs.butler.addons.install;

import dev.butlerlabs.butler.addons.helm.Answer;
import dev.butlerlabs.butler.addons.helm.KeyRing;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.install.plan.KeySecret;
import dev.butlerlabs.butler.addons.install.plan.Piece;
import dev.butlerlabs.butler.kernel.ObjectKey;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The keys of those who may sign a chart, out of the Secrets that it names. */
final class KeyRings {

  private static final String KEYRING = "keyring";

  private final KubernetesClient client;

  KeyRings(KubernetesClient client) {
    this.client = client;
  }

  /** Read each time, since keys come and go. */
  Answer<List<KeyRing>> find(Piece piece) {
    var all = new ArrayList<KeyRing>();
    for (var key : piece.keys()) {
      switch (find(piece, key)) {
        case Answer.Done<KeyRing>(var ring) -> all.add(ring);
        case Answer.Refused<KeyRing>(var refusal) -> {
          return new Answer.Refused<>(refusal);
        }
      }
    }
    return new Answer.Done<>(all);
  }

  private Answer<KeyRing> find(Piece piece, KeySecret key) {
    var named = key.secret();
    try {
      var secret = client.secrets().inNamespace(named.namespace()).withName(named.name()).get();
      return secret == null
          ? refused(piece, "there is no Secret " + named)
          : read(piece, named, secret);
    } catch (KubernetesClientException unread) {
      return refused(piece, "Secret %s cannot be read (%d)".formatted(named, unread.getCode()));
    }
  }

  private static Answer<KeyRing> read(Piece piece, ObjectKey named, Secret secret) {
    var data = Objects.requireNonNullElse(secret.getData(), Map.<String, String>of());
    var written = data.get(KEYRING);
    if (written == null) {
      return refused(piece, "Secret %s has no key %s".formatted(named, KEYRING));
    }
    // The API server takes nothing else than base64.
    return switch (KeyRing.read(Base64.getDecoder().decode(written))) {
      case KeyRing.Found.Keys(var ring) -> new Answer.Done<>(ring);
      case KeyRing.Found.Unfit(var why) ->
          refused(piece, "%s of Secret %s is no keyring: %s".formatted(KEYRING, named, why));
    };
  }

  private static <T> Answer<T> refused(Piece piece, String trouble) {
    return new Answer.Refused<>(Refusal.of(Cause.KEYS_MISSING, ChartSources.tried(piece), trouble));
  }
}
