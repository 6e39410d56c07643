package dev.butlerlabs.butler.providers.aws.machines;

import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;

/** The actions a policy must allow; a test compares them with the calls the driver makes. */
public final class AwsRole {

  /** For machines. */
  public static final List<String> MACHINES =
      List.of(
          "ec2:CreateTags",
          "ec2:DeleteVolume",
          "ec2:DescribeAvailabilityZones",
          "ec2:DescribeImages",
          "ec2:DescribeInstanceTypes",
          "ec2:DescribeInstances",
          "ec2:DescribeSecurityGroups",
          "ec2:DescribeSubnets",
          "ec2:DescribeVolumes",
          "ec2:RunInstances",
          "ec2:StartInstances",
          "ec2:TerminateInstances",
          "servicequotas:GetServiceQuota");

  /** For load balancers. */
  public static final List<String> BALANCERS =
      List.of(
          "ec2:DescribeInstances",
          "ec2:DescribeSubnets",
          "elasticloadbalancing:AddTags",
          "elasticloadbalancing:CreateListener",
          "elasticloadbalancing:CreateLoadBalancer",
          "elasticloadbalancing:CreateTargetGroup",
          "elasticloadbalancing:DeleteListener",
          "elasticloadbalancing:DeleteLoadBalancer",
          "elasticloadbalancing:DeleteTargetGroup",
          "elasticloadbalancing:DeregisterTargets",
          "elasticloadbalancing:DescribeListeners",
          "elasticloadbalancing:DescribeLoadBalancers",
          "elasticloadbalancing:DescribeTags",
          "elasticloadbalancing:DescribeTargetGroups",
          "elasticloadbalancing:DescribeTargetHealth",
          "elasticloadbalancing:ModifyTargetGroup",
          "elasticloadbalancing:RegisterTargets");

  /** For images. */
  public static final List<String> IMAGES =
      List.of(
          "ec2:CancelImportTask",
          "ec2:CreateTags",
          "ec2:DeleteSnapshot",
          "ec2:DeregisterImage",
          "ec2:DescribeImages",
          "ec2:DescribeImportSnapshotTasks",
          "ec2:DescribeSnapshots",
          "ec2:ImportSnapshot",
          "ec2:RegisterImage",
          "s3:GetObject",
          "s3:GetObjectAttributes");

  private AwsRole() {}

  /** A policy for IAM. What looks stands apart from what changes, which may be narrowed by tags. */
  public static String policy() {
    var all = new TreeSet<>(MACHINES);
    all.addAll(BALANCERS);
    all.addAll(IMAGES);
    var looks = new TreeSet<String>();
    all.stream().filter(action -> action.matches(".*:(Describe|Get).*")).forEach(looks::add);
    all.removeAll(looks);
    return """
    {
      "Version": "2012-10-17",
      "Statement": [
    %s,
    %s
      ]
    }
    """
        .formatted(statement("ButlerLooks", looks), statement("ButlerChanges", all));
  }

  private static String statement(String name, SortedSet<String> actions) {
    return """
    {
      "Sid": "%s",
      "Effect": "Allow",
      "Action": [
        "%s"
      ],
      "Resource": "*"
    }\
    """
        .formatted(name, String.join("\",\n    \"", actions))
        .indent(4)
        .stripTrailing();
  }
}
