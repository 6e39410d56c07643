package dev.butlerlabs.butler.providers.azure.machines;

import java.net.URI;

/**
 * Where a cloud of Microsoft's is.
 *
 * @param login where principals sign in
 * @param manager Resource Manager, which tokens are asked for
 */
public record Endpoints(URI login, URI manager) {

  /** The cloud that everybody means. */
  public static final Endpoints PUBLIC =
      new Endpoints(
          URI.create("https://login.microsoftonline.com"),
          URI.create("https://management.azure.com"));

  String scope() {
    return manager + "/.default";
  }
}
