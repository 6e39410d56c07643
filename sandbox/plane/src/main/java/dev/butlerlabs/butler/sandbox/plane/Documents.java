package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.home.Home;
import dev.butlerlabs.butler.sandbox.plane.home.PrivateFiles;
import dev.butlerlabs.butler.sandbox.plane.home.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;

/** The two documents the API server reads at its start: how Secrets are stored, what is audited. */
final class Documents {

  private static final Pattern KEY = Pattern.compile("secret: ([A-Za-z0-9+/]{43}=)\n");

  /**
   * Who did what to which object, and never its contents. Left out: the control plane's own
   * heartbeats and questions about health, which would drown the rest.
   */
  private static final String AUDIT =
      """
      apiVersion: audit.k8s.io/v1
      kind: Policy
      omitStages: [RequestReceived]
      rules:
      - level: None
        nonResourceURLs: ["/healthz*", "/livez*", "/readyz*", "/version", "/openapi/*"]
      - level: None
        resources:
        - {group: coordination.k8s.io, resources: [leases]}
        - {group: "", resources: [events]}
        - {group: events.k8s.io, resources: [events]}
      - level: None
        userGroups: ["system:serviceaccounts:kube-system", "system:nodes"]
        verbs: [get, list, watch]
      - level: None
        users: ["system:apiserver", "system:kube-controller-manager", "system:kube-scheduler"]
        verbs: [get, list, watch]
      - level: Metadata
      """;

  private Documents() {}

  /**
   * The key is made once. Losing it loses every Secret, so its loss is told, never papered over.
   */
  static Path encryption(Home home, SecureRandom random) {
    var file = home.folder("config").resolve("encryption.yaml");
    var whole = PrivateFiles.read(file).filter(text -> KEY.matcher(text).find()).isPresent();
    if (!whole && Files.isDirectory(home.file("etcd").resolve("member"))) {
      throw new Refusal(
          file.toString(),
          "is missing or damaged, and without its key the Secrets stored in "
              + home.file("etcd")
              + " cannot be read",
          "bring the file back from a copy, or remove the folder "
              + home.path()
              + " to begin anew");
    }
    if (!whole) {
      var key = new byte[32];
      random.nextBytes(key);
      PrivateFiles.writeForGood(file, encryption(Base64.getEncoder().encodeToString(key)));
    }
    return file;
  }

  private static String encryption(String key) {
    return """
        apiVersion: apiserver.config.k8s.io/v1
        kind: EncryptionConfiguration
        resources:
        - resources: [secrets]
          providers:
          - secretbox:
              keys:
              - name: first
                secret: %s
          - identity: {}
        """
        .formatted(key);
  }

  static Path auditPolicy(Home home) {
    var file = home.folder("config").resolve("audit-policy.yaml");
    CredentialStore.writeWhenOther(file, AUDIT);
    return file;
  }
}
