package dev.butlerlabs.butler.steward.plane.plan;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.butlerlabs.butler.api.steward.AdmissionPlugin;
import dev.butlerlabs.butler.api.steward.ApiServerSecurity;
import dev.butlerlabs.butler.api.steward.HostedDeployment.ExtraArgs;
import dev.butlerlabs.butler.api.steward.Kubelet.AddressType;
import dev.butlerlabs.butler.kernel.Cause;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The command lines of the three programs of a control plane. */
final class CommandLines {

  static final String PKI = "/etc/kubernetes/pki";
  static final String CONFIGS = "/etc/kubernetes/kubeconfig";
  static final String AUDIT = "/etc/kubernetes/audit";
  static final String OIDC = "/etc/kubernetes/oidc";

  /**
   * Each of the controllers asks for an account and a token of its own before any of them starts.
   * With the usual 30 the rest of these questions waits for 20 a second: five seconds in which no
   * node can join.
   */
  private static final String START_BURST = "200";

  private static final ExtraArgs NONE = new ExtraArgs(List.of(), List.of(), List.of(), List.of());

  private final Blueprint print;

  CommandLines(Blueprint print) {
    this.print = print;
  }

  private ExtraArgs extra() {
    return Objects.requireNonNullElse(print.deployment().extraArgs(), NONE);
  }

  List<String> apiServer(Endpoint.Known endpoint, Room.Ready room, StoreNames names) {
    var flags =
        new Flags()
            .set("advertise-address", endpoint.advertised())
            .set("allow-privileged", "true")
            .set("authorization-mode", "Node,RBAC")
            .set("client-ca-file", PKI + "/ca.crt")
            .set("enable-admission-plugins", String.join(",", plugins()))
            .set("enable-bootstrap-token-auth", "true")
            .set("kubelet-client-certificate", PKI + "/apiserver-kubelet-client.crt")
            .set("kubelet-client-key", PKI + "/apiserver-kubelet-client.key")
            .set("kubelet-preferred-address-types", addressTypes())
            .set("profiling", "false")
            .set("secure-port", Integer.toString(print.port()))
            .set("service-cluster-ip-range", print.serviceRange())
            // A pod that ends serves on until nobody is sent to it any more.
            .set("shutdown-delay-duration", "5s")
            // Watches are ended, not waited for: that would be a minute for every pod.
            .set("shutdown-watch-termination-grace-period", "2s")
            .set("tls-cert-file", PKI + "/apiserver.crt")
            .set("tls-private-key-file", PKI + "/apiserver.key");
    frontProxy(flags);
    serviceAccounts(flags);
    store(flags, room, names);
    security(flags);
    if (Tunnel.in(print).isPresent()) {
      flags.set("egress-selector-config-file", Tunnel.EGRESS + "/" + Tunnel.EGRESS_FILE);
    }
    if (InsideProxy.wanted(print)) {
      flags.set("endpoint-reconciler-type", "none");
    }
    return flags.overriddenBy(extra().apiServer()).render();
  }

  private static void frontProxy(Flags flags) {
    flags
        .set("proxy-client-cert-file", PKI + "/front-proxy-client.crt")
        .set("proxy-client-key-file", PKI + "/front-proxy-client.key")
        .set("requestheader-allowed-names", "front-proxy-client")
        .set("requestheader-client-ca-file", PKI + "/front-proxy-ca.crt")
        .set("requestheader-extra-headers-prefix", "X-Remote-Extra-")
        .set("requestheader-group-headers", "X-Remote-Group")
        .set("requestheader-username-headers", "X-Remote-User");
  }

  /** The first issuer signs; tokens of the name older versions used for every domain are valid. */
  private void serviceAccounts(Flags flags) {
    var usual = "https://kubernetes.default.svc.cluster.local";
    var own = "https://kubernetes.default.svc." + print.domain();
    flags
        .set("service-account-issuer", own.equals(usual) ? List.of(own) : List.of(own, usual))
        .set("service-account-key-file", PKI + "/sa.pub")
        .set("service-account-signing-key-file", PKI + "/sa.key");
  }

  private static void store(Flags flags, Room.Ready room, StoreNames names) {
    if (Kine.needed(room)) {
      flags.set("etcd-servers", Kine.SOCKET);
      return;
    }
    flags
        .set(
            "etcd-servers",
            room.endpoints().stream()
                .map(endpoint -> "https://" + endpoint)
                .collect(Collectors.joining(",")))
        .set("etcd-prefix", "/" + names.schema())
        // The store compacts itself; one tenant must not do it for all.
        .set("etcd-compaction-interval", "0")
        .set("etcd-cafile", PKI + "/etcd/ca.crt")
        .set("etcd-certfile", PKI + "/etcd/server.crt")
        .set("etcd-keyfile", PKI + "/etcd/server.key");
  }

  private void security(Flags flags) {
    var security = print.spec().security();
    if (security == null) {
      return;
    }
    if (security.audit() != null) {
      flags.set("audit-policy-file", AUDIT + "/policy.yaml").set("audit-log-path", "-");
    }
    if (security.oidc() != null) {
      oidc(flags, security.oidc());
    }
  }

  private static void oidc(Flags flags, ApiServerSecurity.Oidc oidc) {
    flags
        .set("oidc-issuer-url", oidc.issuerURL())
        .set("oidc-client-id", oidc.clientID())
        .set("oidc-username-claim", Objects.requireNonNullElse(oidc.usernameClaim(), "sub"))
        .set("oidc-username-prefix", Objects.requireNonNullElse(oidc.usernamePrefix(), "oidc:"));
    if (oidc.groupsClaim() != null) {
      flags
          .set("oidc-groups-claim", oidc.groupsClaim())
          .set("oidc-groups-prefix", Objects.requireNonNullElse(oidc.groupsPrefix(), "oidc:"));
    }
    if (!oidc.requiredClaims().isEmpty()) {
      var claims = new ArrayList<String>();
      oidc.requiredClaims().forEach((claim, value) -> claims.add(claim + "=" + value));
      flags.set("oidc-required-claim", claims);
    }
    if (oidc.caSecretName() != null) {
      flags.set("oidc-ca-file", OIDC + "/ca.crt");
    }
  }

  List<String> controllerManager() {
    var config = CONFIGS + "/controller-manager.conf";
    return new Flags()
        .set("allocate-node-cidrs", "true")
        .set("authentication-kubeconfig", config)
        .set("authorization-kubeconfig", config)
        .set("bind-address", "0.0.0.0")
        .set("client-ca-file", PKI + "/ca.crt")
        .set("cluster-cidr", print.podRange())
        .set("cluster-name", print.name())
        .set("cluster-signing-cert-file", PKI + "/signing-ca.crt")
        .set("cluster-signing-key-file", PKI + "/signing-ca.key")
        .set("controllers", "*,bootstrapsigner,tokencleaner")
        .set("kube-api-burst", START_BURST)
        .set("kubeconfig", config)
        .set("leader-elect", "true")
        .set("profiling", "false")
        .set("requestheader-client-ca-file", PKI + "/front-proxy-ca.crt")
        .set("root-ca-file", PKI + "/ca.crt")
        .set("service-account-private-key-file", PKI + "/sa.key")
        .set("service-cluster-ip-range", print.serviceRange())
        .set("use-service-account-credentials", "true")
        .overriddenBy(extra().controllerManager())
        .render();
  }

  List<String> scheduler() {
    var config = CONFIGS + "/scheduler.conf";
    return new Flags()
        .set("authentication-kubeconfig", config)
        .set("authorization-kubeconfig", config)
        .set("bind-address", "0.0.0.0")
        .set("kubeconfig", config)
        .set("leader-elect", "true")
        .set("profiling", "false")
        .completedBy(extra().scheduler())
        .render();
  }

  /** NodeRestriction always: without it a node could touch other nodes' objects. */
  private List<String> plugins() {
    var plugins = new TreeSet<String>();
    plugins.add("NodeRestriction");
    print.spec().kubernetes().admissionControllers().stream()
        .map(CommandLines::wire)
        .forEach(plugins::add);
    plugins.removeAll(print.release().unknownPlugins());
    return List.copyOf(plugins);
  }

  /** What was asked for and cannot be had in this version, in words. */
  List<String> leftOut() {
    return print.spec().kubernetes().admissionControllers().stream()
        .map(CommandLines::wire)
        .filter(print.release().unknownPlugins()::contains)
        .map(plugin -> "admission plugin " + plugin)
        .sorted()
        .toList();
  }

  /** A program refuses to start with a flag it does not know; better to say so before. */
  Optional<Cause> objection() {
    var unknown = print.release().unknownFlags();
    var found = new ArrayList<String>();
    foreign(extra().apiServer(), unknown.apiServer(), "apiServer", found);
    foreign(extra().controllerManager(), unknown.controllerManager(), "controllerManager", found);
    foreign(extra().scheduler(), unknown.scheduler(), "scheduler", found);
    return found.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Cause(
                "InvalidConfiguration",
                "Kubernetes %s does not know %s"
                    .formatted(print.release().minor(), String.join(", ", found)),
                "what ran before goes on",
                "Remove it from deployment.extraArgs"));
  }

  private static void foreign(
      List<String> given, List<String> unknown, String program, List<String> found) {
    Flags.parse(given).keySet().stream()
        .filter(unknown::contains)
        .forEach(flag -> found.add("--" + flag + " of " + program));
  }

  private String addressTypes() {
    var types = print.spec().kubernetes().kubelet().preferredAddressTypes();
    return types.isEmpty()
        ? "InternalIP,ExternalIP,Hostname"
        : types.stream().map((AddressType type) -> wire(type)).collect(Collectors.joining(","));
  }

  /** The name an enum constant has on the wire. */
  private static String wire(Enum<?> constant) {
    try {
      var name =
          constant.getDeclaringClass().getField(constant.name()).getAnnotation(JsonProperty.class);
      return name == null ? constant.name() : name.value();
    } catch (NoSuchFieldException impossible) {
      throw new IllegalStateException("an enum has its constants as fields", impossible);
    }
  }

  static String wire(AdmissionPlugin plugin) {
    return wire((Enum<?>) plugin);
  }
}
