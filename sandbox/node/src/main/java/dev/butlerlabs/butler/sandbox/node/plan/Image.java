package dev.butlerlabs.butler.sandbox.node.plan;

import java.util.List;

/**
 * A program of this machine that stands for a container image.
 *
 * @param program where it lies on this machine
 * @param entrypoint what is run when a container names no command
 * @param hostPrograms whether it needs this machine's shared libraries and programs, read as they
 *     are; a program that brings all it needs sees nothing of the machine
 */
public record Image(
    String program, List<String> entrypoint, List<Adaptation> adaptations, boolean hostPrograms) {

  public Image {
    entrypoint = List.copyOf(entrypoint);
    adaptations = List.copyOf(adaptations);
  }

  /** A program that is an image's only content, run by its own name. */
  public static Image of(String program, Adaptation... adaptations) {
    var name = program.substring(program.lastIndexOf('/') + 1);
    return new Image(program, List.of(name), List.of(adaptations), false);
  }

  /** The same program with this machine's own programs and libraries around it. */
  public Image withHostPrograms() {
    return new Image(program, entrypoint, adaptations, true);
  }

  /** Its name inside the container, found by the usual search path. */
  public String pathInside() {
    return "/usr/local/bin/" + program.substring(program.lastIndexOf('/') + 1);
  }
}
