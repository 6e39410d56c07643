package dev.butlerlabs.butler.pki;

import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Texts by name that hold certificates, keys and kubeconfigs, each read once: reading takes far
 * longer than looking at what was read.
 */
public final class KeyTexts {

  private final Map<String, String> texts;
  private final Map<String, List<X509Certificate>> certificates = new ConcurrentHashMap<>();
  private final Map<String, SigningKey> keys = new ConcurrentHashMap<>();
  private final Map<String, Kubeconfig> kubeconfigs = new ConcurrentHashMap<>();

  public KeyTexts(Map<String, String> texts) {
    this.texts = Map.copyOf(texts);
  }

  /** The certificates in a text, at least one. */
  public List<X509Certificate> certificates(String name) {
    return certificates.computeIfAbsent(name, one -> Pem.certificates(text(one)));
  }

  public SigningKey key(String name) {
    return keys.computeIfAbsent(name, one -> SigningKey.parse(text(one)));
  }

  public Kubeconfig kubeconfig(String name) {
    return kubeconfigs.computeIfAbsent(name, one -> Kubeconfig.parse(text(one)));
  }

  private String text(String name) {
    return texts.getOrDefault(name, "");
  }

  /** Says nothing of what is secret. */
  @Override
  public String toString() {
    return "KeyTexts" + texts.keySet();
  }
}
