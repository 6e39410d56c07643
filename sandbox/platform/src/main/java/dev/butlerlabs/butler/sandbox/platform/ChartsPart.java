package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.sandbox.plane.Ports;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import dev.butlerlabs.butler.sandbox.plane.supervise.Snapshot;
import dev.butlerlabs.butler.sandbox.platform.charts.ChartServer;
import dev.butlerlabs.butler.sandbox.platform.charts.StandIns;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Where the charts of the catalog come from: a repository of stand-ins, which lives in this JVM and
 * is shown like a program, or the public ones.
 */
final class ChartsPart implements AutoCloseable {

  private final Consumer<Snapshot> parts;
  private final Instant since;
  private final @Nullable ChartServer server;

  private ChartsPart(Consumer<Snapshot> parts, Instant since, @Nullable ChartServer server) {
    this.parts = parts;
    this.since = since;
    this.server = server;
  }

  static ChartsPart start(
      PlatformSettings settings,
      Ports ports,
      Instant now,
      Consumer<Snapshot> parts,
      Consumer<String> lines) {
    if (settings.charts() == PlatformSettings.Charts.PUBLIC) {
      lines.accept("charts of the catalog come from the public repositories");
      return new ChartsPart(parts, now, null);
    }
    var began = System.nanoTime();
    var part = new ChartsPart(parts, now, serve(ports));
    part.tell(Snapshot.State.READY, Duration.ofNanos(System.nanoTime() - began), "");
    return part;
  }

  private static ChartServer serve(Ports ports) {
    try {
      return ChartServer.start(
          ports.of(PlatformState.CHART_REPOSITORY), StandIns.of(OwnManifests.definitions()));
    } catch (IOException e) {
      throw new Refusal(
          PlatformState.CHART_REPOSITORY,
          "cannot listen on %s: %s".formatted(ports.address(PlatformState.CHART_REPOSITORY), e),
          "start again; another port is chosen then");
    }
  }

  /** The catalog as it is installed here; its kind has to be served before. */
  List<Manifest> catalog() {
    var definitions = OwnManifests.definitions().stream();
    return (server == null
            ? definitions
            : definitions.map(one -> StandIns.pointed(one, server.address())))
        .map(Manifest::of)
        .toList();
  }

  private void tell(Snapshot.State state, @Nullable Duration readyAfter, String cause) {
    if (server != null) {
      var pid = ProcessHandle.current().pid();
      var address = server.address().getAuthority();
      parts.accept(
          new Snapshot(
              PlatformState.CHART_REPOSITORY,
              address,
              state,
              since,
              pid,
              0,
              null,
              readyAfter,
              cause));
    }
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
      tell(Snapshot.State.STOPPED, null, "it was stopped");
    }
  }
}
