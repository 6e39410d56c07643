package dev.butlerlabs.butler.sandbox.node;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Hands tests the one lab of this JVM, with {@code node-a} on it. */
final class OnLab implements ParameterResolver {

  private static final Namespace STORE = Namespace.create(OnLab.class);

  /** What is closed with the last test. */
  private record Held(Lab lab) implements AutoCloseable {

    private static Held open() {
      try {
        var lab = Lab.open(Files.createTempDirectory("butler-lab-"));
        lab.node("node-a");
        return new Held(lab);
      } catch (IOException | InterruptedException e) {
        throw new IllegalStateException("the lab did not open", e);
      }
    }

    @Override
    public void close() throws IOException {
      lab.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Lab.class;
  }

  @Override
  public Lab resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(STORE)
        .computeIfAbsent(Held.class, _ -> Held.open(), Held.class)
        .lab();
  }
}
