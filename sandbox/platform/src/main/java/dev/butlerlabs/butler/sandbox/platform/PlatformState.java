package dev.butlerlabs.butler.sandbox.platform;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the supervisor tells the outside about its platform; kept in a file of the home.
 *
 * @param stage where the start is, in words
 * @param failure why the platform could not be started, as a sentence
 * @param lines what was worth telling since the start, oldest first
 */
public record PlatformState(
    Stage stage,
    long supervisor,
    @Nullable String server,
    String kubeconfig,
    String logs,
    @Nullable String failure,
    @Nullable Long servingAfterMillis,
    List<Part> parts,
    List<String> lines) {

  /** The part that serves stand-in charts; it is not there when charts are the public ones. */
  public static final String CHART_REPOSITORY = "chart-repository";

  public PlatformState {
    parts = List.copyOf(parts);
    lines = List.copyOf(lines);
  }

  /** Whether a component of that name belongs to the platform. */
  public boolean has(String name) {
    return parts.stream().anyMatch(part -> part.name().equals(name));
  }

  /** Where the platform is in its life. */
  public enum Stage {
    STARTING,
    SERVING,
    STOPPING,
    FAILED
  }

  /** One component. */
  public record Part(
      String name,
      String state,
      String address,
      @Nullable Long pid,
      String version,
      String source,
      int restarts,
      String since,
      @Nullable Long readyAfterMillis,
      String cause) {}
}
