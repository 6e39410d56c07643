package dev.butlerlabs.butler.api.infra;

import dev.butlerlabs.butler.api.SecretRef;
import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Required;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An AWS account in one region. */
public record AwsSettings(
    @Doc("Another place for spec.credentialsRef; the Secret holds an access key.")
        @Nullable SecretRef credentialsRef,
    @Required @Doc("Region, for example eu-central-1.") String region,
    @Doc("ID of the VPC that machines are made in.") @Nullable String vpcID,
    @Doc("IDs of the subnets that machines are spread over.") List<String> subnetIDs,
    @Doc("IDs of the security groups that machines belong to.") List<String> securityGroupIDs,
    @Doc(
            "Instance type when nothing else names one, for example m6i.xlarge. Left out: the"
                + " smallest that holds the size asked for.")
        @Nullable String instanceType,
    @Doc("ID of the AMI that machines start from when nothing else names one.")
        @Nullable String ami,
    @Doc("IAM instance profile of machines; the cluster's cloud controller acts with it.")
        @Nullable String iamInstanceProfile,
    @Doc("EC2 key pair that machines let in over SSH. Left out: none.") @Nullable String sshKeyName)
    implements Wire {

  public AwsSettings {
    subnetIDs = Wire.list(subnetIDs);
    securityGroupIDs = Wire.list(securityGroupIDs);
  }
}
