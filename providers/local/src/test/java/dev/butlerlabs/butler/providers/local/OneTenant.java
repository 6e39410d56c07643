package dev.butlerlabs.butler.providers.local;

import java.io.IOException;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests the one tenant that is started for all of them. */
final class OneTenant implements ParameterResolver {

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RealTenant.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(OneTenant.class))
        .computeIfAbsent(RealTenant.class, _ -> start(), RealTenant.class);
  }

  private static RealTenant start() {
    try {
      return new RealTenant();
    } catch (IOException failed) {
      throw new UncheckedIOException("the tenant does not start", failed);
    }
  }
}
