package dev.butlerlabs.butler.addons.helm.plan;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Why Helm did not do as asked.
 *
 * @param tried what was to be done, on what
 * @param trouble what stood in the way, without secrets
 * @param place where in the chart it is, if it is there
 * @param begun whether hooks had run or objects had been changed by then
 */
public record Refusal(
    Cause cause, String tried, String trouble, @Nullable Place place, boolean begun) {

  /** A line of a chart's template. */
  public record Place(String file, int line) {
    @Override
    public String toString() {
      return file + " line " + line;
    }
  }

  /** Kinds of trouble, told apart by what can be done about them. */
  public enum Cause {
    CHART_MISSING("look up name and version of the chart in its repository", false),
    REPOSITORY_DOWN("it is tried again; look whether the repository answers", true),
    REPOSITORY_DENIED("check user and password for the repository", false),
    CREDENTIALS_UNFIT(
        "make a Secret with url, username, password and, if need be, ca.crt, or correct credentialsRef",
        true),
    REPOSITORY_UNTRUSTED("give the authority that signed the repository's certificate", false),
    DIGEST_WRONG("the chart is not the one that was reviewed: find out who changed it", false),
    CHART_UNSIGNED(
        "have it signed by those who publish it (helm package --sign) and the signature published beside it, as a mirror has to have it too; or choose a version that is",
        false),
    SIGNATURE_REFUSED(
        "ask those who publish it whether they signed this; if a key of theirs is missing, add it to the Secret",
        false),
    KEYS_MISSING(
        "write the public keys of those who may sign into key keyring of the Secret, as gpg --export gives them",
        true),
    CHART_BROKEN("the chart cannot be read; ask those who publish it", false),
    KUBERNETES_UNFIT(
        "choose a version of the chart that is for the cluster's Kubernetes, or upgrade the cluster",
        false),
    TEMPLATE_BROKEN("mend the template, or the values it reads", false),
    VALUES_WRONG("correct the values", false),
    PATCH_UNUSED("name an object that the chart renders, or take the patch away", false),
    CLUSTER_UNREACHABLE("it is tried again; look whether the cluster's API server answers", true),
    CLUSTER_BUSY("it is tried again when some of that is done", true),
    CLUSTER_FULL("it is tried again; make room in the etcd behind the cluster's API server", true),
    QUOTA_EXCEEDED(
        "it is tried again; raise the ResourceQuota of the namespace, or make room in it", true),
    CLUSTER_DENIED("check what the credentials for the cluster may do", false),
    OBJECT_TAKEN(
        "remove the object that is there, or give it to the release: label app.kubernetes.io/managed-by=Helm, annotations meta.helm.sh/release-name and meta.helm.sh/release-namespace with its name and namespace",
        false),
    FIELD_TAKEN(
        "write the value that is there into the values, or have it undone with spec.driftPolicy: Repair; take replicas that an autoscaler sets out of the values",
        false),
    OBJECT_REFUSED("the cluster does not take an object of the chart; correct the values", false),
    KIND_WOULD_GO(
        "move what is stored to a version that stays and take the old one out of status.storedVersions, or choose a version of the chart that has it; crds: Leave, in spec.helm or in defaults of the AddonDefinition, upgrades the release alone",
        false),
    LEFTOVERS_HELD(
        "it is looked at again; have whoever looks after them let them go, or take their finalizers out, or write spec.leftovers: Keep",
        true),
    NAME_TAKEN("choose another name for the release, or adopt the one that is there", false),
    RELEASE_OF_FLUX(
        "leave it to Flux, or stop Flux first (suspend its HelmRelease, or take it out of Git) and then adopt it: until then each undoes what the other does",
        false),
    RELEASE_OF_ARGO_CD(
        "leave it to Argo CD, or stop Argo CD first (switch off the automated sync of its Application) and then adopt it: until then each undoes what the other does",
        false),
    OBJECT_OF_FLUX(
        "leave it to Flux, or take the object out of what Flux applies and remove it here", false),
    OBJECT_OF_ARGO_CD(
        "leave it to Argo CD, or take the object out of its Application and remove it here", false),
    RELEASE_MISSING("install it first", false),
    NOT_READY("look at the pods of the release", true),
    TIMED_OUT("it is tried again; give it more time if it needs more", true),
    CANCELLED("it was called off", true),
    LOCKED("it is tried again when the other operation has ended", true),
    OTHER("read what Helm says", true);

    private final String remedy;
    private final boolean passing;

    Cause(String remedy, boolean passing) {
      this.remedy = remedy;
      this.passing = passing;
    }

    /** What a person can do, or what happens without one. */
    public String remedy() {
      return remedy;
    }

    /** Whether a release is there that could be adopted. */
    public boolean adoptable() {
      return this == NAME_TAKEN || this == RELEASE_OF_FLUX || this == RELEASE_OF_ARGO_CD;
    }

    /** {@code CHART_MISSING} is told as {@code ChartMissing}. */
    public String word() {
      return Stream.of(name().split("_"))
          .map(part -> part.charAt(0) + part.substring(1).toLowerCase(Locale.ROOT))
          .collect(Collectors.joining());
    }

    /** Whether the same attempt may succeed later, with nothing edited. */
    public boolean passing() {
      return passing;
    }
  }

  /** The same, for another reason. */
  public Refusal because(Cause other) {
    return new Refusal(other, tried, trouble, place, begun);
  }

  public static Refusal of(Cause cause, String tried, String trouble) {
    return new Refusal(cause, tried, trouble, null, false);
  }

  /** The same, of work that had begun. */
  public Refusal onceBegun() {
    return new Refusal(cause, tried, trouble, place, true);
  }

  /** Whether each attempt costs the cluster something, and the next will end the same. */
  public boolean stubborn() {
    return begun && !cause.passing();
  }

  /** The same, with more to say. */
  public Refusal also(String more) {
    return new Refusal(cause, tried, trouble + "; " + more, place, begun);
  }

  /** The same, told without what is secret. */
  public Refusal masked(Redaction redaction) {
    return new Refusal(cause, tried, redaction.apply(trouble), place, begun);
  }

  /** The refusal as one sentence. */
  public String sentence() {
    var where = place == null ? "" : " at " + place;
    return "%s failed%s: %s (%s)".formatted(tried, where, trouble, cause.remedy());
  }
}
