package dev.butlerlabs.butler.providers.aws.infrastructure;

import dev.butlerlabs.butler.api.CredentialKeys;
import dev.butlerlabs.butler.providers.spi.infrastructure.Drawer;
import dev.butlerlabs.butler.providers.spi.infrastructure.Fields;
import dev.butlerlabs.butler.providers.spi.infrastructure.Manifest;
import dev.butlerlabs.butler.providers.spi.infrastructure.Problems;
import dev.butlerlabs.butler.providers.spi.infrastructure.WorkerOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Whom CAPA acts as for one cluster: the owner of an access key, or a role that one takes on.
 * Identities stand outside of namespaces, so each cluster has its own, for its namespace alone.
 */
record Identity(String name, Map<String, String> accessKey, Optional<String> role) {

  private static final String STATIC = "AWSClusterStaticIdentity";
  private static final String ROLE = "AWSClusterRoleIdentity";

  static Identity of(WorkerOrder order, Problems problems) {
    var credentials = order.credentials();
    var remedy = "store an access key under accessKeyID and secretAccessKey";
    var values = new HashMap<String, String>();
    values.put(
        "AccessKeyID",
        problems.require(
            credentials.find(CredentialKeys.AWS_ACCESS_KEY_ID),
            credentials.toString(),
            "holds no id of an access key",
            remedy));
    values.put(
        "SecretAccessKey",
        problems.require(
            credentials.find(CredentialKeys.AWS_SECRET_ACCESS_KEY),
            credentials.toString(),
            "holds no secret of an access key",
            remedy));
    credentials.find("sessionToken").ifPresent(token -> values.put("SessionToken", token));
    return new Identity(order.uniqueName(), Map.copyOf(values), credentials.find("roleArn"));
  }

  /** What the AWSCluster names. */
  String kind() {
    return role.isPresent() ? ROLE : STATIC;
  }

  List<Manifest> objects(Drawer drawer, String controllerNamespace, String namespace) {
    var allowed = Fields.of("list", List.of(namespace));
    var objects = new ArrayList<Manifest>();
    objects.add(drawer.secret(controllerNamespace, name, accessKey));
    objects.add(
        drawer.clusterScoped(
            AwsInfrastructure.API,
            STATIC,
            name,
            Fields.of("secretRef", name).with("allowedNamespaces", allowed)));
    role.ifPresent(
        arn ->
            objects.add(
                drawer.clusterScoped(
                    AwsInfrastructure.API,
                    ROLE,
                    name,
                    Fields.of("roleARN", arn)
                        .with("allowedNamespaces", allowed)
                        .with("sessionName", name)
                        .with("sourceIdentityRef", Fields.of("kind", STATIC).with("name", name)))));
    return objects;
  }

  @Override
  public String toString() {
    return kind() + " " + name;
  }
}
