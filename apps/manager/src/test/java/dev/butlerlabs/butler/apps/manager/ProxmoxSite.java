package dev.butlerlabs.butler.apps.manager;

import dev.butlerlabs.butler.providers.simulators.proxmox.ProxmoxStandIn;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A Proxmox cluster with a template, and the manifests of somebody who orders machines there. */
final class ProxmoxSite implements AutoCloseable {

  static final String SECRET = "canary-secret-of-the-token";
  private static final String TOKEN = "butler@pve!ci";

  private final ProxmoxStandIn proxmox =
      ProxmoxStandIn.start(hurried(Instant.now()), MischiefMaker.none(), Instant.now());

  ProxmoxSite() {
    proxmox.token(TOKEN, SECRET);
    proxmox.template(9000, "pve1", "talos", 10);
  }

  /** What takes a minute on a platform takes three seconds on this one. */
  private static InstantSource hurried(Instant begin) {
    return () -> begin.plus(Duration.between(begin, Instant.now()).multipliedBy(20));
  }

  ProxmoxStandIn proxmox() {
    return proxmox;
  }

  /** A Secret and a ProviderConfig of the same name. */
  String account(String name) {
    return """
    apiVersion: v1
    kind: Secret
    metadata: {name: %1$s}
    stringData:
      token: %2$s
      tokenSecret: %3$s
      ca.crt: |
    %4$s
    ---
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: ProviderConfig
    metadata: {name: %1$s}
    spec:
      provider: proxmox
      credentialsRef: {name: %1$s}
      proxmox: {endpoint: "%5$s", nodes: [pve1, pve2], storage: ceph, templateID: 9000}
      network: {mode: ipam, poolRefs: [{name: none}]}
    """
        .formatted(
            name,
            TOKEN,
            SECRET,
            proxmox.authorityPem().strip().indent(8).stripTrailing(),
            proxmox.uri());
  }

  static String machine(String name, String account) {
    return """
    apiVersion: butler.butlerlabs.dev/v1alpha1
    kind: MachineRequest
    metadata: {name: %1$s}
    spec:
      {providerRef: {name: %2$s}, machineName: %1$s, role: worker, cpu: 2, memoryMB: 2048, diskGB: 20}
    """
        .formatted(name, account);
  }

  @Override
  public void close() {
    proxmox.close();
  }
}
