package dev.butlerlabs.butler.addons.helm;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.addons.helm.KeyRing.Found;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class KeyRingTest {

  private static final Signatory ADA = Signatory.named("ada");

  @Test
  void point29_keysAreReadWithAndWithoutArmor() throws IOException {
    assertThat(ring(ADA.publicKeys()).bytes()).isEqualTo(ADA.publicKeys());
    assertThat(ring(text(ADA.armored())).bytes()).isEqualTo(ADA.publicKeys());
    assertThat(ring(text("Ours, since May:\r\n" + ADA.armored().replace("\n", "\r\n"))))
        .isEqualTo(ring(ADA.publicKeys()));
    assertThat(ring(text(ADA.armored().replaceAll("(?m)^=.{4}\\R", ""))))
        .as("without a checksum")
        .isEqualTo(ring(ADA.publicKeys()));
  }

  @Test
  void point29_blocksOfArmorThatFollowEachOtherAreOneKeyring() throws IOException {
    var bob = Signatory.named("bob");
    var both = new ByteArrayOutputStream();
    both.writeBytes(ADA.publicKeys());
    both.writeBytes(bob.publicKeys());

    assertThat(ring(text(ADA.armored() + bob.armored())).bytes()).isEqualTo(both.toByteArray());
  }

  @Test
  void point29_whatIsNoKeyringIsToldWithWhy() throws IOException {
    var armored = ADA.armored();
    var middle = armored.length() / 2;
    var turned = armored.charAt(middle) == 'A' ? 'B' : 'A';

    assertThat(why(text(""))).isEqualTo("it is empty");
    assertThat(why(text(" \n"))).isEqualTo("it is empty");
    assertThat(why(text("keys"))).contains("does not begin with a public key");
    assertThat(why(text(armored.substring(0, middle) + turned + armored.substring(middle + 1))))
        .contains("armor is damaged");
    assertThat(why(text(armored.substring(0, middle)))).contains("armor is damaged");
    assertThat(why(ADA.secretKeys())).contains("private key");
    assertThat(why(text(Signatory.armored(ADA.secretKeys())))).contains("private key");
    assertThat(why(text(armored + Signatory.armored(ADA.secretKeys())))).contains("private key");
  }

  private static byte[] text(String text) {
    return text.getBytes(US_ASCII);
  }

  private static KeyRing ring(byte[] content) {
    assertThat(KeyRing.read(content)).isInstanceOf(Found.Keys.class);
    return ((Found.Keys) KeyRing.read(content)).ring();
  }

  private static String why(byte[] content) {
    assertThat(KeyRing.read(content)).isInstanceOf(Found.Unfit.class);
    return ((Found.Unfit) KeyRing.read(content)).why();
  }
}
