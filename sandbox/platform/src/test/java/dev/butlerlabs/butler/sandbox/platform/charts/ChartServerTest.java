package dev.butlerlabs.butler.sandbox.platform.charts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChartServerTest {

  private final StandIns charts = StandIns.of(CatalogFiles.all());
  private final HttpClient client = HttpClient.newHttpClient();
  private ChartServer server;

  @BeforeEach
  void serve() throws IOException {
    server = ChartServer.start(0, charts);
  }

  @AfterEach
  void stop() {
    client.close();
    server.close();
  }

  @Test
  void indexAndArchivesAreServed() throws Exception {
    var index = ask("GET", "/nats/index.yaml");
    var archive = ask("GET", "/nats/nats-1.2.7.tgz");

    assertThat(index.statusCode()).isEqualTo(200);
    assertThat(new String(index.body(), UTF_8))
        .contains("nats-1.2.7.tgz", Index.digest(archive.body()));
    assertThat(archive.statusCode()).isEqualTo(200);
    assertThat(archive.headers().firstValue("Content-Type")).contains("application/gzip");
    assertThat(archive.body()).isEqualTo(charts.file("/nats/nats-1.2.7.tgz").orElseThrow());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/",
        "/index.yaml",
        "/nats",
        "/nats/",
        "/nothing/index.yaml",
        "/nats/nats-9.9.9.tgz",
        "/nats/cilium-1.17.0.tgz",
        "/nats/..%2Fcilium/index.yaml",
        "//nats/index.yaml"
      })
  void whatIsNotThereIsNotFound(String path) throws Exception {
    var answer = ask("GET", path);

    assertThat(answer.statusCode()).isEqualTo(404);
    assertThat(new String(answer.body(), UTF_8)).contains("/NAME/index.yaml lists the charts");
  }

  @Test
  void chartsCanBeReadAndNothingElse() throws Exception {
    var written = ask("PUT", "/nats/index.yaml");
    var looked = ask("HEAD", "/nats/nats-1.2.7.tgz");

    assertThat(written.statusCode()).isEqualTo(405);
    assertThat(written.headers().firstValue("Allow")).contains("GET, HEAD");
    assertThat(looked.statusCode()).isEqualTo(200);
    assertThat(looked.body()).isEmpty();
    assertThat(looked.headers().firstValueAsLong("Content-Length"))
        .hasValue(charts.file("/nats/nats-1.2.7.tgz").orElseThrow().length);
  }

  @Test
  void nobodyAnswersOnceItIsClosed() {
    assertThat(server.address().getHost()).as("this machine only").isEqualTo("127.0.0.1");
    server.close();

    assertThatThrownBy(() -> ask("GET", "/nats/index.yaml")).isInstanceOf(ConnectException.class);
  }

  private HttpResponse<byte[]> ask(String method, String path)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create(server.address() + path))
            .method(method, BodyPublishers.noBody())
            .build();
    return client.send(request, BodyHandlers.ofByteArray());
  }
}
