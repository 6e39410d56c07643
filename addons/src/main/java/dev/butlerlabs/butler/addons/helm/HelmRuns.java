package dev.butlerlabs.butler.addons.helm;

import dev.butlerlabs.butler.addons.helm.plan.Complaint;
import dev.butlerlabs.butler.addons.helm.plan.Redaction;
import dev.butlerlabs.butler.addons.helm.plan.Refusal;
import dev.butlerlabs.butler.addons.helm.plan.Refusal.Cause;
import dev.butlerlabs.butler.addons.helm.plan.Values;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs Helm in homes of their own, and turns how it ended into an answer. */
final class HelmRuns {

  private final HelmSettings settings;
  private final HelmProcess process;
  private final Redaction outside;

  HelmRuns(HelmSettings settings) throws IOException {
    this.settings = settings;
    process = new HelmProcess(settings.binary(), settings.grace());
    outside = Redaction.of(Values.none(), settings.network().secrets());
    // Homes hold kubeconfigs.
    Files.createDirectories(
        settings.work(),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
    OperationFolder.sweep(settings.work());
  }

  /**
   * What all runs of one operation share.
   *
   * @param tried what is to be done, for messages
   * @param kubeconfig the way into the cluster, for what needs one
   */
  record Run(
      String tried,
      OperationFolder home,
      @Nullable Path kubeconfig,
      Redaction redaction,
      Duration within) {}

  OperationFolder home() throws IOException {
    return OperationFolder.create(settings.work());
  }

  /** What Helm wrote to its output. */
  Answer<String> run(Run run, List<String> arguments) throws IOException {
    var network =
        run.kubeconfig() == null
            ? settings.network().variables()
            : settings.network().intoCluster();
    var environment = run.home().environment(network, run.kubeconfig());
    var end = process.run(arguments, environment, run.home(), run.within());
    return switch (end) {
      case HelmProcess.End.Ended(int code, var out, _) when code == 0 -> new Answer.Done<>(out);
      case HelmProcess.End.Ended(_, var out, var err) ->
          new Answer.Refused<>(Complaint.read(run.tried(), shown(run, explain(out, err))));
      case HelmProcess.End.TimedOut() ->
          refuse(Cause.TIMED_OUT, run, "it did not end within " + run.within().toSeconds() + " s");
      case HelmProcess.End.Interrupted() ->
          refuse(Cause.CANCELLED, run, "it was called off before it ended");
      case HelmProcess.End.TooMuch() ->
          refuse(Cause.CHART_BROKEN, run, "it wrote more than 64 MiB");
    };
  }

  /** What may be told of what Helm said. */
  String shown(Run run, String said) {
    return outside.apply(run.redaction().apply(said));
  }

  /** Most trouble is told on the second stream; fetching an index tells it on the first. */
  private static String explain(String out, String err) {
    var index = out.indexOf("Unable to get an update");
    return index < 0 ? err : out.substring(index);
  }

  private static Answer<String> refuse(Cause cause, Run run, String trouble) {
    return new Answer.Refused<>(Refusal.of(cause, run.tried(), trouble));
  }
}
