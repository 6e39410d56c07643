package dev.butlerlabs.butler.bench.engine;

import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;

/** How a benchmark gets in: the kubeconfig of an API server. */
public final class Door {

  private Door() {}

  public static Config config(Path kubeconfig) throws IOException {
    var config = Config.fromKubeconfig(Files.readString(kubeconfig));
    var key = config.getClientKeyData();
    if (key != null && elliptic(key)) {
      // The client takes every PKCS#8 key for RSA unless told.
      config.setClientKeyAlgo("EC");
    }
    return config;
  }

  private static boolean elliptic(String keyData) {
    var pem = new String(Base64.getMimeDecoder().decode(keyData), StandardCharsets.US_ASCII);
    var body = pem.replaceAll("-----[A-Z ]+-----", "");
    try {
      var encoded = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(body));
      KeyFactory.getInstance("EC").generatePrivate(encoded);
      return true;
    } catch (GeneralSecurityException other) {
      return false;
    }
  }
}
