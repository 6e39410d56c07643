package dev.butlerlabs.butler.kube.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse.BodySubscribers;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Flow;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AsciiJsonTest {

  private static final String TEXT = "{\"a\":\"Zürich, 東京, 🚀\",\"b\":\"plain\"}";
  private static final String ESCAPED =
      "{\"a\":\"Z\\u00fcrich, \\u6771\\u4eac, \\ud83d\\ude80\",\"b\":\"plain\"}";

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 7, 1000})
  void charactersMayLieAcrossPieces(int size) {
    assertThat(read(pieces(TEXT.getBytes(UTF_8), size))).isEqualTo(ESCAPED);
  }

  @Test
  void plainPiecesPassAsTheyAre() {
    assertThat(read(pieces("{\"a\":\"\\u00fc\"}".getBytes(US_ASCII), 3)))
        .isEqualTo("{\"a\":\"\\u00fc\"}");
  }

  private static List<ByteBuffer> pieces(byte[] bytes, int size) {
    return IntStream.iterate(0, at -> at < bytes.length, at -> at + size)
        .mapToObj(
            at -> ByteBuffer.wrap(Arrays.copyOfRange(bytes, at, Math.min(at + size, bytes.length))))
        .toList();
  }

  private static String read(List<ByteBuffer> pieces) {
    var subscriber = AsciiJson.around(_ -> BodySubscribers.ofString(US_ASCII)).apply(null);
    subscriber.onSubscribe(
        new Flow.Subscription() {
          @Override
          public void request(long n) {}

          @Override
          public void cancel() {}
        });
    pieces.forEach(piece -> subscriber.onNext(List.of(piece)));
    subscriber.onComplete();
    return subscriber.getBody().toCompletableFuture().join();
  }
}
