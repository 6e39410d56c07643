package dev.butlerlabs.butler.providers.simulators.aws;

import dev.butlerlabs.butler.providers.simulators.wire.Request;
import dev.butlerlabs.butler.providers.simulators.wire.Response;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The door to all services: signature, model, permission, and then the call itself. */
final class Api {

  private static final Element DONE = Element.leaf("return", true);

  private final Ec2 ec2;
  private final Balancing balancing;
  private final Access access;
  private final S3 s3;
  private final Imports imports;
  private final Quotas quotas;
  private final Map<Service, ServiceModel> models = new EnumMap<>(Service.class);
  private int throttled;

  Api(Ec2 ec2, Balancing balancing, Access access) {
    this.ec2 = ec2;
    this.balancing = balancing;
    this.access = access;
    this.s3 = new S3(access);
    this.imports = new Imports(ec2, s3, ec2.images.snapshots);
    this.quotas = new Quotas(ec2, access);
    for (var service : Service.values()) {
      models.put(service, service.model());
    }
  }

  /** So many calls from now on are too many. */
  void throttle(int calls) {
    throttled = calls;
  }

  S3 s3() {
    return s3;
  }

  Imports imports() {
    return imports;
  }

  static String action(Request request) {
    if (request.query().containsKey("attributes")) {
      return "GetObjectAttributes";
    }
    var quotas = Quotas.action(request);
    return quotas.isEmpty() ? Request.fields(request.text()).getOrDefault("Action", "") : quotas;
  }

  Response handle(Request request) {
    synchronized (ec2) {
      settle();
      var service = Service.EC2;
      try {
        if (Access.service(request).equals("s3")) {
          return s3.handle(request);
        }
        if (Access.service(request).equals(Quotas.ID)) {
          return quotas.handle(request);
        }
        if (!request.method().equals("POST") || !request.path().equals("/")) {
          throw Refused.because("InvalidAction", "This stand-in takes forms by POST at / only");
        }
        service = Service.of(Access.service(request));
        access.authenticate(request);
        return serve(service, request);
      } catch (Refused refused) {
        return service.refusal(refused);
      }
    }
  }

  void settle() {
    ec2.settle();
    imports.settle();
  }

  private Response serve(Service service, Request request) {
    var fields = new TreeMap<>(Request.fields(request.text()));
    var action = fields.getOrDefault("Action", "");
    if (throttled > 0) {
      throttled--;
      throw service.tooManyCalls();
    }
    var model = Objects.requireNonNull(models.get(service));
    if (!fields.getOrDefault("Version", "").equals(service.version()) || !model.knows(action)) {
      throw Refused.because(
          "InvalidAction", "The action " + action + " is not valid for this web service.");
    }
    var problem = model.problem(action, fields);
    if (problem.isPresent()) {
      throw service.wrong(problem.get());
    }
    fields.remove("Version");
    var call = new Parameters(fields);
    access.require(service.permission(action));
    if (call.has("TagSpecification")) {
      access.require("ec2:CreateTags");
    }
    if (call.has("Tags.member")) {
      access.require("elasticloadbalancing:AddTags");
    }
    var answer =
        switch (service) {
          case EC2 -> ec2(action, call);
          case BALANCING -> balancing(action, call);
          case TOKENS -> access.assume(call);
        };
    var strangers = model.strangers(action, answer);
    if (!strangers.isEmpty()) {
      throw new IllegalStateException(action + " answers what AWS would not: " + strangers);
    }
    return service.answer(action, answer);
  }

  private List<Element> ec2(String action, Parameters call) {
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
        yield List.of(DONE);
      }
      case "DescribeSubnets" -> ec2.network.describe(call, ec2.longestPage);
      case "DescribeSecurityGroups" -> List.of(ec2.network.describeGroups(call));
      case "DescribeImages" -> ec2.images.describe(call, ec2.longestPage);
      case "DescribeInstanceTypes" -> List.of(InstanceSizes.describe(call));
      case "DescribeAvailabilityZones" -> List.of(ec2.zones(AwsStandIn.REGION));
      default -> images(action, call);
    };
  }

  private List<Element> images(String action, Parameters call) {
    var images = ec2.images;
    return switch (action) {
      case "ImportSnapshot" -> imports.begin(call);
      case "DescribeImportSnapshotTasks" -> imports.describe(call);
      case "CancelImportTask" -> imports.cancel(call);
      case "DescribeSnapshots" -> images.snapshots.describe(call, ec2.longestPage);
      case "DeleteSnapshot" -> {
        images.snapshots.delete(call.text("SnapshotId"));
        yield List.of(DONE);
      }
      case "CreateTags" -> {
        images.snapshots.tag(call);
        yield List.of(DONE);
      }
      case "RegisterImage" -> List.of(Element.leaf("imageId", images.register(call, ec2.lag)));
      case "DeregisterImage" -> {
        images.deregister(call.text("ImageId"));
        yield List.of(DONE);
      }
      default -> throw notPlayed(action);
    };
  }

  private List<Element> balancing(String action, Parameters call) {
    return switch (action) {
      case "CreateLoadBalancer" -> List.of(balancing.createBalancer(call));
      case "DescribeLoadBalancers" -> List.of(balancing.describeBalancers(call));
      case "DeleteLoadBalancer" -> {
        balancing.deleteBalancer(call.text("LoadBalancerArn"));
        yield List.of();
      }
      case "CreateTargetGroup" -> List.of(balancing.groups.create(call));
      case "DescribeTargetGroups" -> List.of(balancing.groups.describe(call));
      case "ModifyTargetGroup" -> List.of(balancing.groups.modify(call));
      case "DeleteTargetGroup" -> {
        balancing.deleteGroup(call.text("TargetGroupArn"));
        yield List.of();
      }
      case "CreateListener" -> List.of(balancing.createListener(call));
      case "DescribeListeners" -> balancing.describeListeners(call);
      case "DeleteListener" -> {
        balancing.deleteListener(call.text("ListenerArn"));
        yield List.of();
      }
      case "RegisterTargets" -> {
        balancing.groups.register(call);
        yield List.of();
      }
      case "DeregisterTargets" -> {
        balancing.groups.deregister(call);
        yield List.of();
      }
      case "DescribeTargetHealth" -> List.of(balancing.groups.health(call));
      case "DescribeTags" -> List.of(balancing.describeTags(call));
      default -> throw notPlayed(action);
    };
  }

  private static Refused notPlayed(String action) {
    return Refused.because("InvalidAction", "This stand-in does not play " + action);
  }
}
