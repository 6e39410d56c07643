package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.ApiServerSecurity;
import dev.butlerlabs.butler.api.steward.ApiServerSecurity.Cipher;
import dev.butlerlabs.butler.kernel.Cause;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.VolumeBuilder;
import io.fabric8.kubernetes.api.model.VolumeMountBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;

/** Encryption of what a tenant's API server stores: what is to be done about it next. */
final class Encryption {

  private static final String FLAG = "encryption-provider-config";
  private static final String FOLDER = "/etc/kubernetes/encryption";
  private static final Pattern RESOURCE = Pattern.compile("[a-z0-9]+(\\.[a-z0-9.-]+)?");
  private static final ApiServerSecurity.Encryption OFF =
      new ApiServerSecurity.Encryption(List.of(), null);

  private final Observation seen;
  private final Blueprint print;
  private final boolean wanted;
  private final List<String> resources;
  private final Cipher cipher;
  private final Optional<EncryptionKeys> stored;

  Encryption(Observation seen, Blueprint print) {
    this.seen = seen;
    this.print = print;
    var security = print.spec().security();
    var given = security == null ? null : security.encryption();
    this.wanted = given != null;
    var settings = Objects.requireNonNullElse(given, OFF);
    this.resources =
        wanted && settings.resources().isEmpty()
            ? List.of("secrets")
            : settings.resources().stream().sorted().distinct().toList();
    this.cipher = Objects.requireNonNullElse(settings.cipher(), Cipher.SECRETBOX);
    this.stored = EncryptionKeys.in(seen);
  }

  /** Why it cannot be done as it is asked for, if so. */
  Optional<Cause> objection() {
    var odd = resources.stream().filter(one -> !RESOURCE.matcher(one).matches()).toList();
    if (!odd.isEmpty()) {
      return refused(
          "security.encryption.resources has %s, which is no resource".formatted(odd),
          "Name each as resource or resource.group, for example secrets");
    }
    var extra = print.deployment().extraArgs();
    if (wanted && extra != null && Flags.parse(extra.apiServer()).containsKey(FLAG)) {
      return refused(
          "both security.encryption and --%s of extraArgs.apiServer are set".formatted(FLAG),
          "Keep one of them");
    }
    return lost();
  }

  private static Optional<Cause> refused(String what, String youCan) {
    return Optional.of(new Cause("InvalidConfiguration", what, "what ran before goes on", youCan));
  }

  /** A new key in place of a lost one would make everything unreadable as soon as pods restart. */
  private Optional<Cause> lost() {
    var deployment = seen.deployment();
    var used =
        deployment != null
            && Objects.requireNonNullElse(
                    deployment.getSpec().getTemplate().getMetadata().getLabels(),
                    Map.<String, String>of())
                .containsKey(label());
    return used && stored.isEmpty()
        ? Optional.of(
            new Cause(
                "EncryptionKeysLost",
                "the Secret %s is gone or cannot be read, and the tenant's data is encrypted with"
                        .formatted(secret())
                    + " the keys in it",
                "the pods that run are left alone",
                "Restore it from a backup"))
        : Optional.empty();
  }

  /** The key or the row that is missing. */
  Optional<Order> order() {
    if (!wanted) {
      return Optional.empty();
    }
    if (stored.isEmpty()) {
      var fresh = seen.deployment() == null && seen.recordedVersion().isEmpty();
      return Optional.of(new Order.EncryptionKey(resources, cipher, fresh));
    }
    var asked = seen.find(Part.ENCRYPTION).filter(Keys::asked).isPresent();
    if (asked || !stored.get().writesWith(cipher)) {
      return Optional.of(new Order.EncryptionKey(resources, cipher, false));
    }
    return changed(stored.get().reading(resources));
  }

  /** What may be done once every pod has what is stored. */
  Optional<Order> step() {
    if (stored.isEmpty()) {
      return Optional.empty();
    }
    return changed(stored.get().writing(resources))
        .or(
            () ->
                stored.get().settled()
                    ? changed(stored.get().trimmed(resources))
                    : Optional.empty());
  }

  private Optional<Order> changed(EncryptionKeys next) {
    return next.equals(stored.orElseThrow())
        ? Optional.empty()
        : Optional.of(new Order.Rewrite(Part.ENCRYPTION, keys(next)));
  }

  private Keys keys(EncryptionKeys next) {
    return seen.find(Part.ENCRYPTION).orElseThrow().replacedBy(next.data(), null);
  }

  /** What is to be written anew, once every pod writes it as it shall be written. */
  Optional<Plan.Rewriting> rewriting() {
    return stored
        .filter(keys -> !keys.settled() && step().isEmpty())
        .map(
            keys ->
                new Plan.Rewriting(
                    List.copyOf(keys.rows().keySet()), keys.writers(), keys(keys.settledNow())));
  }

  /** The Secret can go: nothing is encrypted, and no pod mounts it. */
  boolean over() {
    return !wanted && stored.filter(keys -> keys.rows().isEmpty() && keys.settled()).isPresent();
  }

  /** Whether there is something to be told. */
  boolean concerned() {
    return wanted || (stored.isPresent() && !over());
  }

  Optional<Cause> awaited() {
    if (stored.isPresent() && stored.get().settled() && stored.get().equals(goal(stored.get()))) {
      return Optional.empty();
    }
    var rolling = stored.isEmpty() || !stored.get().equals(stored.get().writing(resources));
    return Optional.of(
        rolling
            ? new Cause(
                "KeysRollingOut",
                "not every pod can read with the new encryption key yet",
                "it writes when all can",
                "")
            : new Cause(
                "Rewriting",
                "what was stored before is not encrypted with the key that writes",
                "it is written anew",
                ""));
  }

  private EncryptionKeys goal(EncryptionKeys from) {
    return from.reading(resources).writing(resources).trimmed(resources);
  }

  String well() {
    return "what is stored is written as asked for: "
        + stored.map(EncryptionKeys::writers).orElse("");
  }

  /** The pod with the keys beside its API server. */
  PodSpec mounted(PodSpec pod) {
    if (stored.isEmpty() || stored.get().rows().isEmpty()) {
      return pod;
    }
    var volume =
        new VolumeBuilder()
            .withName("encryption")
            .withNewSecret()
            .withSecretName(secret())
            .withDefaultMode(Volumes.MODE)
            .addNewItem()
            .withKey(EncryptionKeys.CONFIG)
            .withPath(EncryptionKeys.CONFIG)
            .endItem()
            .endSecret()
            .build();
    var mount =
        new VolumeMountBuilder()
            .withName("encryption")
            .withMountPath(FOLDER)
            .withReadOnly(true)
            .build();
    return new PodSpecBuilder(pod)
        .addToVolumes(volume)
        .editMatchingInitContainer(container -> "kube-apiserver".equals(container.getName()))
        .addToArgs("--%s=%s/%s".formatted(FLAG, FOLDER, EncryptionKeys.CONFIG))
        .addToVolumeMounts(mount)
        .endInitContainer()
        .build();
  }

  /** The label for which pods are replaced, unless they mount none. */
  Map<String, String> label(Map<String, String> labels) {
    stored
        .filter(keys -> !keys.rows().isEmpty())
        .ifPresentOrElse(
            keys -> labels.put(label(), keys.checksum()), () -> labels.remove(label()));
    return labels;
  }

  private static String label() {
    return Marks.MOUNTED + Part.ENCRYPTION.suffix();
  }

  private String secret() {
    return Part.ENCRYPTION.secretOf(print.name());
  }
}
