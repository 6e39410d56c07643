package dev.butlerlabs.butler.sandbox.platform;

import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.sandbox.plane.ControlPlane;
import dev.butlerlabs.butler.sandbox.plane.CredentialStore;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;

/** The certificates and kubeconfigs of the platform's own components, one identity each. */
final class Passports {

  private static final Duration LIFE = Duration.ofDays(365);

  private final Home home;
  private final ControlPlane plane;
  private final String caBundle;

  Passports(Home home, ControlPlane plane, Instant now, SecureRandom random) {
    this.home = home;
    this.plane = plane;
    var store = new CredentialStore(home.folder("pki"), now, random);
    for (var name : List.of(Listeners.CORE, Listeners.KUBEADM, Listeners.MANAGER)) {
      writeKubeconfig(store, name);
    }
    caBundle = webhooks(store);
  }

  private void writeKubeconfig(CredentialStore store, String name) {
    var user = "butler:" + name;
    var order = CertificateOrder.client(Subject.named(user), LIFE);
    var credential = store.leaf(name + "-client", plane.authority(), order);
    var config =
        Kubeconfig.of("butler", plane.url(), plane.authority().certificate(), user, credential);
    PrivateFiles.write(kubeconfig(name), config.render());
  }

  /** An authority of its own: whoever can make webhook certificates can make nothing else. */
  private String webhooks(CredentialStore store) {
    var authority = store.authority("webhook-ca");
    var names = SubjectAltName.all("localhost", "127.0.0.1");
    var order = CertificateOrder.server(Subject.named("cluster-api-webhooks"), names, LIFE);
    var credential = store.leaf("cluster-api-webhooks", authority, order);
    var folder = webhookFolder();
    PrivateFiles.write(folder.resolve("tls.crt"), credential.certificatePem());
    PrivateFiles.write(folder.resolve("tls.key"), credential.key().pem());
    return Base64.getEncoder()
        .encodeToString(authority.certificatePem().getBytes(StandardCharsets.UTF_8));
  }

  /** What the API server trusts when it calls a webhook. */
  String caBundle() {
    return caBundle;
  }

  Path webhookFolder() {
    return PrivateFiles.folder(home.folder("pki").resolve("webhooks"));
  }

  Path kubeconfig(String name) {
    return home.folder("kubeconfigs").resolve(name + ".kubeconfig");
  }
}
