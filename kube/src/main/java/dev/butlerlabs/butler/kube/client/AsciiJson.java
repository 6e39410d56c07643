package dev.butlerlabs.butler.kube.client;

import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/**
 * Hands on JSON with every character beyond ASCII as an escape. The library decodes the pieces of a
 * plain watch one by one and tears characters that lie across two of them.
 */
final class AsciiJson<T> implements BodySubscriber<T> {

  /** The longest character has four bytes; three of them may still wait for the last. */
  private static final int LONGEST = 4;

  private static final String HEX = "0123456789abcdef";

  private final BodySubscriber<T> next;
  private final CharsetDecoder decoder =
      StandardCharsets.UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPLACE)
          .onUnmappableCharacter(CodingErrorAction.REPLACE);

  /** The beginning of a character whose end has not come. */
  private final ByteBuffer torn = ByteBuffer.allocate(LONGEST).limit(0);

  private AsciiJson(BodySubscriber<T> next) {
    this.next = next;
  }

  static <T> BodyHandler<T> around(BodyHandler<T> handler) {
    return answer -> new AsciiJson<>(handler.apply(answer));
  }

  @Override
  public void onNext(List<ByteBuffer> pieces) {
    next.onNext(pieces.stream().map(this::ascii).toList());
  }

  private ByteBuffer ascii(ByteBuffer piece) {
    return !torn.hasRemaining() && plain(piece) ? piece : escaped(piece);
  }

  private static boolean plain(ByteBuffer piece) {
    for (var i = piece.position(); i < piece.limit(); i++) {
      if (piece.get(i) < 0) {
        return false;
      }
    }
    return true;
  }

  private ByteBuffer escaped(ByteBuffer piece) {
    var bytes =
        ByteBuffer.allocate(torn.remaining() + piece.remaining()).put(torn).put(piece).flip();
    var characters = CharBuffer.allocate(bytes.remaining());
    decoder.decode(bytes, characters, false);
    torn.clear().put(bytes).flip();
    return StandardCharsets.US_ASCII.encode(CharBuffer.wrap(escaped(characters.flip())));
  }

  private static StringBuilder escaped(CharBuffer characters) {
    var text = new StringBuilder(characters.remaining() * 2);
    while (characters.hasRemaining()) {
      var character = characters.get();
      if (character < 0x80) {
        text.append(character);
      } else {
        text.append("\\u");
        for (var shift = 12; shift >= 0; shift -= 4) {
          text.append(HEX.charAt(character >> shift & 0xf));
        }
      }
    }
    return text;
  }

  @Override
  public CompletionStage<T> getBody() {
    return next.getBody();
  }

  @Override
  public void onSubscribe(Flow.Subscription subscription) {
    next.onSubscribe(subscription);
  }

  @Override
  public void onError(Throwable failure) {
    next.onError(failure);
  }

  @Override
  public void onComplete() {
    next.onComplete();
  }
}
