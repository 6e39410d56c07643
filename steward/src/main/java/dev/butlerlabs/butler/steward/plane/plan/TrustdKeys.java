package dev.butlerlabs.butler.steward.plane.plan;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.Renewal;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The keys of {@link Trustd}: an authority that Talos workers have in their machine configuration,
 * and what is signed with it and renewed in time. The authority itself stays: workers that know it
 * cannot be told another one from here.
 */
public final class TrustdKeys {

  static final String TOKEN = "token";

  private static final List<String> OURS = List.of("steward");

  private final Observation seen;
  private final Blueprint print;
  private final Optional<Trustd> trustd;

  TrustdKeys(Observation seen, Blueprint print) {
    this.seen = seen;
    this.print = print;
    this.trustd = Trustd.of(print);
  }

  /** Who the authority of a control plane's workers is. */
  public static Subject root(String plane) {
    return new Subject(plane + " OS CA", OURS);
  }

  /** Missing, running out, unfit or asked for; empty when all is well. */
  Optional<Order> order(Endpoint.Known endpoint) {
    return trustd
        .map(one -> wanted(one, endpoint))
        .filter(order -> judged(order).isEmpty())
        .map(order -> order);
  }

  /** When something of it is to be renewed. */
  Optional<Instant> lookAt(Endpoint.Known endpoint) {
    return trustd.flatMap(one -> judged(wanted(one, endpoint)));
  }

  private Order.TrustdKeys wanted(Trustd one, Endpoint.Known endpoint) {
    var texts = new ArrayList<String>();
    texts.add(endpoint.server().host());
    texts.add(endpoint.advertised());
    texts.add(print.inside().host());
    texts.addAll(one.settings().certSANs());
    var names = texts.stream().distinct().map(SubjectAltName::of).toList();
    return new Order.TrustdKeys(
        print.name(),
        CertificateOrder.server(new Subject("steward-trustd", OURS), names, Part.LEAF_LIFE),
        CertificateOrder.client(new Subject(print.name() + " admin", OURS), Part.LEAF_LIFE));
  }

  /** When to renew what is there; empty when it will not do. */
  private Optional<Instant> judged(Order.TrustdKeys order) {
    var keys = seen.find(Part.TRUSTD);
    if (keys.isEmpty() || keys.get().asked() || keys.get().text(TOKEN).isEmpty()) {
      return Optional.empty();
    }
    return authority(keys.get())
        .flatMap(
            root ->
                earlier(
                    judge(keys.get().text("server.crt"), root, order.server()),
                    judge(keys.get().text("admin.crt"), root, order.admin())));
  }

  /** The authority in the Secret, if it can be read. */
  public static Optional<CertificateAuthority> authority(Keys keys) {
    try {
      return Optional.of(
          CertificateAuthority.parse(keys.text("os-ca.crt"), keys.text("os-ca.key")));
    } catch (IllegalArgumentException broken) {
      return Optional.empty();
    }
  }

  private Optional<Instant> judge(String pem, CertificateAuthority root, CertificateOrder order) {
    try {
      var verdict =
          Renewal.judge(
              Pem.certificates(pem).getFirst(), Renewal.Wanted.of(root, order), seen.now());
      return verdict instanceof Renewal.NotYet(var at) ? Optional.of(at) : Optional.empty();
    } catch (IllegalArgumentException broken) {
      return Optional.empty();
    }
  }

  private static Optional<Instant> earlier(Optional<Instant> one, Optional<Instant> other) {
    return one.flatMap(a -> other.map(b -> a.isBefore(b) ? a : b));
  }

  /** The Secret is there and nobody wants it. */
  boolean over() {
    return trustd.isEmpty() && seen.find(Part.TRUSTD).isPresent();
  }

  /** Pods that do not mount it are not replaced for it. */
  Map<String, String> label(Map<String, String> labels) {
    if (trustd.isEmpty()) {
      labels.remove(Marks.MOUNTED + Part.TRUSTD.suffix());
    }
    return labels;
  }
}
