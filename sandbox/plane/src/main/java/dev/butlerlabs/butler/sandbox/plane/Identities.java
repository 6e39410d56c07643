package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.sandbox.plane.home.Home;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * Who is who in one control plane: an authority for callers, another for the API server's own
 * forwarding, and one certificate per speaker.
 */
final class Identities {

  static final String ADMIN_GROUP = "butler:admins";

  static final Duration LIFE = Duration.ofDays(365);
  static final List<SubjectAltName> LOOPBACK = SubjectAltName.all("localhost", "127.0.0.1", "::1");

  private final Home home;
  private final Instant now;
  private final SecureRandom random;
  private final URI server;
  private final CredentialStore store;
  private final CertificateAuthority cluster;
  private final Kubeconfig admin;

  Identities(Home home, CredentialStore store, Instant now, SecureRandom random, URI server) {
    this.home = home;
    this.now = now;
    this.random = random;
    this.server = server;
    this.store = store;
    cluster = store.authority("cluster-ca");
    servers();
    frontProxy();
    store.key("service-accounts");
    kubeconfig("system:kube-controller-manager", "kube-controller-manager");
    kubeconfig("system:kube-scheduler", "kube-scheduler");
    admin = admin();
  }

  private void servers() {
    var apiserver =
        SubjectAltName.all(
            "localhost",
            "127.0.0.1",
            "::1",
            "kubernetes",
            "kubernetes.default",
            "kubernetes.default.svc",
            "kubernetes.default.svc.cluster.local",
            Flags.FIRST_SERVICE_ADDRESS);
    serving("kube-apiserver", apiserver);
    serving("kube-controller-manager", LOOPBACK);
    serving("kube-scheduler", LOOPBACK);
    store.leaf("kubelet-client", cluster, client("kube-apiserver-kubelet-client"));
  }

  private void serving(String name, List<SubjectAltName> names) {
    store.leaf(name, cluster, CertificateOrder.server(Subject.named(name), names, LIFE));
  }

  private void frontProxy() {
    store.leaf("front-proxy", store.authority("front-proxy-ca"), client("front-proxy-client"));
  }

  private Kubeconfig admin() {
    var order = CertificateOrder.client(new Subject("butler-admin", List.of(ADMIN_GROUP)), LIFE);
    var credential = store.leaf("admin", cluster, order);
    var config = config("butler-admin", credential);
    CredentialStore.writeWhenOther(adminFile(), config.render());
    return config;
  }

  private void kubeconfig(String user, String file) {
    var credential = store.leaf(file + "-client", cluster, client(user));
    CredentialStore.writeWhenOther(kubeconfig(file), config(user, credential).render());
  }

  private Kubeconfig config(String user, Credential credential) {
    return Kubeconfig.of("butler", server, cluster.certificate(), user, credential);
  }

  static CertificateOrder client(String user) {
    return CertificateOrder.client(Subject.named(user), LIFE);
  }

  /**
   * A login above all rules, for the first minutes of a start: it lives in memory for an hour and
   * is never written down.
   */
  Kubeconfig founder() {
    var subject = new Subject("butler-founder", List.of("system:masters"));
    return login(subject, Duration.ofHours(1), now);
  }

  Kubeconfig login(Subject subject, Duration life, Instant at) {
    var order = CertificateOrder.client(subject, life);
    return config(subject.commonName(), cluster.issue(order, KeyKind.EC_P256, at, random));
  }

  Kubeconfig adminConfig() {
    return admin;
  }

  Path adminFile() {
    return home.file("admin.kubeconfig");
  }

  private Path kubeconfig(String name) {
    return kubeconfig(home, name);
  }

  static Path kubeconfig(Home home, String name) {
    return home.folder("kubeconfigs").resolve(name + ".kubeconfig");
  }

  CertificateAuthority clusterAuthority() {
    return cluster;
  }
}
