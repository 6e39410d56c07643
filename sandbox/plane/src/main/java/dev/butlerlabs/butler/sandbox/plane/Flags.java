package dev.butlerlabs.butler.sandbox.plane;

import dev.butlerlabs.butler.sandbox.plane.Ports.Listener;
import dev.butlerlabs.butler.sandbox.plane.supervise.Launch;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The command lines of the control plane's programs. */
final class Flags {

  static final String SERVICE_RANGE = "10.96.0.0/16";
  static final String FIRST_SERVICE_ADDRESS = "10.96.0.1";

  /** Stays the same when ports move, so that tokens stay valid. */
  private static final String ISSUER = "https://kubernetes.default.svc.cluster.local";

  private final PlaneSettings settings;
  private final Ports ports;
  private final CredentialStore files;

  Flags(PlaneSettings settings, Ports ports, CredentialStore files) {
    this.settings = settings;
    this.ports = ports;
    this.files = files;
  }

  private boolean testing() {
    return settings.mode() == Mode.TEST;
  }

  Launch etcd(StoreFolder store) {
    var flags = new ArrayList<>(List.of(settings.binaries().etcd().toString()));
    flags.add("--name=butler");
    flags.add("--data-dir=" + store.prepare());
    flags.add("--listen-client-urls=" + ports.url(Listener.ETCD));
    flags.add("--advertise-client-urls=" + ports.url(Listener.ETCD));
    flags.add("--listen-peer-urls=" + ports.url(Listener.ETCD_PEER));
    flags.add("--initial-advertise-peer-urls=" + ports.url(Listener.ETCD_PEER));
    flags.add("--initial-cluster=butler=" + ports.url(Listener.ETCD_PEER));
    for (var prefix : List.of("--", "--peer-")) {
      flags.add(prefix + "cert-file=" + files.pem("etcd"));
      flags.add(prefix + "key-file=" + files.pem("etcd"));
      flags.add(prefix + "trusted-ca-file=" + files.certificate("etcd-ca"));
      flags.add(prefix + "client-cert-auth=true");
    }
    // A cluster of one elects itself; there is no reason to wait a second for other candidates.
    flags.add("--heartbeat-interval=20");
    flags.add("--election-timeout=100");
    flags.add("--log-level=warn");
    if (testing()) {
      flags.add("--unsafe-no-fsync");
    }
    return new Launch(flags, Map.of());
  }

  Launch apiserver(Path encryption, Path audit) {
    var flags = new ArrayList<>(List.of(settings.binaries().kubeApiserver().toString()));
    flags.add("--etcd-servers=" + ports.url(Listener.ETCD));
    flags.add("--etcd-cafile=" + files.certificate("etcd-ca"));
    pair(flags, "--etcd-certfile=", "--etcd-keyfile=", "etcd-client");
    flags.add("--bind-address=127.0.0.1");
    flags.add("--advertise-address=127.0.0.1");
    // Endpoints may not hold loopback addresses, so there is nothing to reconcile.
    flags.add("--endpoint-reconciler-type=none");
    flags.add("--secure-port=" + ports.of(Listener.KUBE_APISERVER));
    flags.add("--service-cluster-ip-range=" + SERVICE_RANGE);
    pair(flags, "--tls-cert-file=", "--tls-private-key-file=", "kube-apiserver");
    pair(flags, "--kubelet-client-certificate=", "--kubelet-client-key=", "kubelet-client");
    flags.add("--kubelet-certificate-authority=" + files.certificate("cluster-ca"));
    flags.add("--client-ca-file=" + files.certificate("cluster-ca"));
    flags.add("--anonymous-auth=false");
    flags.add("--authorization-mode=Node,RBAC");
    flags.add("--enable-admission-plugins=NodeRestriction");
    flags.add("--allow-privileged=true");
    flags.add("--profiling=false");
    flags.add("--encryption-provider-config=" + encryption);
    serviceAccounts(flags);
    frontProxy(flags);
    audit(flags, audit);
    return new Launch(flags, settings.variables());
  }

  private void serviceAccounts(List<String> flags) {
    flags.add("--service-account-issuer=" + ISSUER);
    flags.add("--service-account-key-file=" + files.publicKey("service-accounts"));
    flags.add("--service-account-signing-key-file=" + files.pem("service-accounts"));
  }

  private void frontProxy(List<String> flags) {
    flags.add("--requestheader-client-ca-file=" + files.certificate("front-proxy-ca"));
    flags.add("--requestheader-allowed-names=front-proxy-client");
    flags.add("--requestheader-username-headers=X-Remote-User");
    flags.add("--requestheader-group-headers=X-Remote-Group");
    flags.add("--requestheader-extra-headers-prefix=X-Remote-Extra-");
    pair(flags, "--proxy-client-cert-file=", "--proxy-client-key-file=", "front-proxy");
  }

  private void audit(List<String> flags, Path policy) {
    flags.add("--audit-policy-file=" + policy);
    flags.add("--audit-log-path=" + settings.home().folder("logs").resolve("audit.log"));
    flags.add("--audit-log-maxsize=20");
    flags.add("--audit-log-maxbackup=3");
    flags.add("--audit-log-maxage=30");
    flags.add("--audit-log-mode=" + (testing() ? "batch" : "blocking"));
  }

  Launch controllerManager() {
    var flags = new ArrayList<>(List.of(settings.binaries().kubeControllerManager().toString()));
    controller(flags, "kube-controller-manager", Listener.KUBE_CONTROLLER_MANAGER);
    flags.add("--root-ca-file=" + files.certificate("cluster-ca"));
    flags.add("--service-account-private-key-file=" + files.pem("service-accounts"));
    flags.add("--use-service-account-credentials=true");
    // Controllers ask for an account and a token each before any starts; with fewer they queue.
    flags.add("--kube-api-burst=200");
    pair(flags, "--cluster-signing-cert-file=", "--cluster-signing-key-file=", "cluster-ca");
    flags.add(
        testing()
            ? "--controllers=namespace-controller,garbage-collector-controller,"
                + "serviceaccount-controller"
            // Slices refuse the loopback addresses that pods have here; a forwarder does their
            // work.
            : "--controllers=*,-endpoints-controller,-endpointslice-controller,"
                + "-endpointslice-mirroring-controller");
    return new Launch(flags, Map.of());
  }

  Launch scheduler() {
    var flags = new ArrayList<>(List.of(settings.binaries().kubeScheduler().toString()));
    controller(flags, "kube-scheduler", Listener.KUBE_SCHEDULER);
    return new Launch(flags, Map.of());
  }

  private void controller(List<String> flags, String name, Listener listener) {
    var kubeconfig = Identities.kubeconfig(settings.home(), name);
    flags.add("--kubeconfig=" + kubeconfig);
    flags.add("--authentication-kubeconfig=" + kubeconfig);
    flags.add("--authorization-kubeconfig=" + kubeconfig);
    flags.add("--client-ca-file=" + files.certificate("cluster-ca"));
    flags.add("--bind-address=127.0.0.1");
    flags.add("--secure-port=" + ports.of(listener));
    pair(flags, "--tls-cert-file=", "--tls-private-key-file=", name);
    flags.add("--profiling=false");
    flags.add("--leader-elect=false");
  }

  /** Both halves lie in one file; each reader picks its own block. */
  private void pair(List<String> flags, String certificate, String key, String name) {
    flags.add(certificate + files.pem(name));
    flags.add(key + files.pem(name));
  }
}
