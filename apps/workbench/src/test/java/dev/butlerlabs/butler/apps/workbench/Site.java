package dev.butlerlabs.butler.apps.workbench;

import dev.butlerlabs.butler.providers.simulators.proxmox.ProxmoxStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Set;

/** A Proxmox cluster, a folder, and a file in it that names an account there. */
record Site(Path folder, SteppedTimeline time, ProxmoxStandIn proxmox, Set<String> atFirst)
    implements AutoCloseable {

  static final String SECRET = "canary-secret-of-the-token";

  static Site in(Path folder) {
    var time = SteppedTimeline.atNewYear();
    var proxmox = ProxmoxStandIn.start(time, MischiefMaker.none(), Instant.now());
    proxmox.token("butler@pve!ci", SECRET);
    proxmox.template(9000, "pve1", "talos", 10);
    return new Site(folder, time, proxmox, proxmox.volumes());
  }

  /** The file, with this secret of the token. */
  Path file(String secret) throws IOException {
    var file = folder.resolve("pve.yaml");
    Files.writeString(
        file,
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: ProviderConfig
        metadata:
          name: pve
        spec:
          provider: proxmox
          credentialsRef:
            name: pve-token
          proxmox:
            endpoint: %s
            nodes: [pve1, pve2]
            storage: ceph
            templateID: 9000
        ---
        apiVersion: v1
        kind: Secret
        metadata:
          name: pve-token
        stringData:
          token: butler@pve!ci
          tokenSecret: %s
          ca.crt: |
        %s
        ---
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: MachineRequest
        spec:
          memoryMB: 1024
          userData: "#cloud-config # canary-user-data-of-the-machine"
        """
            .formatted(proxmox.uri(), secret, proxmox.authorityPem().indent(4).stripTrailing()));
    return file;
  }

  Typed verify(int stopAt, String answers, String... options) {
    return verify(stopAt, answers, Map.of(), options);
  }

  Typed verify(int stopAt, String answers, Map<String, String> environment, String... options) {
    var arguments = new String[options.length + 3];
    arguments[0] = "verify";
    arguments[1] = "provider";
    arguments[2] = "pve.yaml";
    System.arraycopy(options, 0, arguments, 3, options.length);
    return Typed.command(folder, new SteppedPace(time, stopAt), answers, environment, arguments);
  }

  Path report() {
    return folder.resolve("butler-verify-pve.md");
  }

  Path journal() {
    return folder.resolve("butler-verify-pve.left.json");
  }

  boolean empty() {
    return proxmox.machines().isEmpty() && proxmox.volumes().equals(atFirst);
  }

  @Override
  public void close() {
    proxmox.close();
  }
}
