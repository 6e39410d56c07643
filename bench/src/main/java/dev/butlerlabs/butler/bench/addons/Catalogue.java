package dev.butlerlabs.butler.bench.addons;

import com.sun.net.httpserver.SimpleFileServer;
import dev.butlerlabs.butler.addons.helm.Chart;
import dev.butlerlabs.butler.addons.helm.ChartSource;
import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.LocalChart;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/** Charts in two versions, in a repository over HTTP. */
final class Catalogue implements AutoCloseable {

  static final String FIRST = "1.0.0";
  static final String SECOND = "1.1.0";

  private static final Duration PATIENT = Duration.ofMinutes(2);

  private final com.sun.net.httpserver.HttpServer server;
  private final Map<String, LocalChart> first = new LinkedHashMap<>();
  private final Map<String, LocalChart> second = new LinkedHashMap<>();

  Catalogue(PlainHelm plain, Helm helm, int charts) throws IOException, InterruptedException {
    var published = Files.createDirectories(plain.folder().resolve("published"));
    for (var at = 0; at < charts; at++) {
      var name = name(at);
      first.put(name, publish(plain, helm, published, name, FIRST, "first"));
      second.put(name, publish(plain, helm, published, name, SECOND, "second"));
    }
    plain.run("repo", "index", published.toString());
    server =
        SimpleFileServer.createFileServer(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            published.toAbsolutePath(),
            SimpleFileServer.OutputLevel.NONE);
    server.start();
  }

  private static LocalChart publish(
      PlainHelm plain, Helm helm, Path published, String name, String version, String change)
      throws IOException, InterruptedException {
    var packed = plain.pack(Charts.write(plain.folder(), name, version, 1, change));
    var moved = Files.move(packed, published.resolve(packed.getFileName()));
    return helm.pull(Chart.of(new ChartSource.Archive(moved)), PATIENT).require();
  }

  private static String name(int at) {
    return "addon-%02d".formatted(at);
  }

  static List<String> names(int charts) {
    return IntStream.range(0, charts).mapToObj(Catalogue::name).toList();
  }

  String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  LocalChart first(String name) {
    return required(first, name);
  }

  private static LocalChart required(Map<String, LocalChart> charts, String name) {
    return Objects.requireNonNull(charts.get(name), name);
  }

  /** What the catalog says of a chart. */
  Map<String, Object> spec(String name, String version) {
    return Map.of(
        "displayName",
        name,
        "description",
        "A chart of the measurement.",
        "category",
        "other",
        "defaults",
        Map.of("namespace", TenantDoors.INSIDE, "releaseName", name),
        "chart",
        Map.of(
            "repository",
            address(),
            "name",
            name,
            "defaultVersion",
            version,
            "digests",
            Map.of(
                FIRST, String.valueOf(required(first, name).digest()),
                SECOND, String.valueOf(required(second, name).digest()))));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
