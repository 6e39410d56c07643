package dev.butlerlabs.butler.providers.simulators.aws;

import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.util.List;
import java.util.Map;

/** The services there are, and how each of them writes answers and errors. */
enum Service {
  EC2("ec2", "ec2", "2016-11-15"),
  BALANCING("elasticloadbalancing", "elbv2", "2015-12-01"),
  TOKENS("sts", "sts", "2011-06-15");

  private final String id;
  private final String model;
  private final String version;

  Service(String id, String model, String version) {
    this.id = id;
    this.model = model;
    this.version = version;
  }

  /** By the name signatures carry. */
  static Service of(String id) {
    for (var service : values()) {
      if (service.id.equals(id)) {
        return service;
      }
    }
    throw Refused.because("InvalidAction", "This stand-in has no service " + id);
  }

  String version() {
    return version;
  }

  ServiceModel model() {
    return ServiceModel.load(model);
  }

  String permission(String action) {
    return id + ":" + action;
  }

  Refused tooManyCalls() {
    return this == EC2
        ? new Refused(503, "RequestLimitExceeded", "Request limit exceeded.")
        : Refused.because("Throttling", "Rate exceeded");
  }

  Refused wrong(ServiceModel.Problem problem) {
    if (this != EC2) {
      return Refused.because(
          "ValidationError",
          "%s: %s %s".formatted(problem.kind(), problem.parameter(), problem.why()).strip());
    }
    return switch (problem.kind()) {
      case UNKNOWN ->
          Refused.because(
              "UnknownParameter", "The parameter " + problem.parameter() + " is not recognized");
      case MISSING ->
          Refused.because(
              "MissingParameter", "The request must contain the parameter " + problem.parameter());
      case WRONG -> Refused.value(problem.parameter(), problem.value(), problem.why());
    };
  }

  Response answer(String action, List<Element> content) {
    var body = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    body.append(
        "<%sResponse xmlns=\"http://%s.amazonaws.com/doc/%s/\">".formatted(action, id, version));
    if (this == EC2) {
      Element.leaf("requestId", "59dbff89-35bd-4eac-99ed-be587EXAMPLE").write(body);
      content.forEach(element -> element.write(body));
    } else {
      Element.of(action + "Result", content).write(body);
      Element.of("ResponseMetadata", Element.leaf("RequestId", "f9880f01-7852-629d-a6c3-3ae2"))
          .write(body);
    }
    body.append("</%sResponse>".formatted(action));
    return xml(200, body.toString());
  }

  Response refusal(Refused refused) {
    var body = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    var code = Element.leaf("Code", refused.code());
    var message = Element.leaf("Message", String.valueOf(refused.getMessage()));
    var whole =
        this == EC2
            ? Element.of(
                "Response",
                Element.of("Errors", Element.of("Error", code, message)),
                Element.leaf("RequestID", "ea966190-f9aa-478e-9ede-cb5432daacc0"))
            : Element.of(
                "ErrorResponse",
                Element.of("Error", Element.leaf("Type", "Sender"), code, message),
                Element.leaf("RequestId", "ea966190-f9aa-478e-9ede-cb5432daacc0"));
    whole.write(body);
    return xml(refused.status(), body.toString());
  }

  private static Response xml(int status, String body) {
    return new Response(status, Map.of("Content-Type", "text/xml;charset=UTF-8"), body);
  }
}
