package dev.butlerlabs.butler.kube.admission;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Where admission listens, how it is found, and how long its certificates live.
 *
 * @param namespace where the Secret with the certificate lives; the registration is named after it
 * @param life of a certificate; it is renewed when two thirds have passed
 * @param overlap how long a new authority is trusted before its certificate is shown
 * @param lookEvery how often the Secret and the registration are looked at when nothing is due
 */
public record AdmissionSettings(
    InetSocketAddress listen,
    Reach reach,
    String namespace,
    Duration life,
    Duration overlap,
    Duration lookEvery) {

  /** The Secret's name. */
  public static final String SECRET = "butler-admission";

  public static AdmissionSettings usual(InetSocketAddress listen, Reach reach, String namespace) {
    return new AdmissionSettings(
        listen,
        reach,
        namespace,
        Duration.ofDays(90),
        Duration.ofMinutes(2),
        Duration.ofMinutes(5));
  }

  /** What the ValidatingWebhookConfiguration is called. */
  public String registration() {
    return prefix() + "admission";
  }

  /** What the names of all we register begin with. */
  String prefix() {
    return namespace + "-";
  }
}
