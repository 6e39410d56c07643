package dev.butlerlabs.butler.kube.admission;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.admission.ServingPlan.Step;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.CompareAndSwap;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.pki.SubjectAltName;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one Secret all replicas take their certificate from. It is made by whoever comes first and
 * changed by compare-and-swap, so all agree whoever was quicker.
 */
final class ServingStore {

  private static final Logger log = LoggerFactory.getLogger(ServingStore.class);
  private static final int TRIES = 5;

  private final KubernetesClient client;
  private final AdmissionSettings settings;
  private final List<SubjectAltName> names;
  private final SecureRandom random;
  private final ObjectKey key;

  ServingStore(
      KubernetesClient client,
      AdmissionSettings settings,
      List<SubjectAltName> names,
      SecureRandom random) {
    this.client = client;
    this.settings = settings;
    this.names = List.copyOf(names);
    this.random = random;
    this.key = new ObjectKey(settings.namespace(), AdmissionSettings.SECRET);
  }

  /**
   * The keys as they stand after this look.
   *
   * @param until when to look again at the latest
   */
  record Kept(ServingKeys keys, Instant until) {}

  /** Makes, prepares, promotes or replaces what is due, and tells what is stored then. */
  Answer<Kept> keep(List<X509Certificate> registered, Instant now) {
    for (var left = TRIES; ; left--) {
      var answer =
          switch (read()) {
            case Answer.Failed<Secret>(Trouble.NotFound _) -> create(now);
            case Answer.Failed<Secret>(var trouble) -> Answer.<Kept>failed(trouble);
            case Answer.Done<Secret>(var stored) -> tend(stored, registered, now);
          };
      // Another replica was quicker: what it wrote is as good as ours.
      if (left == 0 || !(answer instanceof Answer.Failed<Kept>(Trouble.Conflict _))) {
        return answer;
      }
    }
  }

  private Answer<Secret> read() {
    var attempt = new Attempt("read", "Secret", key);
    return Asking.ask(
        attempt,
        () -> client.secrets().inNamespace(key.namespace()).withName(key.name()).require());
  }

  private Answer<Kept> create(Instant now) {
    var keys = fresh(now);
    var secret = ServingSecret.write(key, keys);
    return Asking.ask(Attempt.to("create", secret), () -> client.resource(secret).create())
        .map(_ -> kept(keys, now));
  }

  private Answer<Kept> tend(Secret stored, List<X509Certificate> registered, Instant now) {
    var read = ServingSecret.read(stored);
    if (read.isEmpty()) {
      log.atWarn()
          .addKeyValue("secret", key)
          .log("the admission certificate is unreadable; replaced");
      return swap(stored, fresh(now), now);
    }
    var keys = read.get();
    return switch (ServingPlan.decide(new ServingPlan.Seen(keys, names, registered, now))) {
      case Step.Keep(var until) -> Answer.done(new Kept(keys, until));
      case Step.AwaitRegistration _ -> Answer.done(new Kept(keys, now.plus(settings.overlap())));
      case Step.Promote _ -> {
        log.atInfo().addKeyValue("secret", key).log("the new admission certificate is served");
        yield swap(stored, keys.promoted(), now);
      }
      case Step.Prepare(var why) -> {
        log.atInfo()
            .addKeyValue("secret", key)
            .addKeyValue("why", why)
            .log("renewing the admission certificate");
        var from = now.plus(settings.overlap());
        yield swap(stored, keys.prepared(names, settings.life(), now, from, random), now);
      }
      case Step.Replace(var why) -> {
        log.atWarn()
            .addKeyValue("secret", key)
            .addKeyValue("why", why)
            .log("replacing the admission certificate");
        yield swap(stored, fresh(now), now);
      }
    };
  }

  private ServingKeys fresh(Instant now) {
    return ServingKeys.fresh(names, settings.life(), now, random);
  }

  private Answer<Kept> swap(Secret stored, ServingKeys keys, Instant now) {
    return new CompareAndSwap(client, CompareAndSwap.Part.OBJECT)
        .swap(stored, ServingSecret.replace(stored, keys))
        .map(_ -> kept(keys, now));
  }

  /** What was just written needs nothing more now; the plan says when it does. */
  private Kept kept(ServingKeys keys, Instant now) {
    var seen = new ServingPlan.Seen(keys, names, List.of(), now);
    return ServingPlan.decide(seen) instanceof Step.Keep(var until)
        ? new Kept(keys, until)
        : new Kept(keys, now.plus(settings.overlap()));
  }
}
