package dev.butlerlabs.butler.steward.inside.plan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.steward.Konnectivity;
import dev.butlerlabs.butler.steward.plane.plan.Flags;
import dev.butlerlabs.butler.steward.plane.plan.Tunnel;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The ends of the tunnel on a tenant's nodes, and the right of the other end to know them. */
final class Agents {

  private static final Template RIGHTS =
      Template.of(
          """
          apiVersion: v1
          kind: ServiceAccount
          metadata:
            namespace: kube-system
            name: konnectivity-agent
            labels: {k8s-app: konnectivity-agent}
          ---
          apiVersion: rbac.authorization.k8s.io/v1
          kind: ClusterRoleBinding
          metadata: {name: "system:konnectivity-server", labels: {k8s-app: konnectivity-agent}}
          roleRef:
            apiGroup: rbac.authorization.k8s.io
            kind: ClusterRole
            name: system:auth-delegator
          subjects:
            - apiGroup: rbac.authorization.k8s.io
              kind: User
              name: system:konnectivity-server
          """);

  private static final String PODS =
      """
        selector: {matchLabels: {k8s-app: konnectivity-agent}}
        template:
          metadata: {labels: {k8s-app: konnectivity-agent}}
          spec:
            serviceAccountName: konnectivity-agent
            priorityClassName: system-cluster-critical
            hostNetwork: "${hostNetwork}"
            nodeSelector: {kubernetes.io/os: linux}
            tolerations: "${tolerations}"
            securityContext:
              runAsNonRoot: true
              runAsUser: 65532
              seccompProfile: {type: RuntimeDefault}
            containers:
              - name: konnectivity-agent
                image: "${image}"
                imagePullPolicy: IfNotPresent
                command: [/proxy-agent]
                args: "${arguments}"
                resources: "${resources}"
                livenessProbe:
                  httpGet: {path: /healthz, port: 8134, scheme: HTTP}
                  initialDelaySeconds: 15
                  timeoutSeconds: 15
                securityContext:
                  allowPrivilegeEscalation: false
                  readOnlyRootFilesystem: true
                  capabilities: {drop: [ALL]}
                volumeMounts:
                  - {name: token, mountPath: /var/run/secrets/tokens, readOnly: true}
            volumes:
              - name: token
                projected:
                  sources:
                    - serviceAccountToken:
                        path: konnectivity-agent-token
                        audience: system:konnectivity-server
                        expirationSeconds: 3600
      """;

  private static final Template EVERYWHERE =
      Template.of(head("DaemonSet", "updateStrategy: {type: RollingUpdate}") + PODS);

  private static final Template SOME =
      Template.of(head("Deployment", "replicas: \"${replicas}\"") + PODS);

  static final Konnectivity.Agent AGENT =
      new Konnectivity.Agent(null, null, null, null, null, List.of(), null, List.of());

  private static final ObjectMapper MAPPER = WireFormat.mapper();
  private static final String ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";

  private Agents() {}

  private static String head(String kind, String first) {
    return """
    apiVersion: apps/v1
    kind: %s
    metadata:
      namespace: kube-system
      name: konnectivity-agent
      labels: {k8s-app: konnectivity-agent}
    spec:
      %s
    """
        .formatted(kind, first);
  }

  static List<HasMetadata> objects(Surroundings around, Konnectivity given) {
    var agent = Objects.requireNonNullElse(given.agent(), AGENT);
    var some = agent.mode() == Konnectivity.Mode.DEPLOYMENT;
    var tolerations = JsonNodeFactory.instance.arrayNode();
    agent.tolerations().forEach(tolerations::add);
    var arguments = JsonNodeFactory.instance.arrayNode();
    arguments(around, given, agent).forEach(arguments::add);
    Map<String, JsonNode> values =
        Map.of(
            "image",
            TextNode.valueOf(image(around, agent)),
            "hostNetwork",
            Boolean.TRUE.equals(agent.hostNetwork()) ? BooleanNode.TRUE : MissingNode.getInstance(),
            "tolerations",
            tolerations,
            "arguments",
            arguments,
            "resources",
            resources(agent),
            "replicas",
            IntNode.valueOf(Objects.requireNonNullElse(agent.replicas(), 2)));
    var objects = new ArrayList<>(RIGHTS.fill(Map.of()));
    objects.addAll((some ? SOME : EVERYWHERE).fill(values));
    return objects;
  }

  private static String image(Surroundings around, Konnectivity.Agent agent) {
    var image =
        Objects.requireNonNullElse(agent.image(), "registry.k8s.io/kas-network-proxy/proxy-agent");
    return image
        + ":"
        + Objects.requireNonNullElse(agent.version(), around.release().konnectivity());
  }

  private static List<String> arguments(
      Surroundings around, Konnectivity given, Konnectivity.Agent agent) {
    return new Flags()
        .set("admin-server-port", "8133")
        .set("ca-cert", ACCOUNT + "/ca.crt")
        .set("health-server-port", "8134")
        .set("proxy-server-host", around.server().host())
        .set("proxy-server-port", Integer.toString(Tunnel.port(given)))
        .set("service-account-token-path", "/var/run/secrets/tokens/konnectivity-agent-token")
        .overriddenBy(agent.extraArgs())
        .render();
  }

  private static JsonNode resources(Konnectivity.Agent agent) {
    if (agent.resources() != null) {
      return MAPPER.valueToTree(agent.resources());
    }
    var own = JsonNodeFactory.instance.objectNode();
    own.putObject("requests").put("cpu", "10m").put("memory", "32Mi");
    return own;
  }
}
