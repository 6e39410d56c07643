package dev.butlerlabs.butler.sandbox.platform;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import java.nio.file.Path;
import java.util.Optional;

/** The state of a platform as a file: written by its supervisor, read by everybody else. */
public final class StateFile {

  private static final ObjectMapper JSON =
      new ObjectMapper().configure(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, false);

  private final Path file;

  public StateFile(Path home) {
    this.file = home.resolve("run").resolve("state.json");
  }

  void write(PlatformState state) {
    PrivateFiles.folder(file.resolveSibling("."));
    PrivateFiles.write(file, text(state));
  }

  /** Empty when there is none or it cannot be understood: both mean "nothing is known". */
  public Optional<PlatformState> read() {
    return PrivateFiles.read(file)
        .flatMap(
            text -> {
              try {
                return Optional.of(JSON.readValue(text, PlatformState.class));
              } catch (JsonProcessingException halfWritten) {
                return Optional.empty();
              }
            });
  }

  /** The state as one JSON document. */
  public static String text(PlatformState state) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(state);
    } catch (JsonProcessingException impossible) {
      throw new IllegalStateException("a state is made of plain values", impossible);
    }
  }
}
