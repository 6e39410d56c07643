package dev.butlerlabs.butler.providers.simulators.proxmox;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.simulators.proxmox.ApiTable.Match;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.net.URLDecoder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The API in front of the cluster: format, log-in, schema, privileges, and then the call itself.
 */
final class Api {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Cluster cluster;
  private final Access access;
  private final ApiTable table = ApiTable.load();

  Api(Cluster cluster, Access access) {
    this.cluster = cluster;
    this.access = access;
  }

  Response handle(Request request) {
    var path = request.path();
    var inBody = path.startsWith("/api2/extjs/");
    if (!inBody && !path.startsWith("/api2/json/")) {
      return new Response(500, Map.of(), "no such file '" + path + "'");
    }
    synchronized (cluster) {
      cluster.tasks.settle();
      try {
        return success(inBody, call(request, path.replaceFirst("^/api2/(json|extjs)", "")));
      } catch (Refused refused) {
        return refusal(inBody, refused);
      }
    }
  }

  /** Log-ins are refused by status in both formats; all else by status in one only. */
  private static Response refusal(boolean inBody, Refused refused) {
    if (refused.status() == 401) {
      return new Response(401, Map.of(), "");
    }
    var body = new LinkedHashMap<String, Object>();
    body.put("data", null);
    body.put("message", String.valueOf(refused.getMessage()));
    if (!refused.fields().isEmpty()) {
      body.put("errors", refused.fields());
    }
    if (!inBody) {
      return Response.json(refused.status(), write(body));
    }
    body.put("success", 0);
    body.put("status", refused.status());
    return Response.json(200, write(body));
  }

  private static Response success(boolean inBody, @Nullable Object data) {
    var body = new LinkedHashMap<String, @Nullable Object>();
    body.put("data", data);
    if (inBody) {
      body.put("success", 1);
    }
    return Response.json(200, write(body));
  }

  private static String write(Object body) {
    try {
      return JSON.writeValueAsString(body);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private @Nullable Object call(Request request, String path) {
    var match =
        table
            .find(request.method(), path)
            .orElseThrow(
                () ->
                    new Refused(
                        501,
                        "Method '%s %s' not implemented".formatted(request.method(), path),
                        Map.of()));
    var ticket = match.endpoint().template().equals("/access/ticket");
    var user = ticket ? "" : access.authenticate(request);
    var upload =
        request.header("content-type").startsWith("multipart/form-data")
            ? Upload.of(request)
            : new Upload(Map.of(), new byte[0]);
    var fields = new TreeMap<>(request.query());
    fields.putAll(upload.fields());
    if (upload.fields().isEmpty()) {
      fields.putAll(Request.fields(request.text()));
    }
    var problems = match.endpoint().problems(fields);
    if (!problems.isEmpty()) {
      throw new Refused(400, "Parameter verification failed.", problems);
    }
    return ticket ? access.ticket(fields) : serve(match, fields, upload, user);
  }

  private @Nullable Object serve(
      Match match, Map<String, String> fields, Upload upload, String user) {
    var node = match.parts().getOrDefault("node", "");
    if (!node.isEmpty()) {
      cluster.requireKnown(node);
    }
    return switch (match.endpoint().method() + " " + match.endpoint().template()) {
      case "GET /version" -> Map.of("version", "8.4.1", "release", "8.4", "repoid", "0");
      case "GET /access/permissions" -> access.permissions();
      case "GET /cluster/resources" -> cluster.resources();
      case "GET /cluster/nextid" -> Integer.toString(cluster.nextId());
      case "GET /nodes/{node}/network" ->
          cluster.bridges.list(node, fields.getOrDefault("type", ""), access.mayUseBridges());
      case "GET /nodes/{node}/tasks" ->
          cluster.tasks.list(
              node,
              fields.getOrDefault("vmid", ""),
              fields.getOrDefault("typefilter", ""),
              Integer.parseInt(fields.getOrDefault("limit", "50")));
      case "GET /nodes/{node}/tasks/{upid}/status" ->
          cluster
              .tasks
              .find(decoded(match, "upid"))
              .map(Tasks.Task::status)
              .orElseThrow(() -> Refused.because("no such task"));
      case "GET /nodes/{node}/storage/{storage}/content" ->
          cluster.volumes.content(
              node, match.parts().getOrDefault("storage", ""), fields.getOrDefault("content", ""));
      case "DELETE /nodes/{node}/storage/{storage}/content/{volume}" -> {
        access.require("/storage", "Datastore.Allocate");
        cluster.volumes.free(decoded(match, "volume"));
        yield null;
      }
      case "POST /nodes/{node}/storage/{storage}/upload" -> {
        access.require("/storage", "Datastore.AllocateTemplate");
        yield cluster.upload(
            node,
            match.parts().getOrDefault("storage", ""),
            fields.getOrDefault("filename", ""),
            upload.file(),
            user);
      }
      case "POST /nodes/{node}/storage/{storage}/download-url" -> {
        access.require("/storage", "Datastore.AllocateTemplate");
        access.require("/nodes/" + node, "Sys.AccessNetwork");
        yield cluster.imports.download(
            node, match.parts().getOrDefault("storage", ""), fields, user);
      }
      case "POST /nodes/{node}/qemu" -> {
        var at = "/vms/" + fields.get("vmid");
        List.of(
                "VM.Allocate",
                "VM.Config.Disk",
                "VM.Config.Network",
                "VM.Config.Options",
                "VM.Config.HWType")
            .forEach(privilege -> access.require(at, privilege));
        access.require("/storage", "Datastore.AllocateSpace");
        yield cluster.imports.create(node, fields, user);
      }
      default -> guest(match, fields, user);
    };
  }

  private @Nullable Object guest(Match match, Map<String, String> fields, String user) {
    var vmid = match.parts().getOrDefault("vmid", "");
    var at = "/vms/" + vmid;
    var call = match.endpoint().method() + " " + match.endpoint().template();
    var below = call.replace(" /nodes/{node}/qemu/{vmid}", " ");
    if (below.equals(call)) {
      throw new Refused(501, "'" + call + "' is known and not played by this stand-in", Map.of());
    }
    var guest = cluster.require(match.parts().getOrDefault("node", ""), vmid);
    return switch (below) {
      case "GET /config" -> {
        access.require(at, "VM.Audit");
        var config = new TreeMap<>(guest.config());
        config.put("digest", Integer.toHexString(config.hashCode()));
        yield config;
      }
      case "GET /status/current" -> {
        access.require(at, "VM.Audit");
        yield Map.of(
            "vmid",
            guest.vmid,
            "status",
            guest.running() ? "running" : "stopped",
            "uptime",
            guest.uptime(cluster.now()));
      }
      case "GET /agent/network-get-interfaces" -> {
        access.require(at, "VM.Monitor");
        yield guest.agent(cluster.now());
      }
      case "POST /clone" -> {
        access.require(at, "VM.Clone");
        access.require("/vms/" + fields.get("newid"), "VM.Allocate");
        yield cluster.clone(guest, fields, user);
      }
      case "PUT /config" -> {
        List.of("VM.Config.Disk", "VM.Config.CPU", "VM.Config.Memory", "VM.Config.Options")
            .forEach(privilege -> access.require(at, privilege));
        cluster.configure(guest, fields);
        yield null;
      }
      case "POST /template" -> {
        access.require(at, "VM.Allocate");
        yield cluster.imports.template(guest, user);
      }
      case "PUT /resize" -> {
        access.require(at, "VM.Config.Disk");
        yield cluster.resize(guest, fields, user);
      }
      case "POST /status/start" -> {
        access.require(at, "VM.PowerMgmt");
        yield cluster.start(guest, user);
      }
      case "POST /status/stop" -> {
        access.require(at, "VM.PowerMgmt");
        yield cluster.stop(guest, user);
      }
      case "DELETE " -> {
        access.require(at, "VM.Allocate");
        yield cluster.destroy(guest, user);
      }
      default ->
          throw new Refused(
              501, "'" + call + "' is known and not played by this stand-in", Map.of());
    };
  }

  private static String decoded(Match match, String part) {
    return URLDecoder.decode(match.parts().getOrDefault(part, ""), UTF_8);
  }
}
