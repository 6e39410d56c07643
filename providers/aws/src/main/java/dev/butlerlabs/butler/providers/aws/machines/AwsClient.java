package dev.butlerlabs.butler.providers.aws.machines;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.butlerlabs.butler.providers.http.Answer;
import dev.butlerlabs.butler.providers.http.Call;
import dev.butlerlabs.butler.providers.http.Form;
import dev.butlerlabs.butler.providers.http.PlatformHttp;
import dev.butlerlabs.butler.providers.spi.fault.Fault;
import dev.butlerlabs.butler.providers.spi.secret.SecretText;
import java.net.URI;
import java.net.URLEncoder;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Signed calls to one service of AWS in one region. */
final class AwsClient implements AutoCloseable {

  private static final String FORM = "application/x-www-form-urlencoded";
  private static final String JSON = "application/x-amz-json-1.1";
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final PlatformHttp http;
  private final Service service;
  private final String region;
  private final String host;
  private final Logins logins;
  private final InstantSource clock;

  AwsClient(
      PlatformHttp http,
      Service service,
      String region,
      URI endpoint,
      Logins logins,
      InstantSource clock) {
    this.http = http;
    this.service = service;
    this.region = region;
    this.host = host(endpoint);
    this.logins = logins;
    this.clock = clock;
  }

  /** The services we call: the name signatures carry, and the version of the API. */
  enum Service {
    EC2("ec2", "2016-11-15"),
    BALANCING("elasticloadbalancing", "2015-12-01"),
    S3("s3", "2006-03-01"),
    QUOTAS("servicequotas", "2019-06-24"),
    TOKENS("sts", "2011-06-15");

    private final String id;
    private final String version;

    Service(String id, String version) {
      this.id = id;
      this.version = version;
    }

    String version() {
      return version;
    }

    /** Where AWS serves it; China has a domain of its own. */
    URI endpoint(String region) {
      var domain = region.startsWith("cn-") ? "amazonaws.com.cn" : "amazonaws.com";
      return URI.create("https://%s.%s.%s".formatted(id, region, domain));
    }
  }

  /** As the Host header has it: without the usual port. */
  private static String host(URI endpoint) {
    var usual = endpoint.getPort() < 0 || endpoint.getPort() == 443;
    return usual ? endpoint.getHost() : endpoint.getHost() + ":" + endpoint.getPort();
  }

  /** A session may end before its time: a call that was not let in was not done. */
  Xml call(String what, String action, Query query) throws Trouble {
    var login = logins.current();
    try {
      return send(what, action, query, login);
    } catch (Trouble trouble) {
      if (trouble.fault() instanceof Fault.Unauthorized && logins.replaces(login)) {
        return send(what, action, query, logins.current());
      }
      throw trouble;
    }
  }

  private Xml send(String what, String action, Query query, Login login) throws Trouble {
    var fields = new LinkedHashMap<String, String>();
    fields.put("Action", action);
    fields.put("Version", service.version());
    fields.putAll(query.fields());
    var body = Form.encode(fields);
    var hidden = new ArrayList<>(query.secrets());
    hidden.addAll(login.secrets());
    var call =
        Call.of(what, "POST", "/")
            .sending(new Call.Body.Text(FORM, new SecretText(body)))
            .hiding(hidden);
    var headers = login.sign(new Login.Form(service.id, region, host, FORM, body), clock.instant());
    return send(call, headers);
  }

  /**
   * A look, as S3 has them.
   *
   * @param query one word without a value
   */
  Xml get(String what, String path, String query, Map<String, String> headers) throws Trouble {
    var login = logins.current();
    var encoded = encode(path);
    var all = new TreeMap<>(headers);
    all.put("x-amz-content-sha256", Login.digest(""));
    var message = new Login.Message(service.id, region, host, "GET", encoded, query + "=", all, "");
    var signed = new TreeMap<>(login.sign(message, clock.instant()));
    all.forEach((name, value) -> signed.put(name, new SecretText(value)));
    return send(Call.get(what, encoded + "?" + query).hiding(login.secrets()), signed);
  }

  /**
   * A call of a service that speaks JSON.
   *
   * @param target the call with the name and version of its service before it
   */
  JsonNode ask(String what, String target, JsonNode question) throws Trouble {
    var login = logins.current();
    var body = question.toString();
    var headers = Map.of("content-type", JSON, "x-amz-target", target);
    var message = new Login.Message(service.id, region, host, "POST", "/", "", headers, body);
    var signed = new TreeMap<>(login.sign(message, clock.instant()));
    signed.put("x-amz-target", new SecretText(target));
    var call =
        Call.of(what, "POST", "/")
            .sending(new Call.Body.Text(JSON, new SecretText(body)))
            .hiding(login.secrets());
    var reply = reply(call, signed);
    try {
      return MAPPER.readTree(reply.body());
    } catch (JsonProcessingException _) {
      throw new Trouble(new Fault.Unavailable(what, "the answer is no JSON"));
    }
  }

  /** Each part of a path once, as S3 signs it. */
  private static String encode(String path) {
    return Pattern.compile("/")
        .splitAsStream(path)
        .map(part -> URLEncoder.encode(part, UTF_8).replace("+", "%20").replace("*", "%2A"))
        .map(part -> part.replace("%7E", "~"))
        .collect(Collectors.joining("/"));
  }

  private Xml send(Call unsigned, Map<String, SecretText> headers) throws Trouble {
    return Xml.parse(reply(unsigned, headers).body())
        .orElseThrow(
            () -> new Trouble(new Fault.Unavailable(unsigned.what(), "the answer is no XML")));
  }

  private Answer.Reply reply(Call unsigned, Map<String, SecretText> headers) throws Trouble {
    var call = unsigned;
    for (var header : headers.entrySet()) {
      call = call.with(header.getKey(), header.getValue());
    }
    var what = call.what();
    return switch (http.send(call)) {
      case Answer.Silence(var fault) -> throw new Trouble(fault);
      case Answer.Refusal(var reply, var fault) -> throw AwsFaults.read(what, reply, fault);
      case Answer.Success(var reply) -> reply;
    };
  }

  String address() {
    return http.address();
  }

  @Override
  public void close() {
    http.close();
    logins.close();
  }
}
