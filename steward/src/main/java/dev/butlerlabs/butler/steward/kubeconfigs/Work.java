package dev.butlerlabs.butler.steward.kubeconfigs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.KubeconfigGenerator;
import dev.butlerlabs.butler.api.steward.TenantControlPlane;
import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kube.Context;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.kube.write.Applier;
import dev.butlerlabs.butler.kube.write.Asking;
import dev.butlerlabs.butler.kube.write.Attempt;
import dev.butlerlabs.butler.kube.write.Trouble;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.steward.inside.WayIn;
import dev.butlerlabs.butler.steward.kubeconfigs.plan.Identity;
import dev.butlerlabs.butler.steward.kubeconfigs.plan.Wanted;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Marks;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Roots;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One generator's work for one control plane. */
record Work(
    KubernetesClient client,
    Applier applier,
    SecureRandom random,
    KubeconfigGenerator generator,
    TenantControlPlane plane,
    Context context) {

  private static final ObjectMapper MAPPER = WireFormat.mapper();

  /** What came of it. */
  sealed interface Result {

    /** The kubeconfig is there and will do until then. */
    record There(Instant until) implements Result {}

    /** There is none that will do, for a reason people can do something about. */
    record Wrong(String message) implements Result {}

    /** It did not work this time. */
    record Failed(Trouble trouble) implements Result {}
  }

  Result run() {
    try {
      var wanted = wanted();
      var cached = context.cache().find(Names.SECRETS, key());
      var until = cached.flatMap(secret -> fits(secret, wanted));
      return until.<Result>map(Result.There::new).orElseGet(() -> make(wanted));
    } catch (IllegalArgumentException wrong) {
      return new Result.Wrong(String.valueOf(wrong.getMessage()));
    }
  }

  private ObjectKey key() {
    return new ObjectKey(plane.getMetadata().getNamespace(), Names.secret(plane, generator));
  }

  private Wanted wanted() {
    if (Names.reserved(generator)) {
      throw new IllegalArgumentException(
          "a generator cannot be called %s: its Secrets would be those of the control plane; choose another name"
              .formatted(generator.getMetadata().getName()));
    }
    var subject = Identity.of(generator.getSpec(), tree(plane));
    var from =
        Objects.requireNonNullElse(generator.getSpec().controlPlaneEndpointFrom(), "admin.svc");
    var admin =
        part(Part.ADMIN)
            .map(keys -> keys.text(from))
            .orElseThrow(() -> new IllegalArgumentException("it has no kubeconfigs yet"));
    if (admin.isEmpty()) {
      throw new IllegalArgumentException(
          "its admin Secret has no key '%s'; correct controlPlaneEndpointFrom".formatted(from));
    }
    var roots =
        part(Part.CA)
            .flatMap(keys -> Roots.read(Part.CA, keys, context.now()))
            .orElseThrow(() -> new IllegalArgumentException("it has no authority yet"));
    var server = Kubeconfig.parse(admin).address();
    return new Wanted(plane.getMetadata().getName(), subject, server, roots);
  }

  private Optional<Keys> part(Part part) {
    var metadata = plane.getMetadata();
    return context
        .cache()
        .find(
            WayIn.SECRETS,
            new ObjectKey(metadata.getNamespace(), part.secretOf(metadata.getName())))
        .filter(this::ownedByPlane)
        .map(secret -> Keys.fresh(SecretText.of(secret)));
  }

  private boolean ownedByPlane(Secret secret) {
    return secret.getMetadata().getOwnerReferences().stream()
        .anyMatch(owner -> plane.getMetadata().getUid().equals(owner.getUid()));
  }

  private static JsonNode tree(TenantControlPlane plane) {
    try {
      return MAPPER.readTree(WireFormat.serialization().asJson(plane));
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("an object can always be written", impossible);
    }
  }

  private Optional<Instant> fits(Secret secret, Wanted wanted) {
    var asked = "".equals(rotate(secret));
    return asked || !ours(secret)
        ? Optional.empty()
        : wanted.fitsUntil(SecretText.of(secret).getOrDefault(Names.KEY, ""), context.now());
  }

  private boolean ours(Secret secret) {
    return Names.madeBy(secret, generator)
        && plane.getMetadata().getName().equals(Names.label(secret, Names.FOR))
        && ownedByPlane(secret);
  }

  private static @Nullable String rotate(Secret secret) {
    var annotations = secret.getMetadata().getAnnotations();
    return annotations == null ? null : annotations.get(Marks.ROTATE);
  }

  /** Looks at what is stored first: the cache may not have what an earlier run made. */
  private Result make(Wanted wanted) {
    var key = key();
    var stored =
        Asking.ask(
            new Attempt("look at", "Secret", key),
            () ->
                Optional.ofNullable(
                    client.secrets().inNamespace(key.namespace()).withName(key.name()).get()));
    return switch (stored) {
      case Answer.Failed<Optional<Secret>>(var trouble) -> new Result.Failed(trouble);
      case Answer.Done<Optional<Secret>>(var found) when found.isPresent() && !ours(found.get()) ->
          new Result.Wrong(
              "there is a Secret %s that this generator did not make; rename one of them"
                  .formatted(key.name()));
      case Answer.Done<Optional<Secret>>(var found) ->
          found
              .flatMap(secret -> fits(secret, wanted))
              .<Result>map(Result.There::new)
              .orElseGet(() -> apply(wanted, found.map(Work::rotate).orElse(null)));
    };
  }

  private Result apply(Wanted wanted, @Nullable String rotate) {
    var made = config(wanted);
    var metadata = Names.metadata(plane, generator);
    if (rotate != null) {
      metadata.setAnnotations(
          Map.of(Marks.ROTATE, rotate.isEmpty() ? context.now().toString() : rotate));
    }
    var secret =
        new SecretBuilder()
            .withMetadata(metadata)
            .withType("Opaque")
            .withData(SecretText.encode(Map.of(Names.KEY, made)))
            .build();
    return switch (applier.apply(secret)) {
      case Answer.Failed<Secret>(var trouble) -> new Result.Failed(trouble);
      case Answer.Done<Secret> _ ->
          new Result.There(wanted.fitsUntil(made, context.now()).orElse(context.now()));
    };
  }

  private String config(Wanted wanted) {
    var login =
        wanted
            .roots()
            .current()
            .issue(wanted.certificate(), KeyKind.EC_P256, context.now(), random);
    return new Kubeconfig(
            wanted.cluster(),
            URI.create(wanted.server()),
            wanted.roots().bundle(),
            null,
            wanted.subject().commonName(),
            new Kubeconfig.Login.Certificate(List.of(login.certificate()), login.key()),
            null)
        .render();
  }
}
