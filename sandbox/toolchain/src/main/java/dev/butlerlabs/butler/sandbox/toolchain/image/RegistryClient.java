package dev.butlerlabs.butler.sandbox.toolchain.image;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;

/** One repository of one registry, read over the registry's HTTP API, version 2. */
final class RegistryClient {

  private static final String MANIFESTS =
      String.join(
          ",",
          "application/vnd.oci.image.index.v1+json",
          "application/vnd.docker.distribution.manifest.list.v2+json",
          "application/vnd.oci.image.manifest.v1+json",
          "application/vnd.docker.distribution.manifest.v2+json");
  private static final long MANIFEST_BYTES = 4L << 20;

  private final Transport transport;
  private final URI address;
  private final String repository;

  RegistryClient(Transport transport, URI address, String repository) {
    this.transport = transport;
    this.address = address;
    this.repository = repository;
  }

  /** Bytes of a manifest or index, by tag or digest. */
  byte[] manifest(String name) throws ImageProblem {
    var body = BodyHandlers.limiting(BodyHandlers.ofByteArray(), MANIFEST_BYTES);
    return transport.get(at("manifests/" + name), MANIFESTS, body).body();
  }

  /** Writes a blob of exactly {@code size} bytes to {@code target}. */
  void download(String digest, long size, Path target) throws ImageProblem {
    var body = BodyHandlers.limiting(BodyHandlers.ofFile(target), size);
    transport.get(at("blobs/" + digest), "*/*", body);
    try {
      if (Files.size(target) != size) {
        throw new ImageProblem(digest + " is shorter than its manifest says");
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A mirror's own path stands between the API's prefix and the repository. */
  private URI at(String rest) {
    var path = address.getPath() == null ? "" : address.getPath().replaceAll("/+$", "");
    return address.resolve("/v2" + path + "/" + repository + "/" + rest);
  }

  static JsonNode json(byte[] bytes, String from) throws ImageProblem {
    try {
      if (new ObjectMapper().readTree(bytes) instanceof ObjectNode object) {
        return object;
      }
      throw new ImageProblem(from + " is not a JSON object");
    } catch (JsonProcessingException e) {
      throw new ImageProblem(from + " is not JSON", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
