package dev.butlerlabs.butler.bench.load;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.ConcurrentLinkedDeque;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** HTTP/1.1 connections that are used again until they are so old, or the server ends them. */
final class KeptConnections implements Lane {

  private final SSLContext tls;
  private final URI server;
  private final Duration life;
  private final ConcurrentLinkedDeque<Conversation> idle = new ConcurrentLinkedDeque<>();

  KeptConnections(SSLContext tls, URI server, Duration life) {
    this.tls = tls;
    this.server = server;
    this.life = life;
  }

  @Override
  public int ask(Question question) throws IOException {
    var kept = usable();
    var talk = kept == null ? Conversation.open(tls, server) : kept;
    try {
      var status = talk.ask(question, false);
      // The one that rested longest comes next, so that all stay in use.
      idle.addLast(talk);
      return status;
    } catch (IOException failed) {
      talk.close();
      throw failed;
    }
  }

  private @Nullable Conversation usable() {
    for (var talk = idle.pollFirst(); talk != null; talk = idle.pollFirst()) {
      if (!talk.over() && !talk.olderThan(life)) {
        return talk;
      }
      talk.close();
    }
    return null;
  }
}
