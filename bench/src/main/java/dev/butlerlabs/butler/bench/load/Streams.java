package dev.butlerlabs.butler.bench.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * All questions on one HTTP/2 connection, with the token of a service account, until it is so old;
 * then on the next one, and the old one goes after its last answer.
 */
final class Streams implements Lane {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final SSLContext tls;
  private final URI server;
  private final String token;
  private final Duration life;
  private @Nullable Link newest;

  Streams(SSLContext tls, URI server, String token, Duration life) {
    this.tls = tls;
    this.server = server;
    this.token = token;
    this.life = life;
  }

  /** A client that opens its one connection with its first question. Guarded by the lane. */
  private static final class Link {
    private final long since = System.nanoTime();
    private final HttpClient client;
    private int questions;

    Link(SSLContext tls) {
      client =
          HttpClient.newBuilder()
              .sslContext(tls)
              .version(HttpClient.Version.HTTP_2)
              .connectTimeout(PATIENCE)
              .build();
    }
  }

  @Override
  public int ask(Question question) throws IOException, InterruptedException {
    var link = take();
    try {
      return link.client.send(request(question), BodyHandlers.discarding()).statusCode();
    } finally {
      giveBack(link);
    }
  }

  private synchronized Link take() {
    var old = newest;
    var link = old == null || System.nanoTime() - old.since > life.toNanos() ? new Link(tls) : old;
    newest = link;
    link.questions++;
    if (old != null && old != link) {
      endIfIdle(old);
    }
    return link;
  }

  private synchronized void giveBack(Link link) {
    link.questions--;
    if (link != newest) {
      endIfIdle(link);
    }
  }

  private static void endIfIdle(Link link) {
    if (link.questions == 0) {
      link.client.shutdown();
    }
  }

  private HttpRequest request(Question question) {
    var body = question.body();
    var request =
        HttpRequest.newBuilder(server.resolve(question.path()))
            .timeout(PATIENCE)
            .header("Authorization", "Bearer " + token)
            .method(
                question.method(),
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
    if (!body.isEmpty()) {
      request.header("Content-Type", question.contentType());
    }
    return request.build();
  }
}
