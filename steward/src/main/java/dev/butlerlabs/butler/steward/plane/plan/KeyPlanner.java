package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.api.steward.DataStoreSpec.Driver;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.Renewal;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Decides which keys and certificates are to be made now. What is missing, broken, running out,
 * unfit or asked for is ordered; the rest is left alone.
 */
final class KeyPlanner {

  private final Observation seen;
  private final Blueprint print;
  private final List<Order> orders = new ArrayList<>();
  private Instant next = Instant.MAX;

  private KeyPlanner(Observation seen, Blueprint print) {
    this.seen = seen;
    this.print = print;
  }

  /**
   * What is to be made, and when to look again if nothing is.
   *
   * @param orders can all be carried out at once; more may follow when they are
   */
  record Result(List<Order> orders, Instant lookAt) {
    Result {
      orders = List.copyOf(orders);
    }
  }

  static Result plan(Observation seen, Blueprint print, Endpoint endpoint) {
    var planner = new KeyPlanner(seen, print);
    planner.root(Part.FRONT_PROXY_CA).ifPresent(planner::frontProxy);
    planner.root(Part.CA).ifPresent(roots -> planner.cluster(roots, endpoint));
    planner.serviceAccount();
    planner.store();
    new Encryption(seen, print).order().ifPresent(planner.orders::add);
    return new Result(planner.orders, planner.next);
  }

  /** The root, unless it is to be made first. */
  private Optional<Roots> root(Part part) {
    var roots = Roots.in(seen, part);
    if (roots.isEmpty()) {
      orders.add(new Order.Root(part));
    } else if (roots.get().wantsNext(seen.now())) {
      orders.add(new Order.NextRoot(part));
      return Optional.empty();
    } else {
      note(Renewal.byTime(roots.get().current().certificate(), null, seen.now()));
      if (roots.get().hasPrevious()) {
        lookAt(roots.get().dropAt());
      }
    }
    return roots;
  }

  private void frontProxy(Roots roots) {
    var subject = Subject.named("front-proxy-client");
    leaf(
        Part.FRONT_PROXY_CLIENT,
        roots,
        "front-proxy-client",
        CertificateOrder.client(subject, Part.LEAF_LIFE));
  }

  private void cluster(Roots roots, Endpoint endpoint) {
    var kubelets = new Subject("kube-apiserver-kubelet-client", List.of("kubeadm:cluster-admins"));
    leaf(
        Part.KUBELET_CLIENT,
        roots,
        "apiserver-kubelet-client",
        CertificateOrder.client(kubelets, Part.LEAF_LIFE));
    var local = "https://localhost:" + print.port();
    configs(
        Part.CONTROLLER_MANAGER,
        roots,
        new Order.Entry(
            "controller-manager.conf", Subject.named("system:kube-controller-manager"), local));
    configs(
        Part.SCHEDULER,
        roots,
        new Order.Entry("scheduler.conf", Subject.named("system:kube-scheduler"), local));
    InsideProxy.certificate(print).ifPresent(it -> leaf(Part.TCP_PROXY, roots, "tls", it));
    if (endpoint instanceof Endpoint.Known known) {
      leaf(
          Part.API_SERVER,
          roots,
          "apiserver",
          CertificateOrder.server(Subject.named("kube-apiserver"), known.names(), Part.LEAF_LIFE));
      admin(roots, "https://" + known.server());
      if (Tunnel.in(print).isPresent()) {
        tunnel(roots, known.names(), local);
      }
      var workers = new TrustdKeys(seen, print);
      workers.order(known).ifPresent(orders::add);
      workers.lookAt(known).ifPresent(this::lookAt);
    }
  }

  private void tunnel(Roots roots, List<SubjectAltName> names, String local) {
    var server = Subject.named(Tunnel.USER);
    leaf(Part.KONNECTIVITY, roots, "tls", CertificateOrder.server(server, names, Part.LEAF_LIFE));
    configs(
        Part.KONNECTIVITY_KUBECONFIG,
        roots,
        new Order.Entry("konnectivity-server.conf", server, local));
  }

  /** All four in one Secret and from one order, so that none of them stays behind. */
  private void admin(Roots roots, String outside) {
    var admin = new Subject("kubernetes-admin", List.of("kubeadm:cluster-admins"));
    var superAdmin = new Subject("kubernetes-super-admin", List.of("system:masters"));
    var inside = "https://" + print.inside();
    configs(
        Part.ADMIN,
        roots,
        new Order.Entry("admin.conf", admin, outside),
        new Order.Entry("admin.svc", admin, inside),
        new Order.Entry("super-admin.conf", superAdmin, outside),
        new Order.Entry("super-admin.svc", superAdmin, inside));
  }

  private void leaf(Part part, Roots roots, String file, CertificateOrder wanted) {
    var keys = seen.find(part);
    var fits = keys.isPresent() && !keys.get().asked() && fits(keys.get(), file, roots, wanted);
    if (!fits) {
      orders.add(new Order.Leaf(part, roots.part(), file, wanted));
    }
  }

  private boolean fits(Keys keys, String file, Roots roots, CertificateOrder wanted) {
    try {
      var certificates = keys.certificates(file + ".crt");
      var _ = new Credential(certificates.getFirst(), keys.signingKey(file + ".key"));
      return certificates.subList(1, certificates.size()).equals(roots.bridges(seen.now()))
          && fits(certificates.getFirst(), roots, wanted);
    } catch (IllegalArgumentException broken) {
      return false;
    }
  }

  private boolean fits(X509Certificate certificate, Roots roots, CertificateOrder wanted) {
    var verdict =
        Renewal.judge(certificate, Renewal.Wanted.of(roots.current(), wanted), seen.now());
    note(verdict);
    return !verdict.due();
  }

  private void configs(Part part, Roots roots, Order.Entry... entries) {
    var keys = seen.find(part);
    var all = List.of(entries);
    var fits =
        keys.isPresent()
            && !keys.get().asked()
            && all.stream().allMatch(entry -> fits(keys.get(), entry, roots));
    if (!fits) {
      orders.add(new Order.Kubeconfigs(part, print.name(), all));
    }
  }

  private boolean fits(Keys keys, Order.Entry wanted, Roots roots) {
    try {
      var config = keys.kubeconfig(wanted.key());
      return config.address().equals(wanted.server())
          && config.authorities().equals(roots.bundle())
          && config.user().equals(wanted.subject().commonName())
          && config.login() instanceof Kubeconfig.Login.Certificate(var chain, _)
          && fits(
              chain.getFirst(), roots, CertificateOrder.client(wanted.subject(), Part.LEAF_LIFE));
    } catch (IllegalArgumentException broken) {
      return false;
    }
  }

  private void serviceAccount() {
    var keys = ServiceAccountKeys.in(seen);
    if (keys.isEmpty()) {
      orders.add(new Order.ServiceAccountKey());
    } else if (keys.get().wantsNext()) {
      orders.add(new Order.NextServiceAccountKey());
    } else if (keys.get().hasPrevious()) {
      lookAt(keys.get().dropAt());
    }
  }

  private void store() {
    if (!(seen.room() instanceof Room.Ready room)) {
      return;
    }
    var user = StoreNames.of(seen.plane()).user();
    var keys = seen.find(Part.DATA_STORE);
    if (keys.isEmpty() || keys.get().asked() || !fits(keys.get(), room, user)) {
      orders.add(new Order.StoreLogin(user));
    }
  }

  private boolean fits(Keys keys, Room.Ready room, String user) {
    if (room.driver() != Driver.ETCD) {
      return !keys.text("password").isEmpty() && keys.text("ca.crt").equals(room.authority());
    }
    if (room.authority().isEmpty()) {
      return true;
    }
    try {
      var login =
          new Credential(keys.certificates("server.crt").getFirst(), keys.signingKey("server.key"));
      var signer =
          Pem.certificates(room.authority()).stream()
              .map(one -> new Renewal.Wanted(one, Subject.named(user), List.of(), null))
              .map(wanted -> Renewal.judge(login.certificate(), wanted, seen.now()))
              .filter(verdict -> !verdict.due())
              .findFirst();
      signer.ifPresent(this::note);
      return signer.isPresent() && keys.text("ca.crt").equals(room.authority());
    } catch (IllegalArgumentException broken) {
      return false;
    }
  }

  private void note(Renewal verdict) {
    if (verdict instanceof Renewal.NotYet(var at)) {
      lookAt(at);
    }
  }

  private void lookAt(Instant at) {
    next = at.isBefore(next) ? at : next;
  }
}
