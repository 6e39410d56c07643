package dev.butlerlabs.butler.bench.load;

import java.io.IOException;
import java.net.URI;
import javax.net.ssl.SSLContext;

/** Every question on a connection of its own. */
record NewConnections(SSLContext tls, URI server) implements Lane {

  @Override
  public int ask(Question question) throws IOException {
    try (var talk = Conversation.open(tls, server)) {
      return talk.ask(question, true);
    }
  }
}
