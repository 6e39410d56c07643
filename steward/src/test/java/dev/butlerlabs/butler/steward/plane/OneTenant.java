package dev.butlerlabs.butler.steward.plane;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one tenant that is started for all of them; see {@link OldestMinor} too. */
public final class OneTenant implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ServedTenant.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    var old = wantsOldest(context);
    var version = old.isPresent() ? ServedTenant.oldestVersion() : ServedTenant.newestVersion();
    return old.orElseGet(context::getRoot)
        .getStore(Namespace.create(OneTenant.class))
        .computeIfAbsent(version, OneTenant::start, ServedTenant.class);
  }

  private static Optional<ExtensionContext> wantsOldest(ExtensionContext context) {
    return Stream.iterate(
            Optional.of(context), Optional::isPresent, one -> one.orElseThrow().getParent())
        .flatMap(Optional::stream)
        .filter(
            one ->
                one.getTestClass()
                    .filter(type -> type.isAnnotationPresent(OldestMinor.class))
                    .isPresent())
        .reduce((_, outer) -> outer);
  }

  private static ServedTenant start(String version) {
    try {
      return ServedTenant.start(version);
    } catch (IOException failed) {
      throw new UncheckedIOException("the tenant does not start", failed);
    }
  }
}
