package dev.butlerlabs.butler.testkit;

import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * The extension behind {@link OnRealApiServer}. The server starts with the first test that asks for
 * it and stops with the JVM's last; each test, and each class that asks in its own right, gets a
 * {@link TestCluster} of its own.
 */
public final class RealApiServer implements ParameterResolver {

  private static final Namespace STORE = Namespace.create(RealApiServer.class);
  private static final int LABEL_LENGTH = 40;

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == TestCluster.class;
  }

  @Override
  public TestCluster resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var server =
        context
            .getRoot()
            .getStore(STORE)
            .computeIfAbsent(Attempt.class, _ -> Attempt.make(), Attempt.class)
            .require();
    return context
        .getStore(STORE)
        .computeIfAbsent(
            context.getUniqueId(), _ -> new TestCluster(server, label(context)), TestCluster.class);
  }

  /** The class in a form a namespace may have, so that a left-over tells where it came from. */
  private static String label(ExtensionContext context) {
    var name = context.getTestClass().map(Class::getSimpleName).orElse("test");
    var words = name.replaceAll("([a-z0-9])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    return words.substring(0, Math.min(words.length(), LABEL_LENGTH)).replaceAll("[^a-z0-9]+$", "");
  }

  /**
   * What became of starting the server, which is tried a second time, since a machine can be too
   * busy for once. When that fails too, every test fails with it, quickly, and says why.
   */
  private record Attempt(@Nullable ApiServer server, @Nullable RuntimeException failure)
      implements AutoCloseable {

    private static Attempt make() {
      return once()
          .or(
              first -> {
                System.out.println(
                    "testkit: the API server did not start and is tried once more: " + why(first));
                return once();
              });
    }

    private static Attempt once() {
      try {
        return new Attempt(ApiServer.start(), null);
      } catch (RuntimeException failed) {
        return new Attempt(null, failed);
      }
    }

    private Attempt or(Function<RuntimeException, Attempt> other) {
      return failure == null ? this : other.apply(failure);
    }

    private ApiServer require() {
      if (server == null) {
        throw new IllegalStateException(
            "the API server for tests did not start: " + why(failure), failure);
      }
      return server;
    }

    /** All that is said on the way to the cause; reports of tests show one line of a failure. */
    private static String why(@Nullable Throwable failure) {
      return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
          .map(Throwable::toString)
          .collect(Collectors.joining("; because of "));
    }

    @Override
    public void close() {
      if (server != null) {
        server.close();
      }
    }
  }
}
