package dev.butlerlabs.butler.providers.gcp.machines;

import dev.butlerlabs.butler.api.infra.GcpSettings;
import org.jspecify.annotations.Nullable;

/** How settings name things, and what Google calls them. Pure. */
final class References {

  private References() {}

  /**
   * An image: the project it is in, and its name or {@code family/NAME}; bare names may be both.
   */
  record ImageName(String project, String name, boolean bare) {}

  /** What the order names, or else the ProviderConfig; empty when neither does. */
  static ImageName image(GcpSettings settings, @Nullable String ordered) {
    var project = text(settings.imageProject(), settings.projectID());
    var named = text(ordered, text(settings.image(), ""));
    if (named.isEmpty()) {
      var family = text(settings.imageFamily(), "");
      return new ImageName(project, family.isEmpty() ? "" : "family/" + family, false);
    }
    var parts = named.replaceFirst("^https://[^/]+/(compute/v1/)?", "");
    if (parts.startsWith("projects/")) {
      project = parts.split("/", -1)[1];
      parts = parts.replaceFirst("^projects/[^/]+/", "");
    }
    var name = parts.replaceFirst("^(global/)?images/", "");
    return new ImageName(project, name, !name.contains("/"));
  }

  /** Full name below {@code projects/}. */
  static String network(GcpSettings settings) {
    return full(settings, text(settings.network(), "default"), "global/networks/");
  }

  /** Empty when none is named: then Google takes that of the region. */
  static String subnetwork(GcpSettings settings) {
    var named = text(settings.subnetwork(), "");
    return named.isEmpty()
        ? ""
        : full(settings, named, "regions/" + settings.region() + "/subnetworks/");
  }

  private static String full(GcpSettings settings, String name, String folder) {
    var parts = name.replaceFirst("^https://[^/]+/(compute/v1/)?", "");
    if (parts.startsWith("projects/")) {
      return parts;
    }
    var rest = parts.contains("/") ? parts : folder + parts;
    return "projects/" + settings.projectID() + "/" + rest;
  }

  private static String text(@Nullable String first, String other) {
    return first == null || first.isEmpty() ? other : first;
  }
}
