package dev.butlerlabs.butler.systemtests.sandbox;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Kubeconfig;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.SigningKey;
import dev.butlerlabs.butler.pki.SigningRequest;
import dev.butlerlabs.butler.pki.Subject;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;

/** Somebody who makes a key and asks for a way into a cluster, as the guide says. */
final class WayIn {

  private static final SecureRandom RANDOM = new SecureRandom();

  private final SigningKey key = SigningKey.generate(KeyKind.EC_P256, RANDOM);
  private final Ordered cluster;
  private final Path folder;

  WayIn(Ordered cluster, Path folder) {
    this.cluster = cluster;
    this.folder = folder;
  }

  /**
   * A kubeconfig of one's own.
   *
   * @param admin the administrator's, which says where the API server is
   */
  String ask(String role, String admin) throws IOException, InterruptedException {
    var pem = SigningRequest.make(Subject.named("whoever"), List.of(), key, RANDOM).pem();
    var request =
        Files.writeString(
            folder.resolve("request.yaml"),
            """
            apiVersion: certificates.k8s.io/v1
            kind: CertificateSigningRequest
            metadata:
              name: way-in
              labels:
                butler.butlerlabs.dev/source-namespace: %s
                butler.butlerlabs.dev/source-name: %s
              annotations: {butler.butlerlabs.dev/access-role: %s}
            spec:
              signerName: butler.butlerlabs.dev/tenant-access
              usages: [client auth]
              request: %s
            """
                .formatted(
                    cluster.namespace(),
                    cluster.name(),
                    role,
                    Base64.getEncoder().encodeToString(pem.getBytes(UTF_8))));
    cluster.run("create", "-f", request.toString());
    cluster.run("wait", "--for=jsonpath={.status.certificate}", "csr/way-in", "--timeout=180s");
    var chain = cluster.run("get", "csr", "way-in", "-o", "jsonpath={.status.certificate}");
    var signed = Pem.certificates(new String(Base64.getDecoder().decode(chain), UTF_8));
    var theirs = Kubeconfig.parse(Files.readString(Path.of(admin)));
    var own =
        new Kubeconfig(
            theirs.cluster(),
            URI.create(theirs.address()),
            theirs.authorities(),
            null,
            "own",
            new Kubeconfig.Login.Certificate(List.of(signed.getFirst()), key),
            null);
    return Files.writeString(folder.resolve("own.conf"), own.render()).toString();
  }
}
