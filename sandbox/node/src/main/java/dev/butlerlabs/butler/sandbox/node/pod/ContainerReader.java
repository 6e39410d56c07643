package dev.butlerlabs.butler.sandbox.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder.Hook;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder.Mount;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder.Probes;
import dev.butlerlabs.butler.sandbox.node.pod.ContainerOrder.User;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads one container of a pod. */
final class ContainerReader {

  private static final Set<String> KNOWN =
      Set.of(
          "name",
          "image",
          "imagePullPolicy",
          "command",
          "args",
          "workingDir",
          "ports",
          "env",
          "envFrom",
          "resources",
          "resizePolicy",
          "restartPolicy",
          "volumeMounts",
          "startupProbe",
          "readinessProbe",
          "livenessProbe",
          "lifecycle",
          "terminationMessagePath",
          "terminationMessagePolicy",
          "securityContext");

  /** Who it is and where it may write; it holds no right that any of the others would take away. */
  private static final Set<String> SECURITY =
      Set.of(
          "runAsUser",
          "runAsGroup",
          "runAsNonRoot",
          "readOnlyRootFilesystem",
          "allowPrivilegeEscalation",
          "capabilities",
          "seccompProfile");

  private final Fields fields;
  private final String path;
  private final JsonNode podSecurity;

  ContainerReader(Fields fields, String path, JsonNode podSecurity) {
    this.fields = fields;
    this.path = path;
    this.podSecurity = podSecurity;
  }

  ContainerOrder read(JsonNode container) {
    fields.only(container, path, KNOWN);
    var probes = new ProbeReader(fields, path, container.path("ports"));
    return new ContainerOrder(
        container.path("name").asText(),
        container.path("image").asText(),
        Fields.texts(container.path("command")),
        Fields.texts(container.path("args")),
        container.path("workingDir").asText("/"),
        environment(container),
        mounts(container.path("volumeMounts")),
        new Probes(
            probes.read(container.path("startupProbe")),
            probes.read(container.path("readinessProbe")),
            probes.read(container.path("livenessProbe"))),
        preStop(container.path("lifecycle"), probes),
        user(container.path("securityContext")),
        container.at("/securityContext/readOnlyRootFilesystem").asBoolean(false),
        container.path("restartPolicy").asText("").equals("Always"),
        container.path("terminationMessagePolicy").asText("").equals("FallbackToLogsOnError"),
        Niceness.of(Fields.textMap(container.at("/resources/requests"))),
        new Limits(Fields.textMap(container.at("/resources/limits"))));
  }

  private List<EnvEntry> environment(JsonNode container) {
    var entries = new ArrayList<EnvEntry>();
    for (var from : container.path("envFrom")) {
      var secret = from.has("secretRef");
      var source = secret ? from.path("secretRef") : from.path("configMapRef");
      entries.add(
          new EnvEntry.AllKeys(
              from.path("prefix").asText(""),
              secret ? ObjectRef.Kind.SECRET : ObjectRef.Kind.CONFIG_MAP,
              source.path("name").asText(),
              source.path("optional").asBoolean(false)));
    }
    for (var entry : container.path("env")) {
      entries.add(entry(entry));
    }
    return entries;
  }

  private EnvEntry entry(JsonNode entry) {
    var name = entry.path("name").asText();
    var from = entry.path("valueFrom");
    // The programs that prepare the container see the same variables and must not be led astray.
    if (!name.matches("[-._a-zA-Z][-._a-zA-Z0-9]*") || name.startsWith("LD_")) {
      fields.refuse(path + ".env", "the name " + name + " is not allowed on a process node");
    }
    fields.only(
        from, path + ".env[" + name + "]", Set.of("fieldRef", "secretKeyRef", "configMapKeyRef"));
    if (from.has("fieldRef")) {
      return new EnvEntry.Field(name, from.at("/fieldRef/fieldPath").asText());
    }
    for (var kind : ObjectRef.Kind.values()) {
      var field = kind == ObjectRef.Kind.SECRET ? "secretKeyRef" : "configMapKeyRef";
      if (from.has(field)) {
        var key = from.path(field);
        return new EnvEntry.Key(
            name,
            kind,
            key.path("name").asText(),
            key.path("key").asText(),
            key.path("optional").asBoolean(false));
      }
    }
    return new EnvEntry.Literal(name, entry.path("value").asText(""));
  }

  private List<Mount> mounts(JsonNode mounts) {
    var read = new ArrayList<Mount>();
    for (var mount : mounts) {
      fields.only(
          mount,
          path + ".volumeMounts",
          Set.of("name", "mountPath", "readOnly", "subPath", "recursiveReadOnly"));
      var at = mount.path("mountPath").asText();
      if (!at.startsWith("/") || List.of(at.split("/")).contains("..")) {
        fields.refuse(path + ".volumeMounts", "the path " + at + " is not absolute and plain");
      }
      if (mount.path("recursiveReadOnly").asText("").equals("Enabled")) {
        fields.refuse(path + ".volumeMounts", "recursiveReadOnly of " + at + " is not supported");
      }
      read.add(
          new Mount(
              mount.path("name").asText(),
              at,
              mount.path("subPath").asText(""),
              mount.path("readOnly").asBoolean(false)));
    }
    return read;
  }

  private @Nullable Hook preStop(JsonNode lifecycle, ProbeReader probes) {
    fields.only(lifecycle, path + ".lifecycle", Set.of("preStop"));
    var hook = lifecycle.path("preStop");
    if (hook.has("sleep")) {
      return new Hook.Pause(hook.at("/sleep/seconds").asInt());
    }
    var action = hook.isEmpty() ? null : probes.action(hook);
    return action == null ? null : new Hook.Ask(action);
  }

  private User user(JsonNode security) {
    fields.only(security, path + ".securityContext", SECURITY);
    var user = number(security, "runAsUser");
    var nonRoot =
        security.path("runAsNonRoot").asBoolean(podSecurity.path("runAsNonRoot").asBoolean(false));
    if (nonRoot && user == 0) {
      // The images that say so run as this user.
      user = 65532;
    }
    return new User(user, number(security, "runAsGroup"));
  }

  private int number(JsonNode security, String field) {
    return security.path(field).asInt(podSecurity.path(field).asInt(0));
  }
}
