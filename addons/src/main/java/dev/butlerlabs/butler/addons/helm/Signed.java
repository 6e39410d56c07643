package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.regex.Pattern;

/** Has Helm hold an archive that was fetched, and what vouches for it, against keys. */
final class Signed {

  /** What makes Helm fetch what vouches for a chart; if it is not there, Helm only warns. */
  static final String FLAG = "--prov";

  private static final Pattern KEY =
      Pattern.compile("Using Key With Fingerprint: ([0-9A-Fa-f]{40,64})");
  private static final Pattern WARNED = Pattern.compile("Verification not found for (.*)");

  /** Told by Helm of what is not there, over HTTP and by a registry. */
  private static final Pattern NOT_THERE =
      Pattern.compile("(?i).*(?::? 404\\b|not found$|does not contain a layer).*");

  private final HelmRuns runs;

  Signed(HelmRuns runs) {
    this.runs = runs;
  }

  /**
   * An archive with its signer.
   *
   * @param signer fingerprint of the key
   */
  record Vouched(Path archive, String signer) {}

  /**
   * The archive, if one of each signed it.
   *
   * @param archive as it was fetched, with what vouches for it beside it
   * @param name the one it has to be signed under, so that no other chart or version of the same
   *     hands passes for it
   * @param said what Helm said when it fetched it
   */
  Answer<Vouched> vouched(
      HelmRuns.Run run, Path archive, String name, List<KeyRing> signers, String said)
      throws IOException {
    if (!Files.exists(proof(archive))) {
      return unsigned(run, runs.shown(run, said));
    }
    var file = named(archive, name);
    var signer = "";
    for (var i = 0; i < signers.size(); i++) {
      var keys = Files.write(run.home().path("keys-" + i + ".gpg"), signers.get(i).bytes());
      var arguments = List.of("verify", file.toString(), "--keyring", keys.toString());
      switch (runs.run(run, arguments).then(told -> read(run, told))) {
        case Answer.Done<String>(var key) -> signer = key;
        case Answer.Refused<String>(var refusal) -> {
          return new Answer.Refused<>(signature(refusal));
        }
      }
    }
    return new Answer.Done<>(new Vouched(file, signer));
  }

  private static Answer<String> read(HelmRuns.Run run, String told) {
    var key = KEY.matcher(told);
    return key.find()
        ? new Answer.Done<>(key.group(1))
        : new Answer.Refused<>(
            Refusal.of(Cause.SIGNATURE_REFUSED, run.tried(), "Helm does not say who signed it"));
  }

  /** Whatever Helm says here is about the signature, unless it did not come to an end. */
  private static Refusal signature(Refusal refusal) {
    return refusal.cause() == Cause.TIMED_OUT || refusal.cause() == Cause.CANCELLED
        ? refusal
        : Refusal.of(Cause.SIGNATURE_REFUSED, refusal.tried(), refusal.trouble());
  }

  private static <T> Answer<T> unsigned(HelmRuns.Run run, String said) {
    var warned = WARNED.matcher(said);
    var why = warned.find() ? warned.group(1).strip() : "";
    return new Answer.Refused<>(
        why.isEmpty() || NOT_THERE.matcher(why).matches()
            ? Refusal.of(Cause.CHART_UNSIGNED, run.tried(), "it has no signature, and has to")
            : Refusal.of(Cause.REPOSITORY_DOWN, run.tried(), "its signature did not come: " + why));
  }

  /** A version may be asked for without the v that it has. */
  private static Path named(Path archive, String name) throws IOException {
    var is = archive.getFileName().toString();
    var dash = is.lastIndexOf("-v");
    if (is.equals(name)
        || (dash > 0 && name.equals(is.substring(0, dash + 1) + is.substring(dash + 2)))) {
      return archive;
    }
    var file = archive.resolveSibling(name);
    Files.move(proof(archive), proof(file), StandardCopyOption.REPLACE_EXISTING);
    return Files.move(archive, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static Path proof(Path archive) {
    return archive.resolveSibling(archive.getFileName() + ".prov");
  }
}
