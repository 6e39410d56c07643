package dev.butlerlabs.butler.providers.gcp.machines;

import java.net.URI;

/**
 * Where Google is. The token address is not taken from the key's own file: who can write a Secret
 * must not be able to point us elsewhere.
 *
 * @param token whole, because assertions are made out to it
 */
public record Endpoints(URI compute, URI resourceManager, URI token) {

  public static final Endpoints OF_GOOGLE =
      new Endpoints(
          URI.create("https://compute.googleapis.com"),
          URI.create("https://cloudresourcemanager.googleapis.com"),
          URI.create("https://oauth2.googleapis.com/token"));
}
