package dev.butlerlabs.butler.providers.aws.infrastructure;

import dev.butlerlabs.butler.api.clusters.InfrastructureOverride;
import dev.butlerlabs.butler.api.clusters.MachineTemplate.OsType;
import dev.butlerlabs.butler.api.infra.AwsSettings;
import dev.butlerlabs.butler.kernel.Checksum;
import dev.butlerlabs.butler.providers.aws.InstanceTypes;
import dev.butlerlabs.butler.providers.spi.infrastructure.CloudSizes;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Firsts;
import dev.butlerlabs.butler.providers.spi.infrastructure.Pool;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The machines of one pool, as an AWSMachineTemplate says them. */
final class Machines {

  private static final long SMALLEST_DISK_GI = 8;

  private static final CloudSizes SIZES =
      new CloudSizes(InstanceTypes.TABLE, "instance type", "aws.instanceType");

  private Machines() {}

  static Fields of(
      Pool pool,
      AwsSettings settings,
      InfrastructureOverride.@Nullable Aws override,
      Problems problems) {
    var instanceType =
        SIZES.of(
            pool,
            Firsts.text(override == null ? null : override.instanceType(), settings.instanceType()),
            problems);
    var ami =
        problems.require(
            Firsts.text(
                override == null ? null : override.ami(),
                pool.ownImage().orElse(null),
                settings.ami()),
            "worker pool " + pool.name(),
            "no AMI is named for its machines",
            "set spec.aws.ami of the ProviderConfig, or os.imageRef of the pool");
    if (!ami.isEmpty() && !ami.startsWith("ami-")) {
      problems.add(
          "worker pool " + pool.name(),
          "image %s is named by its name, and Cluster API takes ids on AWS".formatted(ami),
          "write its id (ami-…) in os.imageRef of the pool, or in spec.aws.ami of the"
              + " ProviderConfig");
    }
    var machine =
        Fields.of("instanceType", instanceType)
            .with("ami", Fields.of("id", ami))
            .with(
                "rootVolume",
                Fields.of("size", Math.max(SMALLEST_DISK_GI, pool.size().diskGi()))
                    .with("type", "gp3")
                    .with("encrypted", true))
            .with("publicIP", false)
            // Pods must not read the node's identity; one hop ends at the node.
            .with(
                "instanceMetadataOptions",
                Fields.of("httpTokens", "required").with("httpPutResponseHopLimit", 1))
            .withIf("iamInstanceProfile", settings.iamInstanceProfile())
            .withIf("sshKeyName", settings.sshKeyName())
            .withIf("subnet", subnet(pool, settings, override).map(id -> Fields.of("id", id)))
            .withList(
                "additionalSecurityGroups",
                settings.securityGroupIDs().stream().map(id -> Fields.of("id", id)).toList());
    bootstrap(pool.os(), settings).map().forEach(machine::with);
    return machine;
  }

  /** Each pool stands in one subnet; its name decides, so that it stays where it is. */
  static Optional<String> subnet(
      Pool pool, AwsSettings settings, InfrastructureOverride.@Nullable Aws override) {
    var own = Firsts.text(override == null ? null : override.subnetID());
    var all = settings.subnetIDs();
    if (own.isPresent() || all.isEmpty()) {
      return own;
    }
    var chosen = Integer.parseUnsignedInt(Checksum.of(pool.name()).text().substring(0, 7), 16);
    return Optional.of(all.get(chosen % all.size()));
  }

  /**
   * How bootstrap data reaches the machine. CAPA's own way keeps it in Secrets Manager, which needs
   * cloud-init, the aws command in the image and an instance profile; other systems read user data.
   */
  private static Fields bootstrap(OsType os, AwsSettings settings) {
    return switch (os) {
      case ROCKY, KAIROS ->
          inSecretsManager(os, settings)
              ? Fields.none()
              : Fields.of("cloudInit", Fields.of("insecureSkipSecretsManager", true));
      case FLATCAR ->
          Fields.of(
              "ignition", Fields.of("version", "2.3").with("storageType", "UnencryptedUserData"));
      case TALOS, BOTTLEROCKET ->
          Fields.of("cloudInit", Fields.of("insecureSkipSecretsManager", true))
              .with("uncompressedUserData", true);
    };
  }

  static boolean inSecretsManager(OsType os, AwsSettings settings) {
    return os == OsType.ROCKY && Firsts.text(settings.iamInstanceProfile()).isPresent();
  }
}
