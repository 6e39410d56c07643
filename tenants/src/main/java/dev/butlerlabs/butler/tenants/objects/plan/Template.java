package dev.butlerlabs.butler.tenants.objects.plan;

import dev.butlerlabs.butler.providers.spi.infrastructure.Reference;

/**
 * What the machines of a pool are made from.
 *
 * @param bootstrap how they join
 * @param machine what they are on the platform
 */
public record Template(String version, Ref bootstrap, Ref machine) {

  /** An object of a Cluster API provider, named as Cluster API does: without a version. */
  public record Ref(String group, String kind, String name) {

    static Ref of(Reference reference) {
      var slash = reference.apiVersion().indexOf('/');
      // Kinds of the core, such as Secrets, are in no group.
      var group = slash < 0 ? "" : reference.apiVersion().substring(0, slash);
      return new Ref(group, reference.kind(), reference.name());
    }
  }
}
