package dev.butlerlabs.butler.providers.simulators.aws;

import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The door to all services: signature, model, permission, and then the call itself. */
final class Api {

  private static final String EC2 = "2016-11-15";

  private final Ec2 ec2;
  private final Access access;
  private final String region;
  private final ServiceModel ec2Model = ServiceModel.load("ec2");
  private int throttled;

  Api(Ec2 ec2, Access access, String region) {
    this.ec2 = ec2;
    this.access = access;
    this.region = region;
  }

  /** So many calls from now on are too many. */
  void throttle(int calls) {
    throttled = calls;
  }

  static String action(Request request) {
    return Request.fields(request.text()).getOrDefault("Action", "");
  }

  Response handle(Request request) {
    synchronized (ec2) {
      ec2.settle();
      try {
        return serve(request);
      } catch (Refused refused) {
        return refusal(refused);
      }
    }
  }

  private Response serve(Request request) {
    if (!request.method().equals("POST") || !request.path().equals("/")) {
      throw Refused.because("InvalidAction", "This stand-in takes forms by POST at / only");
    }
    access.authenticate(request);
    var fields = new TreeMap<>(Request.fields(request.text()));
    var action = fields.getOrDefault("Action", "");
    if (throttled > 0) {
      throttled--;
      throw new Refused(503, "RequestLimitExceeded", "Request limit exceeded.");
    }
    if (!fields.getOrDefault("Version", "").equals(EC2) || !ec2Model.knows(action)) {
      throw Refused.because(
          "InvalidAction", "The action " + action + " is not valid for this web service.");
    }
    ec2Model.problem(action, fields).ifPresent(Api::refuse);
    fields.remove("Version");
    var answer = ec2(action, new Parameters(fields));
    var strangers = ec2Model.strangers(action, answer);
    if (!strangers.isEmpty()) {
      throw new IllegalStateException(action + " answers what AWS would not: " + strangers);
    }
    return answer(action, answer);
  }

  private static void refuse(ServiceModel.Problem problem) {
    throw switch (problem.kind()) {
      case UNKNOWN ->
          Refused.because(
              "UnknownParameter", "The parameter " + problem.parameter() + " is not recognized");
      case MISSING ->
          Refused.because(
              "MissingParameter", "The request must contain the parameter " + problem.parameter());
      case WRONG -> Refused.value(problem.parameter(), problem.value(), problem.why());
    };
  }

  private List<Element> ec2(String action, Parameters call) {
    access.require("ec2:" + action);
    if (call.has("TagSpecification")) {
      access.require("ec2:CreateTags");
    }
    if (call.isTrue("DryRun")) {
      if (action.equals("RunInstances")) {
        ec2.tryOut(call);
      }
      throw new Refused(
          412, "DryRunOperation", "Request would have succeeded, but DryRun flag is set.");
    }
    return switch (action) {
      case "RunInstances" -> ec2.run(call);
      case "DescribeInstances" -> ec2.describe(call);
      case "TerminateInstances" -> List.of(ec2.terminate(call));
      case "StartInstances" -> List.of(ec2.start(call));
      case "DescribeVolumes" -> ec2.describeVolumes(call);
      case "DeleteVolume" -> {
        ec2.deleteVolume(call.text("VolumeId"));
        yield List.of(Element.leaf("return", true));
      }
      case "DescribeSubnets" -> List.of(ec2.network.describe(call));
      case "DescribeSecurityGroups" -> List.of(ec2.network.describeGroups(call));
      case "DescribeImages" -> ec2.images.describe(call, ec2.longestPage);
      case "DescribeInstanceTypes" -> List.of(InstanceSizes.describe(call));
      case "DescribeAvailabilityZones" -> List.of(ec2.zones(region));
      default -> throw Refused.because("InvalidAction", "This stand-in does not play " + action);
    };
  }

  private static Response answer(String action, List<Element> content) {
    var body = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    body.append("<%sResponse xmlns=\"http://ec2.amazonaws.com/doc/%s/\">".formatted(action, EC2));
    Element.leaf("requestId", "59dbff89-35bd-4eac-99ed-be587EXAMPLE").write(body);
    content.forEach(element -> element.write(body));
    body.append("</%sResponse>".formatted(action));
    return xml(200, body.toString());
  }

  private static Response refusal(Refused refused) {
    var body = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    Element.of(
            "Response",
            Element.of(
                "Errors",
                Element.of(
                    "Error",
                    Element.leaf("Code", refused.code()),
                    Element.leaf("Message", String.valueOf(refused.getMessage())))),
            Element.leaf("RequestID", "ea966190-f9aa-478e-9ede-cb5432daacc0"))
        .write(body);
    return xml(refused.status(), body.toString());
  }

  private static Response xml(int status, String body) {
    return new Response(status, Map.of("Content-Type", "text/xml;charset=UTF-8"), body);
  }
}
