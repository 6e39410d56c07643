package dev.butlerlabs.butler.providers.proxmox.machines;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.http.Answer;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.http.Form;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Calls of the Proxmox API.
 *
 * <p>They go to {@code /api2/extjs}, as those of Proxmox's own console do: there an error's words
 * stand in the body. Under {@code /api2/json} older versions put them into the status line, which
 * the JDK's client does not show.
 */
final class ProxmoxClient implements AutoCloseable {

  private static final String FORMAT = "/api2/extjs";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final PlatformHttp http;
  private final Login login;

  ProxmoxClient(PlatformHttp http, Login login) {
    this.http = http;
    this.login = login;
  }

  JsonNode get(String what, String path) throws Trouble {
    return send(Call.get(what, path));
  }

  JsonNode get(String what, String path, Map<String, String> query) throws Trouble {
    return get(what, path + "?" + Form.encode(query));
  }

  JsonNode delete(String what, String path) throws Trouble {
    return send(Call.of(what, "DELETE", path));
  }

  JsonNode post(String what, String path, Map<String, String> fields) throws Trouble {
    return send(Call.of(what, "POST", path).sending(Call.Body.form(fields)));
  }

  JsonNode put(String what, String path, Map<String, String> fields) throws Trouble {
    return send(Call.of(what, "PUT", path).sending(Call.Body.form(fields)));
  }

  /** Any call; its path begins after the format. */
  JsonNode send(Call call) throws Trouble {
    return exchange(login.sign(call, this::ticket));
  }

  /** A log-in by password. */
  private JsonNode ticket(Map<String, String> fields) throws Trouble {
    return exchange(
        Call.of("log in at Proxmox", "POST", "/access/ticket").sending(Call.Body.form(fields)));
  }

  private JsonNode exchange(Call call) throws Trouble {
    return switch (http.send(call.below(FORMAT))) {
      case Answer.Silence(var fault) -> throw new Trouble(fault);
      case Answer.Refusal(var reply, var fault) -> throw refused(call, reply, fault);
      case Answer.Success(var reply) -> data(call, reply);
    };
  }

  /** Log-ins are refused before a format is chosen, and proxies in front know no format. */
  private Trouble refused(Call call, Answer.Reply reply, Fault fault) {
    if (reply.status() == 401) {
      login.forget();
    }
    return new Trouble(
        reply.status() > 590
            ? ProxmoxFaults.of(call.what(), reply.status(), reply.body(), Map.of())
            : fault,
        ProxmoxFaults.nodeUnknown(reply.body()));
  }

  private JsonNode data(Call call, Answer.Reply reply) throws Trouble {
    JsonNode body;
    try {
      body = JSON.readTree(reply.body());
    } catch (JsonProcessingException unreadable) {
      throw new Trouble(new Fault.Unavailable(call.what(), "the answer is no JSON"));
    }
    if (body.path("success").asInt(0) == 1) {
      return body.path("data");
    }
    var status = body.path("status").asInt(500);
    if (status == 401) {
      login.forget();
    }
    var fields = new LinkedHashMap<String, String>();
    body.path("errors")
        .properties()
        .forEach(field -> fields.put(field.getKey(), http.redact(call, field.getValue().asText())));
    var message = http.redact(call, body.path("message").asText("").strip());
    throw new Trouble(
        call.method().equals("GET")
            ? ProxmoxFaults.ofLook(call.what(), status, message, fields)
            : ProxmoxFaults.of(call.what(), status, message, fields),
        ProxmoxFaults.nodeUnknown(message));
  }

  String address() {
    return http.address();
  }

  @Override
  public void close() {
    http.close();
  }
}
