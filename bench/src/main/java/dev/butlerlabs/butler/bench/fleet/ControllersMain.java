package dev.butlerlabs.butler.bench.fleet;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.butlerlabs.butler.kernel.Problem;
import dev.butlerlabs.butler.kube.admission.AdmissionSettings;
import dev.butlerlabs.butler.kube.admission.Reach;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** {@link Controllers} in a process of their own, told by its environment as the manager is. */
public final class ControllersMain {

  private static final int WAITING = 16;

  private ControllersMain() {}

  /** The command that starts it, with the flags with which the sandbox starts the manager. */
  static List<String> command() {
    return List.of(
        Path.of(System.getProperty("java.home"), "bin/java").toString(),
        "-XX:+UseSerialGC",
        "-XX:+UseCompactObjectHeaders",
        "-XX:+UseTransparentHugePages",
        "-XX:TieredStopAtLevel=1",
        "-Xms64m",
        "-Xmn16m",
        "-Xmx1g",
        "-Xss512k",
        "-XX:ReservedCodeCacheSize=48m",
        "-Dkeystore.pkcs12.keyPbeIterationCount=1",
        "-Djdk.internal.httpclient.selectorTimeout=1200000",
        "-Dio.netty.noUnsafe=true",
        "-Xlog:disable",
        "-Xlog:all=error:stderr",
        "-cp",
        System.getProperty("java.class.path"),
        ControllersMain.class.getName());
  }

  public static void main(String[] none) throws IOException, InterruptedException {
    var around = System.getenv();
    var access = Kubeconfigs.fromFile(Path.of(told(around, "KUBECONFIG"))).orElseThrow();
    var admission =
        AdmissionSettings.usual(
            address(told(around, "WEBHOOK_ADDRESS")),
            new Reach.ByUrl(URI.create(told(around, "WEBHOOK_URL"))),
            Controllers.NAMESPACE);
    var controllers = new Controllers(access, admission);
    Runtime.getRuntime()
        .addShutdownHook(Thread.ofPlatform().name("stop").unstarted(controllers::close));
    var server = HttpServer.create(address(told(around, "ADMIN_ADDRESS")), WAITING);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/readyz", exchange -> answer(exchange, controllers.notReady()));
    server.start();
    controllers.start();
    new CountDownLatch(1).await();
  }

  private static String told(Map<String, String> around, String name) {
    return Objects.requireNonNull(around.get("BUTLER_" + name), "BUTLER_" + name);
  }

  private static InetSocketAddress address(String text) {
    var colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  private static void answer(HttpExchange exchange, List<Problem> problems) throws IOException {
    try (exchange) {
      var body = (Problem.list(problems) + "\n").getBytes(UTF_8);
      exchange.sendResponseHeaders(problems.isEmpty() ? 200 : 503, body.length);
      exchange.getResponseBody().write(body);
    }
  }
}
