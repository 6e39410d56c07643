package dev.butlerlabs.butler.kube.observe;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Logging to standard error, set up in code.
 *
 * <p>The library finds this class by itself, so that a process which never asks has readable lines
 * as well.
 */
public final class Logging extends ContextAwareBase implements Configurator {

  /** Shows headers and bodies of requests, which hold credentials; never to be heard. */
  private static final String REQUESTS = "io.fabric8.kubernetes.client.http.HttpLoggingInterceptor";

  /** Warnings nobody can act on: our kinds are v1alpha1, and a watch may end while it closes. */
  private static final List<String> NOISE =
      List.of(
          "io.fabric8.kubernetes.client.dsl.internal.VersionUsageUtils",
          "io.fabric8.kubernetes.client.informers.impl.cache.Reflector",
          "io.fabric8.kubernetes.client.jdkhttp.JdkWebSocketImpl");

  @Override
  public ExecutionStatus configure(LoggerContext context) {
    apply(context, LogFormat.LOGFMT, Level.INFO);
    return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
  }

  /** Replaces whatever was set up before. */
  public static void install(LogFormat format, org.slf4j.event.Level level) {
    if (LoggerFactory.getILoggerFactory() instanceof LoggerContext context) {
      context.reset();
      apply(context, format, Level.convertAnSLF4JLevel(level));
    }
  }

  private static void apply(LoggerContext context, LogFormat format, Level level) {
    var encoder = new LineEncoder(format);
    encoder.setContext(context);
    encoder.start();
    var console = new ConsoleAppender<ILoggingEvent>();
    console.setContext(context);
    console.setName("console");
    console.setTarget("System.err");
    console.setEncoder(encoder);
    console.start();
    var root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.setLevel(level);
    root.addAppender(console);
    context.getLogger(REQUESTS).setLevel(Level.OFF);
    NOISE.forEach(name -> context.getLogger(name).setLevel(Level.ERROR));
  }
}
