package dev.butlerlabs.butler.providers.azure.machines;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A public SSH key whose other half nobody has, made when it is first needed. Azure makes no Linux
 * machine without a key or a password, and nobody is to log in to one of ours that way.
 */
final class OrphanKey {

  private final ReentrantLock making = new ReentrantLock();
  private @Nullable String made;

  /** In the one-line form, the same every time; the private half is never kept. */
  String text() {
    making.lock();
    try {
      var text = made;
      if (text == null) {
        text = make();
        made = text;
      }
      return text;
    } finally {
      making.unlock();
    }
  }

  private static String make() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      var key = (RSAPublicKey) generator.generateKeyPair().getPublic();
      var out = new ByteArrayOutputStream();
      part(out, "ssh-rsa".getBytes(US_ASCII));
      part(out, key.getPublicExponent().toByteArray());
      part(out, key.getModulus().toByteArray());
      return "ssh-rsa " + Base64.getEncoder().encodeToString(out.toByteArray()) + " nobody";
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("This JDK makes no RSA keys", e);
    }
  }

  private static void part(ByteArrayOutputStream out, byte[] bytes) {
    out.writeBytes(ByteBuffer.allocate(4).putInt(bytes.length).array());
    out.writeBytes(bytes);
  }
}
