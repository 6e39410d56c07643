package dev.butlerlabs.butler.providers.nutanix.machines;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The permissions of a role in Prism Central; a test compares them with the driver's calls. */
public final class NutanixRole {

  /**
   * What {@code validate} reads to name a permission that is missing, and to tell what the cluster
   * has left; it does without.
   */
  public static final List<String> OPTIONAL =
      List.of("View_Access_Control_Policy", "View_Host", "View_Role");

  /** Where an order or the ProviderConfig names a storage container. */
  public static final List<String> CONTAINERS = List.of("View_Storage_Container");

  /** For images, beside those for machines. */
  public static final List<String> IMAGES = List.of("Create_Image", "Delete_Image");

  private NutanixRole() {}

  /** For machines. */
  public static List<String> machines() {
    return Permissions.NEEDED;
  }

  /** All of them. */
  public static SortedSet<String> permissions() {
    var all = new TreeSet<>(machines());
    all.addAll(OPTIONAL);
    all.addAll(CONTAINERS);
    all.addAll(IMAGES);
    return all;
  }
}
