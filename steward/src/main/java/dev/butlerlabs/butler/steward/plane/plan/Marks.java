package dev.butlerlabs.butler.steward.plane.plan;

/** Labels, annotations and the finalizer that Steward reads and writes. */
public final class Marks {

  /** On everything of ours; the value is {@link #STEWARD}. */
  public static final String PROJECT = "steward.butlerlabs.dev/project";

  public static final String STEWARD = "steward";

  /** Name of the TenantControlPlane an object belongs to. */
  public static final String NAME = "steward.butlerlabs.dev/name";

  /** What the object is to its control plane. */
  public static final String COMPONENT = "steward.butlerlabs.dev/component";

  /** The value of {@link #COMPONENT} on Deployment and pods; monitoring selects by it. */
  public static final String DEPLOYMENT = "deployment";

  /** Selects all objects of ours. */
  public static final String OURS = PROJECT + "=" + STEWARD;

  /** On Secrets that run out: {@code x509} or {@code kubeconfig}. */
  public static final String LIFECYCLE = "steward.butlerlabs.dev/certificate_lifecycle_controller";

  /** Before the name of each mounted Secret, on pods: the checksum it was mounted with. */
  public static final String MOUNTED = "component.steward.butlerlabs.dev/";

  /** On Secrets and ConfigMaps: checksum of the content. */
  public static final String CHECKSUM = "steward.butlerlabs.dev/checksum";

  /** On a Secret: empty asks for a renewal; a time tells when the last one was. */
  public static final String ROTATE = "certs.steward.butlerlabs.dev/rotate";

  /** On a TenantControlPlane: it is left alone. */
  public static final String PAUSED = "steward.butlerlabs.dev/paused";

  /** On a TenantControlPlane that is being deleted: do not wait for its data to be deleted. */
  public static final String ABANDON_DATA = "steward.butlerlabs.dev/abandon-data";

  /** On a Deployment without pods: the restore for whose sake there are none. */
  public static final String HELD = "steward.butlerlabs.dev/held-for-restore";

  /** On a TenantControlPlane: every new value asks for one backup. */
  public static final String BACKUP = "steward.butlerlabs.dev/backup";

  public static final String FINALIZER = "finalizer.steward.butlerlabs.dev";

  /** Cluster API's label; whoever carries it hands it on to the Secrets Cluster API reads. */
  public static final String CLUSTER_NAME = "cluster.x-k8s.io/cluster-name";

  private Marks() {}
}
