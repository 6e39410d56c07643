package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.butlerlabs.butler.kernel.Checksum;
import java.io.ByteArrayOutputStream;
import java.util.Base64;
import java.util.regex.Pattern;

/**
 * Public keys of OpenPGP (RFC 9580) as Helm reads them: packets one after the other, without the
 * ASCII armor that they are usually handed on in.
 *
 * @param packets in base64
 */
public record KeyRing(String packets) {

  private static final Pattern BEGIN = Pattern.compile("-----BEGIN PGP [A-Z ]+-----");

  /** Headers end with an empty line; the last line may be a checksum. */
  private static final Pattern BLOCK =
      Pattern.compile(
          "-----BEGIN PGP PUBLIC KEY BLOCK-----[ \\t]*\\n(?:[^\\n]*:[^\\n]*\\n)*[ \\t]*\\n"
              + "(?<body>[A-Za-z0-9+/\\s]*={0,2}\\s*?)(?:\\n=(?<sum>[A-Za-z0-9+/]{4})\\s*)?"
              + "\\s*-----END PGP PUBLIC KEY BLOCK-----");

  private static final int PUBLIC_KEY = 6;
  private static final int SECRET_KEY = 5;
  private static final int CRC_START = 0xB704CE;
  private static final int CRC_POLYNOMIAL = 0x1864CFB;

  /** What was found where keys should be. */
  public sealed interface Found {

    record Keys(KeyRing ring) implements Found {}

    /** In a clause. */
    record Unfit(String why) implements Found {}
  }

  /** Reads keys, with or without armor; several blocks of armor may follow each other. */
  public static Found read(byte[] content) {
    var text = new String(content, ISO_8859_1).replace("\r", "");
    if (text.isBlank()) {
      return new Found.Unfit("it is empty");
    }
    return BEGIN.matcher(text).find() ? armored(text) : packets(content);
  }

  private static Found armored(String text) {
    var all = new ByteArrayOutputStream();
    var found = BLOCK.matcher(text);
    var blocks = 0;
    while (found.find()) {
      var body = decoded(found.group("body"));
      var sum = found.group("sum");
      if (body.length == 0 || (sum != null && crc(body) != number(decoded(sum)))) {
        return new Found.Unfit("its armor is damaged");
      }
      all.writeBytes(body);
      blocks++;
    }
    if (text.contains("-----BEGIN PGP PRIVATE KEY BLOCK-----")) {
      return secret();
    }
    return blocks == BEGIN.matcher(text).results().count()
        ? packets(all.toByteArray())
        : new Found.Unfit("its armor is damaged, or holds something else than public keys");
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getMimeDecoder().decode(base64);
    } catch (IllegalArgumentException damaged) {
      return new byte[0];
    }
  }

  private static Found packets(byte[] content) {
    return switch (tag(content[0])) {
      case PUBLIC_KEY -> new Found.Keys(new KeyRing(Base64.getEncoder().encodeToString(content)));
      case SECRET_KEY -> secret();
      default -> new Found.Unfit("it does not begin with a public key");
    };
  }

  /** Nobody needs it to check signatures, and whoever reads the Secret could sign. */
  private static Found secret() {
    return new Found.Unfit("it holds a private key, which should be nowhere but with who signs");
  }

  /** The kind of a packet, by its first byte. */
  private static int tag(byte first) {
    if ((first & 0x80) == 0) {
      return 0;
    }
    return (first & 0x40) == 0 ? (first & 0x3C) >> 2 : first & 0x3F;
  }

  private static int crc(byte[] content) {
    var crc = CRC_START;
    for (var one : content) {
      crc ^= (one & 0xFF) << 16;
      for (var bit = 0; bit < Byte.SIZE; bit++) {
        crc <<= 1;
        crc ^= (crc & 0x1000000) == 0 ? 0 : CRC_POLYNOMIAL;
      }
    }
    return crc & 0xFFFFFF;
  }

  private static int number(byte[] three) {
    return (three[0] & 0xFF) << 16 | (three[1] & 0xFF) << 8 | (three[2] & 0xFF);
  }

  /** What to write for Helm. */
  public byte[] bytes() {
    return Base64.getDecoder().decode(packets);
  }

  /** Changes with the keys. */
  public String checksum() {
    return Checksum.of(packets).text();
  }
}
