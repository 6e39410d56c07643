package dev.butlerlabs.butler.providers.spi.infrastructure;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a worker tells the cluster which machine it is. Values may hold templates that cloud-init
 * fills in from the platform's metadata; {@code {{ ... }}} marks them.
 *
 * @param kubeletArguments arguments of the kubelet beside those of the cluster
 * @param name the node's name; null for the machine's own
 * @param unread why machines do not find what Ignition reads; null where they do
 */
public record NodeRegistration(
    Map<String, String> kubeletArguments, @Nullable String name, @Nullable String unread) {

  private static final String TEMPLATE = "{{";

  public NodeRegistration {
    kubeletArguments = Collections.unmodifiableMap(new TreeMap<>(kubeletArguments));
  }

  /** The provider tells Cluster API by itself; nothing to add. */
  public static NodeRegistration plain() {
    return new NodeRegistration(Map.of(), null, null);
  }

  /** Nodes wait for a cloud controller, which names them by that. */
  public static NodeRegistration externalCloud(String name) {
    return new NodeRegistration(Map.of("cloud-provider", "external"), name, null);
  }

  public static NodeRegistration providerId(String id) {
    return new NodeRegistration(Map.of("provider-id", id), null, null);
  }

  /** The same on a platform whose machines get their bootstrap data for cloud-init alone. */
  public NodeRegistration withoutIgnition(String why) {
    return new NodeRegistration(kubeletArguments, name, why);
  }

  /** Why a machine that starts with Ignition could not join; empty when it can. */
  public Optional<String> noIgnition() {
    var templated =
        Stream.concat(kubeletArguments.values().stream(), Stream.ofNullable(name))
            .anyMatch(text -> text.contains(TEMPLATE));
    return Optional.ofNullable(unread)
        .or(
            () ->
                templated
                    ? Optional.of("nodes learn who they are from what cloud-init fills in")
                    : Optional.empty());
  }
}
