package dev.butlerlabs.butler.sandbox.node.pod;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the probes of one container; a port may be named after one of its ports. */
final class ProbeReader {

  private static final Set<String> ACTIONS = Set.of("httpGet", "tcpSocket", "exec");
  private static final Set<String> TIMES =
      Set.of(
          "initialDelaySeconds",
          "periodSeconds",
          "timeoutSeconds",
          "successThreshold",
          "failureThreshold");

  private final Fields fields;
  private final String path;
  private final JsonNode ports;

  ProbeReader(Fields fields, String path, JsonNode ports) {
    this.fields = fields;
    this.path = path;
    this.ports = ports;
  }

  @Nullable Probe read(JsonNode probe) {
    var known = new HashSet<>(ACTIONS);
    known.addAll(TIMES);
    fields.only(probe, path + ".probe", known);
    var action = probe.isEmpty() ? null : action(probe);
    return action == null
        ? null
        : new Probe(
            action,
            seconds(probe, "initialDelaySeconds", 0),
            seconds(probe, "periodSeconds", 10),
            seconds(probe, "timeoutSeconds", 1),
            probe.path("successThreshold").asInt(1),
            probe.path("failureThreshold").asInt(3));
  }

  Probe.@Nullable Action action(JsonNode handler) {
    if (handler.has("httpGet")) {
      var get = handler.path("httpGet");
      var headers = new LinkedHashMap<String, String>();
      get.path("httpHeaders")
          .forEach(
              header -> headers.put(header.path("name").asText(), header.path("value").asText()));
      return new Probe.Action.Http(
          get.path("scheme").asText("HTTP").equals("HTTPS"),
          get.path("host").asText(""),
          port(get.path("port")),
          get.path("path").asText("/"),
          headers);
    }
    if (handler.has("tcpSocket")) {
      var socket = handler.path("tcpSocket");
      return new Probe.Action.Tcp(socket.path("host").asText(""), port(socket.path("port")));
    }
    if (handler.has("exec")) {
      return new Probe.Action.Exec(Fields.texts(handler.at("/exec/command")));
    }
    fields.refuse(path, "this kind of probe or hook is not supported by the process node");
    return null;
  }

  private int port(JsonNode port) {
    if (port.isInt()) {
      return port.asInt();
    }
    for (var declared : ports) {
      if (declared.path("name").asText().equals(port.asText())) {
        return declared.path("containerPort").asInt();
      }
    }
    fields.refuse(path, "no port is named " + port.asText());
    return 0;
  }

  private static Duration seconds(JsonNode probe, String field, int otherwise) {
    return Duration.ofSeconds(probe.path(field).asInt(otherwise));
  }
}
