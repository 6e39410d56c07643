package dev.butlerlabs.butler.steward.plane;

import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.Credential;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.steward.plane.plan.EncryptionKeys;
import dev.butlerlabs.butler.steward.plane.plan.Keys;
import dev.butlerlabs.butler.steward.plane.plan.Observation;
import dev.butlerlabs.butler.steward.plane.plan.Order;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.plane.plan.Roots;
import dev.butlerlabs.butler.steward.plane.plan.ServiceAccountKeys;
import dev.butlerlabs.butler.steward.plane.plan.TrustdKeys;
import java.net.URI;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Makes what plans order: keys and certificates, with real chance in them. */
final class Minter {

  private static final KeyKind KIND = KeyKind.EC_P256;

  private final SecureRandom random;

  Minter(SecureRandom random) {
    this.random = random;
  }

  /** The content of the part that was ordered; a login to a store is not made here. */
  Keys make(Order order, Observation seen) {
    return switch (order) {
      case Order.Root(var part) -> replacing(part, seen, Roots.alone(part, root(part, seen)));
      case Order.NextRoot(var part) -> nextRoot(part, seen);
      case Order.ServiceAccountKey _ ->
          replacing(Part.SERVICE_ACCOUNT, seen, ServiceAccountKeys.alone(key()));
      case Order.NextServiceAccountKey _ ->
          ServiceAccountKeys.in(seen).orElseThrow().introduced(key(), seen.now());
      case Order.EncryptionKey key -> encryptionKey(key, seen);
      case Order.TrustdKeys keys -> replacing(Part.TRUSTD, seen, trustd(keys, seen));
      case Order.Leaf leaf -> replacing(leaf.part(), seen, leaf(leaf, seen));
      case Order.Kubeconfigs configs -> replacing(configs.part(), seen, configs(configs, seen));
      case Order.Rewrite(_, var keys) -> keys;
      case Order.StoreLogin _ ->
          throw new IllegalArgumentException("a store's logins are made by the store");
    };
  }

  /** The new content; whoever asked for it is told that it is there. */
  static Keys replacing(Part part, Observation seen, Map<String, String> data) {
    return seen.find(part)
        .map(before -> before.replacedBy(data, before.asked() ? seen.now().toString() : null))
        .orElseGet(() -> Keys.fresh(data));
  }

  private CertificateAuthority root(Part part, Observation seen) {
    return CertificateAuthority.selfSigned(
        Subject.named(Roots.commonName(part)),
        Roots.PATH_LENGTH,
        KIND,
        Part.ROOT_LIFE,
        seen.now(),
        random);
  }

  private Keys nextRoot(Part part, Observation seen) {
    var roots = Roots.in(seen, part).orElseThrow();
    var next = root(part, seen);
    return roots.introduced(next, bridge(roots.current(), next, seen), seen.now());
  }

  /** A root that may vouch for nobody leaves those who know only it behind. */
  private @Nullable X509Certificate bridge(
      CertificateAuthority old, CertificateAuthority next, Observation seen) {
    return old.certificate().getBasicConstraints() == 0
        ? null
        : old.vouchFor(next.certificate(), seen.now(), random);
  }

  /** 32 bytes are what either cipher wants. */
  private Keys encryptionKey(Order.EncryptionKey order, Observation seen) {
    var bytes = new byte[32];
    random.nextBytes(bytes);
    var secret = Base64.getEncoder().encodeToString(bytes);
    var next =
        EncryptionKeys.in(seen)
            .map(keys -> keys.introduced(order.resources(), order.cipher(), secret))
            .orElseGet(
                () ->
                    order.fresh()
                        ? EncryptionKeys.first(order.resources(), order.cipher(), secret)
                        : EncryptionKeys.later(order.resources(), order.cipher(), secret));
    return replacing(Part.ENCRYPTION, seen, next.data());
  }

  private Map<String, String> trustd(Order.TrustdKeys order, Observation seen) {
    var before = seen.find(Part.TRUSTD);
    var root =
        before
            .flatMap(TrustdKeys::authority)
            .orElseGet(
                () ->
                    CertificateAuthority.selfSigned(
                        TrustdKeys.root(order.plane()),
                        1,
                        KIND,
                        Part.ROOT_LIFE,
                        seen.now(),
                        random));
    var server = root.issue(order.server(), KIND, seen.now(), random);
    var admin = root.issue(order.admin(), KIND, seen.now(), random);
    var data = new LinkedHashMap<String, String>();
    data.put("os-ca.crt", root.certificatePem());
    data.put("os-ca.key", root.key().pem());
    data.put("server.crt", server.certificatePem() + root.certificatePem());
    data.put("server.key", server.key().pem());
    data.put("admin.crt", admin.certificatePem());
    data.put("admin.key", admin.key().pem());
    data.put(
        "token",
        before.map(keys -> keys.text("token")).filter(t -> !t.isEmpty()).orElseGet(this::token));
    return data;
  }

  private String token() {
    var bytes = new byte[16];
    random.nextBytes(bytes);
    return "butler." + HexFormat.of().formatHex(bytes);
  }

  private SigningKey key() {
    return SigningKey.generate(KIND, random);
  }

  private Map<String, String> leaf(Order.Leaf order, Observation seen) {
    var roots = Roots.in(seen, order.signer()).orElseThrow();
    var made = roots.current().issue(order.certificate(), KIND, seen.now(), random);
    var chain = new ArrayList<X509Certificate>();
    chain.add(made.certificate());
    chain.addAll(roots.bridges(seen.now()));
    return Map.of(
        order.file() + ".crt", Pem.write(chain),
        order.file() + ".key", made.key().traditionalPem());
  }

  private Map<String, String> configs(Order.Kubeconfigs order, Observation seen) {
    var roots = Roots.in(seen, Part.CA).orElseThrow();
    var logins = new HashMap<Subject, Credential>();
    var texts = new LinkedHashMap<String, String>();
    for (var entry : order.entries()) {
      var login =
          logins.computeIfAbsent(
              entry.subject(),
              subject ->
                  roots
                      .current()
                      .issue(
                          CertificateOrder.client(subject, Part.LEAF_LIFE),
                          KIND,
                          seen.now(),
                          random));
      texts.put(entry.key(), config(order.cluster(), entry, roots.bundle(), login));
    }
    return texts;
  }

  private static String config(
      String cluster, Order.Entry entry, List<X509Certificate> trusted, Credential login) {
    return new Kubeconfig(
            cluster,
            URI.create(entry.server()),
            trusted,
            null,
            entry.subject().commonName(),
            new Kubeconfig.Login.Certificate(List.of(login.certificate()), login.key()),
            null)
        .render();
  }
}
