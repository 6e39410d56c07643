package dev.butlerlabs.butler.providers.simulators.aws;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Service Quotas, which speaks JSON: one quota of EC2, applied to the account. */
final class Quotas {

  static final String ID = "servicequotas";

  private static final String TYPE = "application/x-amz-json-1.1";
  private static final Pattern TARGET = Pattern.compile("ServiceQuotasV20190624\\.(\\w+)");
  private static final String STANDARD = "L-1216C47A";

  /** Services that speak JSON have other words than those that speak XML. */
  private static final Map<String, String> WORDS =
      Map.of(
          "SignatureDoesNotMatch", "InvalidSignatureException",
          "AccessDenied", "AccessDeniedException");

  private static final ObjectMapper JSON = new ObjectMapper();

  private final Ec2 ec2;
  private final Access access;
  private final ServiceModel model = ServiceModel.load(ID);

  Quotas(Ec2 ec2, Access access) {
    this.ec2 = ec2;
    this.access = access;
  }

  /** Which call it is, or nothing where it is none of this service. */
  static String action(Request request) {
    var target = TARGET.matcher(request.header("x-amz-target"));
    return target.matches() ? target.group(1) : "";
  }

  Response handle(Request request) {
    try {
      access.authenticate(request);
      var action = action(request);
      if (!request.header("content-type").equals(TYPE) || !model.knows(action)) {
        throw Refused.because("UnknownOperationException", "");
      }
      var fields = fields(request);
      var problem = model.problem(action, fields);
      if (problem.isPresent()) {
        throw Refused.because(
            problem.get().kind() == ServiceModel.Kind.UNKNOWN
                ? "SerializationException"
                : "ValidationException",
            "%s: %s".formatted(problem.get().parameter(), problem.get().why()));
      }
      access.require(ID + ":" + action);
      return answer(action, fields);
    } catch (Refused refused) {
      var body =
          JSON.createObjectNode().put("__type", WORDS.getOrDefault(refused.code(), refused.code()));
      return json(400, body.put("Message", String.valueOf(refused.getMessage())));
    }
  }

  private static Map<String, String> fields(Request request) {
    try {
      var fields = new TreeMap<String, String>();
      JSON.readTree(request.text())
          .properties()
          .forEach(field -> fields.put(field.getKey(), field.getValue().asText()));
      return fields;
    } catch (JsonProcessingException unreadable) {
      throw Refused.because("SerializationException", "the body is no JSON");
    }
  }

  private Response answer(String action, Map<String, String> fields) {
    if (!fields.getOrDefault("ServiceCode", "").equals("ec2")
        || !fields.getOrDefault("QuotaCode", "").equals(STANDARD)) {
      throw Refused.because(
          "NoSuchResourceException",
          "The request failed because the specified service or quota does not exist.");
    }
    var body = JSON.createObjectNode();
    body.putObject("Quota")
        .put("ServiceCode", "ec2")
        .put("ServiceName", "Amazon Elastic Compute Cloud (Amazon EC2)")
        .put("QuotaCode", STANDARD)
        .put("QuotaName", "Running On-Demand Standard (A, C, D, H, I, M, R, T, Z) instances")
        .put("Value", (double) ec2.vcpuLimit)
        .put("Unit", "None")
        .put("Adjustable", true)
        .put("GlobalQuota", false)
        .put("QuotaAppliedAtLevel", "ACCOUNT");
    var strangers = model.strangers(action, elements(body));
    if (!strangers.isEmpty()) {
      throw new IllegalStateException(action + " answers what AWS would not: " + strangers);
    }
    return json(200, body);
  }

  private static List<Element> elements(ObjectNode body) {
    return body.properties().stream()
        .map(
            field ->
                field.getValue() instanceof ObjectNode inner
                    ? Element.of(field.getKey(), elements(inner))
                    : Element.leaf(field.getKey(), field.getValue().asText()))
        .toList();
  }

  private static Response json(int status, ObjectNode body) {
    return new Response(status, Map.of("Content-Type", TYPE), body.toString());
  }
}
