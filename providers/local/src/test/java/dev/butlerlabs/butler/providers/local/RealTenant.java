package dev.butlerlabs.butler.providers.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.kube.client.Kubeconfigs;
import dev.butlerlabs.butler.pki.BootstrapToken;
import dev.butlerlabs.butler.pki.CertificateAuthority;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.SubjectAltName;
import dev.butlerlabs.butler.sandbox.toolchain.Tool;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.FreePort;
import dev.butlerlabs.butler.testkit.RealEtcd;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A tenant that machines can join: real kube-apiserver and kube-controller-manager. */
final class RealTenant implements AutoCloseable {

  private static final Duration LIFE = Duration.ofDays(1);
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final SecureRandom random = new SecureRandom();
  private final Instant now = Instant.now();
  private final RealEtcd etcd = RealEtcd.start();
  private final Programs programs;
  private final CertificateAuthority authority =
      CertificateAuthority.selfSigned("tenant", KeyKind.EC_P256, LIFE, now, random);
  private final int port = FreePort.next();
  private final Kubeconfig adminConfig = login("admin", "system:masters");
  private final KubernetesClient admin;

  RealTenant() throws IOException {
    programs = new Programs();
    startApiServer();
    admin =
        new KubernetesClientBuilder()
            .withConfig(
                Kubeconfigs.fromBytes(adminConfig.render().getBytes(UTF_8), "of the test")
                    .orElseThrow())
            .build();
    try {
      Await.untilTrue("the tenant serves", PATIENCE, this::serves);
      startControllers();
      makeJoinable();
      Await.untilTrue("its controllers work", PATIENCE, this::takesPods);
    } catch (AssertionError late) {
      var words = programs.log(Tool.KUBE_APISERVER);
      close();
      throw new AssertionError(words, late);
    }
  }

  private void startApiServer() throws IOException {
    var names = SubjectAltName.all("127.0.0.1", "localhost", "10.96.0.1");
    var serving =
        authority.issue(
            CertificateOrder.server(Subject.named("kube-apiserver"), names, LIFE),
            KeyKind.EC_P256,
            now,
            random);
    var accounts = SigningKey.generate(KeyKind.EC_P256, random);
    programs.file("ca.crt", authority.certificatePem());
    programs.file("ca.key", authority.key().pem());
    programs.file("accounts.key", accounts.traditionalPem());
    programs.file("accounts.pub", accounts.publicPem());
    programs.file("serving.pem", serving.certificatePem() + serving.key().pem());
    programs.file("etcd-ca.crt", etcd.authority().certificatePem());
    programs.file("etcd.pem", etcd.root().certificatePem() + etcd.root().key().pem());
    programs.file(
        "audit.yaml",
        """
        apiVersion: audit.k8s.io/v1
        kind: Policy
        omitStages: [RequestReceived]
        rules: [{level: Metadata, verbs: [create, update, patch, delete]}, {level: None}]
        """);
    programs.start(
        Tool.KUBE_APISERVER,
        List.of(
            "--etcd-servers=https://" + etcd.endpoint(),
            "--etcd-cafile=" + programs.path("etcd-ca.crt"),
            "--etcd-certfile=" + programs.path("etcd.pem"),
            "--etcd-keyfile=" + programs.path("etcd.pem"),
            "--bind-address=127.0.0.1",
            "--endpoint-reconciler-type=none",
            "--secure-port=" + port,
            "--tls-cert-file=" + programs.path("serving.pem"),
            "--tls-private-key-file=" + programs.path("serving.pem"),
            "--client-ca-file=" + programs.path("ca.crt"),
            "--authorization-mode=Node,RBAC",
            "--enable-admission-plugins=NodeRestriction",
            "--enable-bootstrap-token-auth",
            "--service-cluster-ip-range=10.96.0.0/16",
            "--service-account-issuer=https://kubernetes.default.svc",
            "--service-account-key-file=" + programs.path("accounts.pub"),
            "--service-account-signing-key-file=" + programs.path("accounts.key"),
            "--audit-policy-file=" + programs.path("audit.yaml"),
            "--audit-log-path=" + programs.path("audit.log"),
            "--audit-log-mode=blocking"));
  }

  private boolean serves() {
    try {
      return "ok".equals(admin.raw("/readyz"))
          && admin.namespaces().withName("kube-public").get() != null;
    } catch (KubernetesClientException notYet) {
      return false;
    }
  }

  /** Pods are taken once their namespace has its service account. */
  private boolean takesPods() {
    return admin.serviceAccounts().inNamespace("default").withName("default").get() != null;
  }

  private void startControllers() throws IOException {
    programs.file("controllers.conf", login("controllers", "system:masters").render());
    programs.start(
        Tool.KUBE_CONTROLLER_MANAGER,
        List.of(
            "--kubeconfig=" + programs.path("controllers.conf"),
            "--bind-address=127.0.0.1",
            "--secure-port=" + FreePort.next(),
            "--leader-elect=false",
            "--root-ca-file=" + programs.path("ca.crt"),
            "--service-account-private-key-file=" + programs.path("accounts.key"),
            "--cluster-signing-cert-file=" + programs.path("ca.crt"),
            "--cluster-signing-key-file=" + programs.path("ca.key"),
            "--allocate-node-cidrs",
            "--cluster-cidr=10.97.0.0/16",
            "--node-monitor-period=2s",
            "--node-monitor-grace-period=25s",
            "--controllers=*,bootstrapsigner,tokencleaner"));
  }

  private void makeJoinable() {
    var rights =
        Objects.requireNonNull(
            Thread.currentThread().getContextClassLoader().getResourceAsStream("joinable.yaml"));
    admin.load(rights).items().forEach(item -> admin.resource(item).create());
    var info =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withNamespace("kube-public")
            .withName("cluster-info")
            .endMetadata()
            .addToData("kubeconfig", discoveryFile())
            .build();
    admin.resource(info).create();
  }

  /** Where the tenant is and whom to believe there; no user. */
  String discoveryFile() {
    return """
    apiVersion: v1
    kind: Config
    clusters:
    - name: ""
      cluster:
        certificate-authority-data: %s
        server: https://127.0.0.1:%d
    contexts: []
    current-context: ""
    users: []
    """
        .formatted(
            Base64.getEncoder().encodeToString(authority.certificatePem().getBytes(UTF_8)), port);
  }

  private Kubeconfig login(String user, String group) {
    var credential =
        authority.issue(
            CertificateOrder.client(new Subject(user, List.of(group)), LIFE),
            KeyKind.EC_P256,
            now,
            random);
    return Kubeconfig.of(
        "tenant",
        URI.create("https://127.0.0.1:" + port),
        authority.certificate(),
        user,
        credential);
  }

  KubernetesClient admin() {
    return admin;
  }

  /** As Cluster API keeps it. */
  String adminKubeconfig() {
    return adminConfig.render();
  }

  String endpoint() {
    return "127.0.0.1:" + port;
  }

  String pin() {
    try {
      var key = authority.certificate().getPublicKey().getEncoded();
      return "sha256:" + HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(key));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException(impossible);
    }
  }

  /** A token as the bootstrap provider of Cluster API makes one for each Machine. */
  BootstrapToken token() {
    var token = BootstrapToken.generate(random);
    admin
        .resource(
            new SecretBuilder()
                .withNewMetadata()
                .withNamespace("kube-system")
                .withName(token.secretName())
                .endMetadata()
                .withType("bootstrap.kubernetes.io/token")
                .withStringData(
                    Map.of(
                        "token-id", token.id(),
                        "token-secret", token.secret(),
                        "usage-bootstrap-authentication", "true",
                        "usage-bootstrap-signing", "true",
                        "auth-extra-groups", "system:bootstrappers:kubeadm:default-node-token"))
                .build())
        .create();
    return token;
  }

  /** Bootstrap data of one Machine with a token of its own. */
  String data(String registration) {
    return CloudConfigs.byToken(endpoint(), token().reveal(), pin(), registration);
  }

  Node node(String name) {
    return Objects.requireNonNull(admin.nodes().withName(name).get(), name);
  }

  Instant renewed(String node) {
    var lease = admin.leases().inNamespace("kube-node-lease").withName(node).require();
    return lease.getSpec().getRenewTime().toInstant();
  }

  /** Every write the tenant has seen of that user, as verb and what it was about. */
  List<String> writes(String user) throws IOException {
    var json = new ObjectMapper();
    try (var lines = Files.lines(programs.path("audit.log"))) {
      return lines
          .map(
              line -> {
                try {
                  return json.readTree(line);
                } catch (IOException broken) {
                  throw new UncheckedIOException(broken);
                }
              })
          .filter(event -> event.at("/user/username").asText().equals(user))
          .map(
              event ->
                  "%s %s%s %s"
                      .formatted(
                          event.path("verb").asText(),
                          event.at("/objectRef/resource").asText(),
                          event.at("/objectRef").has("subresource")
                              ? "/" + event.at("/objectRef/subresource").asText()
                              : "",
                          event.at("/objectRef/name").asText()))
          .toList();
    }
  }

  @Override
  public void close() {
    admin.close();
    programs.close();
    etcd.close();
  }
}
