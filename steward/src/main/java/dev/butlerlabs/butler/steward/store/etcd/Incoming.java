package dev.butlerlabs.butler.steward.store.etcd;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A protocol buffer message as it was received: its fields by number. Fields nobody asks for are
 * passed over, so newer servers do no harm.
 */
final class Incoming {

  static final int VARINT = 0;
  static final int FIXED_64 = 1;
  static final int DELIMITED = 2;
  static final int FIXED_32 = 5;

  /** One field: a number or a stretch of the message. */
  private record Field(int number, long value, int start, int end) {}

  private final byte[] content;
  private final List<Field> fields;

  private Incoming(byte[] content, List<Field> fields) {
    this.content = content;
    this.fields = fields;
  }

  /** Reads the message; {@link Garbled} when it is none. */
  static Incoming of(byte[] content) {
    return new Incoming(content, new Cursor(content, 0, content.length).all());
  }

  static Incoming of(Bytes content) {
    return of(content.shared());
  }

  /** What was sent is no such message. */
  static final class Garbled extends RuntimeException {
    Garbled(String what) {
      super(what);
    }
  }

  long number(int number) {
    var last = last(number);
    return last == null ? 0 : last.value();
  }

  boolean flag(int number) {
    return number(number) != 0;
  }

  Bytes bytes(int number) {
    var last = last(number);
    return last == null ? Bytes.EMPTY : cut(last);
  }

  String text(int number) {
    var last = last(number);
    return last == null ? "" : new String(content, last.start(), last.end() - last.start(), UTF_8);
  }

  /** The message within; an empty one when there is none. */
  Incoming message(int number) {
    var last = last(number);
    return last == null ? new Incoming(content, List.of()) : inner(last);
  }

  List<Incoming> messages(int number) {
    return fields.stream().filter(field -> field.number() == number).map(this::inner).toList();
  }

  List<Bytes> allBytes(int number) {
    return fields.stream().filter(field -> field.number() == number).map(this::cut).toList();
  }

  List<String> texts(int number) {
    return allBytes(number).stream().map(Bytes::text).toList();
  }

  private Incoming inner(Field field) {
    return new Incoming(content, new Cursor(content, field.start(), field.end()).all());
  }

  private Bytes cut(Field field) {
    return Bytes.adopt(Arrays.copyOfRange(content, field.start(), field.end()));
  }

  /** As the format has it, the last of several wins. */
  private @Nullable Field last(int number) {
    return fields.reversed().stream()
        .filter(field -> field.number() == number)
        .findFirst()
        .orElse(null);
  }

  /** A place in the message while it is read. */
  private static final class Cursor {
    private final byte[] content;
    private final int end;
    private int at;

    Cursor(byte[] content, int start, int end) {
      this.content = content;
      this.at = start;
      this.end = end;
    }

    List<Field> all() {
      var fields = new ArrayList<Field>();
      while (at < end) {
        fields.add(field());
      }
      return fields;
    }

    private Field field() {
      var tag = varint();
      var number = (int) (tag >>> 3);
      return switch ((int) (tag & 7)) {
        case VARINT -> new Field(number, varint(), at, at);
        case DELIMITED -> stretch(number, varint());
        case FIXED_64 -> stretch(number, Long.BYTES);
        case FIXED_32 -> stretch(number, Integer.BYTES);
        default -> throw new Garbled("field " + number + " is of no known kind");
      };
    }

    private Field stretch(int number, long length) {
      if (length < 0 || length > end - at) {
        throw new Garbled("field " + number + " is longer than the message");
      }
      var start = at;
      at += (int) length;
      return new Field(number, 0, start, at);
    }

    private long varint() {
      var value = 0L;
      for (var shift = 0; shift < Long.SIZE; shift += 7) {
        if (at == end) {
          throw new Garbled("the message ends within a number");
        }
        var next = content[at++];
        value |= (next & 0x7fL) << shift;
        if (next >= 0) {
          return value;
        }
      }
      throw new Garbled("a number has more than ten bytes");
    }
  }
}
