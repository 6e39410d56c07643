package dev.butlerlabs.butler.steward.store.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WireTest {

  @Test
  void fieldsAreWrittenAsTheFormatSays() {
    var message =
        new Outgoing().number(1, 150).text(2, "testing").message(3, new Outgoing().number(1, 150));

    assertThat(HexFormat.of().formatHex(message.toArray()))
        .isEqualTo("089601" + "120774657374696e67" + "1a03089601");
  }

  @Test
  void defaultsAreNotWrittenAndReadAsDefaults() {
    assertThat(new Outgoing().number(1, 0).flag(2, false).text(3, "").toArray()).isEmpty();
    var nothing = Incoming.of(new byte[0]);
    assertThat(nothing.number(1)).isZero();
    assertThat(nothing.text(3)).isEmpty();
    assertThat(nothing.message(4).messages(1)).isEmpty();
  }

  @Test
  void everyNumberComesBack() {
    for (var value : new long[] {1, 127, 128, 1L << 35, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
      var sent = new Outgoing().number(15, value).number(16, value).toArray();
      assertThat(Incoming.of(sent).number(15)).isEqualTo(value);
      assertThat(Incoming.of(sent).number(16)).isEqualTo(value);
    }
  }

  @Test
  void unknownFieldsOfEveryKindArePassedOver() {
    var sent = HexFormat.of().parseHex("0901020304050607080d01020304" + "1001" + "1a0161");

    assertThat(Incoming.of(sent).flag(2)).isTrue();
    assertThat(Incoming.of(sent).text(3)).isEqualTo("a");
  }

  @Test
  void garbageIsRefusedAndNeverReadBeyondItsEnd() {
    var seed = new Random().nextLong();
    var random = new Random(seed);
    for (var i = 0; i < 20_000; i++) {
      var garbage = new byte[random.nextInt(12)];
      random.nextBytes(garbage);
      try {
        Incoming.of(garbage).messages(1);
      } catch (Incoming.Garbled refused) {
        assertThat(refused).as("seed %d", seed).hasMessageMatching(".+");
      }
    }
    assertThatThrownBy(() -> Incoming.of(new byte[] {0x0a, 0x7f, 0x01}))
        .isInstanceOf(Incoming.Garbled.class);
  }

  @Test
  void prefixEndIsTheFirstKeyBeyondThePrefix() {
    assertThat(Bytes.of("/a/").prefixEnd()).isEqualTo(Bytes.of("/a0"));
    assertThat(Bytes.of(new byte[] {1, (byte) 0xff}).prefixEnd())
        .isEqualTo(Bytes.of(new byte[] {2}));
    assertThat(Bytes.of(new byte[] {(byte) 0xff}).prefixEnd()).isEqualTo(Bytes.of(new byte[1]));
    assertThat(Bytes.of("/ab/")).isGreaterThan(Bytes.of("/a/").prefixEnd());
    assertThat(Bytes.of("k").next()).isGreaterThan(Bytes.of("k")).isLessThan(Bytes.of("k\u0001"));
  }
}
