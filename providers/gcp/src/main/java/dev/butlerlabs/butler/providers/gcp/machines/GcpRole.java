package dev.butlerlabs.butler.providers.gcp.machines;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The role that an account needs for machines, load balancers and images. */
public final class GcpRole {

  private GcpRole() {}

  /** All of {@link GcpPermissions} but what only some accounts need. */
  public static SortedSet<String> permissions() {
    var all = new TreeSet<>(GcpPermissions.MACHINES);
    all.addAll(GcpPermissions.BALANCERS);
    all.addAll(GcpPermissions.IMAGES);
    return all;
  }

  /** A file for {@code gcloud iam roles create}. */
  public static String yaml() {
    return """
    title: Butler
    description: What Butler's driver calls, and no more.
    stage: GA
    includedPermissions:
    %s
    # With spec.gcp.serviceAccount:
    %s
    """
        .formatted(
            lines(permissions(), "- "),
            lines(new TreeSet<>(GcpPermissions.SERVICE_ACCOUNTS), "# - "));
  }

  private static String lines(SortedSet<String> permissions, String before) {
    return permissions.stream().map(one -> before + one).collect(Collectors.joining("\n"));
  }
}
