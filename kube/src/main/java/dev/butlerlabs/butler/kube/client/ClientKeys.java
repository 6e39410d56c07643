package dev.butlerlabs.butler.kube.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;

/** Tells the library which algorithm a client's key has; in PKCS 8 it takes every key for RSA. */
final class ClientKeys {

  private ClientKeys() {}

  static Config named(Config config) {
    if (pem(config).filter(ClientKeys::elliptic).isPresent()) {
      config.setClientKeyAlgo("EC");
    }
    return config;
  }

  private static Optional<String> pem(Config config) {
    try {
      if (config.getClientKeyData() != null) {
        var bytes = Base64.getMimeDecoder().decode(config.getClientKeyData());
        return Optional.of(new String(bytes, UTF_8));
      }
      return config.getClientKeyFile() == null
          ? Optional.empty()
          : Optional.of(Files.readString(Path.of(config.getClientKeyFile())));
    } catch (IOException | IllegalArgumentException unreadable) {
      return Optional.empty();
    }
  }

  private static boolean elliptic(String pem) {
    if (!pem.contains("BEGIN PRIVATE KEY")) {
      return false;
    }
    try {
      var bytes = Base64.getMimeDecoder().decode(pem.replaceAll("-----[^-]+-----", ""));
      var key = KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(bytes));
      return key.getAlgorithm().equals("EC");
    } catch (GeneralSecurityException | IllegalArgumentException other) {
      return false;
    }
  }
}
