package dev.butlerlabs.butler.sandbox.node.pod;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one container asks for.
 *
 * @param sidecar an init container that keeps running
 * @param lastWords whether the end of its log is told when it fails
 * @param readOnlyRoot whether it may write into its volumes only
 * @param niceness how far it stands back while processors are short
 * @param limits what it may take at most
 */
public record ContainerOrder(
    String name,
    String image,
    List<String> command,
    List<String> arguments,
    String workingFolder,
    List<EnvEntry> environment,
    List<Mount> mounts,
    Probes probes,
    @Nullable Hook preStop,
    User user,
    boolean readOnlyRoot,
    boolean sidecar,
    boolean lastWords,
    Niceness niceness,
    Limits limits) {

  public ContainerOrder {
    command = List.copyOf(command);
    arguments = List.copyOf(arguments);
    environment = List.copyOf(environment);
    mounts = List.copyOf(mounts);
  }

  /** Who it runs as, inside. */
  public record User(int user, int group) {}

  /** A volume, or a part of it, at a path inside the container. */
  public record Mount(String volume, String path, String subPath, boolean readOnly) {}

  /** The three questions a container may be asked. */
  public record Probes(
      @Nullable Probe startup, @Nullable Probe readiness, @Nullable Probe liveness) {}

  /** What is done before a container is told to stop. */
  public sealed interface Hook {

    /** Waiting, so that others notice. */
    record Pause(int seconds) implements Hook {}

    /** Asking it something. */
    record Ask(Probe.Action action) implements Hook {}
  }
}
