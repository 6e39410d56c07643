package dev.butlerlabs.butler.providers.simulators.gcp;

/** Full names of resources and the ways they are written in references. */
final class Names {

  private static final String LINK = "https://www.googleapis.com/compute/v1/";

  private Names() {}

  static String link(String name) {
    return LINK + name;
  }

  /** The full name of what a URL, a part of one, or {@code global/…} refers to. */
  static String resolve(String project, String reference) {
    var name = reference.replaceFirst("^https://[^/]+/(compute/v1/)?", "");
    return name.startsWith("projects/") ? name : "projects/" + project + "/" + name;
  }

  /** With the slash at its end. */
  static String folder(String name) {
    return name.substring(0, name.lastIndexOf('/') + 1);
  }

  /** {@code instances} of {@code …/instances/n}. */
  static String kind(String name) {
    var folder = name.substring(0, name.lastIndexOf('/'));
    return folder.substring(folder.lastIndexOf('/') + 1);
  }

  static String last(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  /** {@code zones/z}, {@code regions/r} or {@code global}, of a full name. */
  static String scope(String name) {
    var parts = name.split("/", -1);
    return parts[2].equals("global") ? "global" : parts[2] + "/" + parts[3];
  }
}
