package dev.butlerlabs.butler.api.steward;

import dev.butlerlabs.butler.api.Wire;
import dev.butlerlabs.butler.api.schema.Default;
import dev.butlerlabs.butler.api.schema.Doc;
import dev.butlerlabs.butler.api.schema.Length;
import dev.butlerlabs.butler.api.schema.Pattern;
import dev.butlerlabs.butler.api.schema.Required;
import dev.butlerlabs.butler.api.schema.Rule;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What control plane a tenant shall have. */
@Rule(
    value = "!has(oldSelf.dataStore) || has(self.dataStore)",
    message = "dataStore cannot be removed once set: the tenant's data is there")
@Rule(
    value = "!has(oldSelf.dataStoreSchema) || has(self.dataStoreSchema)",
    message = "dataStoreSchema cannot be removed once set: the tenant's data is stored under it")
@Rule(
    value = "!has(oldSelf.dataStoreUsername) || has(self.dataStoreUsername)",
    message =
        "dataStoreUsername cannot be removed once set: the tenant's data belongs to that user")
@Rule(
    value =
        "!has(self.networkProfile.loadBalancerSourceRanges) ||"
            + " (size(self.networkProfile.loadBalancerSourceRanges) == 0 ||"
            + " self.controlPlane.service.serviceType == 'LoadBalancer')",
    message = "loadBalancerSourceRanges needs controlPlane.service.serviceType LoadBalancer")
@Rule(
    value =
        "!has(self.networkProfile.loadBalancerClass) || self.controlPlane.service.serviceType =="
            + " 'LoadBalancer'",
    message = "loadBalancerClass needs controlPlane.service.serviceType LoadBalancer")
@Rule(
    value =
        "self.controlPlane.service.serviceType != 'LoadBalancer' ||"
            + " (oldSelf.controlPlane.service.serviceType != 'LoadBalancer' &&"
            + " self.controlPlane.service.serviceType == 'LoadBalancer') ||"
            + " has(self.networkProfile.loadBalancerClass) =="
            + " has(oldSelf.networkProfile.loadBalancerClass)",
    message =
        "loadBalancerClass cannot be added or removed while serviceType stays LoadBalancer; change"
            + " the type first")
public record TenantControlPlaneSpec(
    @Doc(
            "DataStore that holds the tenant's state. Left out: the operator's default. State is"
                + " not moved: another name later is told and changes nothing.")
        @Nullable String dataStore,
    @Pattern(TenantControlPlaneSpec.STORE_NAME)
        @Rule(
            value = "self == oldSelf",
            message = "dataStoreSchema cannot be changed: the tenant's data is stored under it")
        @Doc(
            "Database or key prefix for the tenant, unique in the DataStore. Left out: derived from"
                + " the object's UID. Letters, digits, dot, dash and underscore; fixed once set.")
        @Nullable String dataStoreSchema,
    @Pattern(TenantControlPlaneSpec.STORE_NAME)
        @Rule(
            value = "self == oldSelf",
            message = "dataStoreUsername cannot be changed: the tenant's data belongs to that user")
        @Doc(
            "User in the DataStore for the tenant, unique there. Left out: derived from the"
                + " object's UID. Letters, digits, dot, dash and underscore; fixed once set.")
        @Nullable String dataStoreUsername,
    @Doc("Kinds of objects that are kept in another DataStore, for example events; etcd only.")
        List<DataStoreOverride> dataStoreOverrides,
    @Required @Doc("How the control plane runs and is reached.") Hosting controlPlane,
    @Required @Doc("Which Kubernetes it is.") Kubernetes kubernetes,
    @Default("{}") @Doc("Addresses, ports and names of the tenant.")
        @Nullable NetworkProfile networkProfile,
    @Doc("What runs beside or inside the tenant for it to work.") @Nullable Addons addons,
    @Doc("Stops writes to the tenant's API, for example while it is over its storage budget.")
        @Nullable WritePermissions writePermissions,
    @Doc("Sign-in, audit log and encryption at rest.") @Nullable ApiServerSecurity security,
    @Doc("Saves the tenant's state now and then. Left out: only when asked; driver etcd.")
        @Nullable Backup backup,
    @Doc(
            "Puts the tenant to sleep, takes its state from a backup and wakes it; once. What it"
                + " held before is saved first.")
        @Nullable RestoreFrom restoreFrom)
    implements Wire {

  /** What all stores take without quoting, and no one can break out of. */
  static final String STORE_NAME = "^[A-Za-z0-9_][A-Za-z0-9_.-]*$";

  public TenantControlPlaneSpec {
    dataStoreOverrides = Wire.list(dataStoreOverrides);
  }

  /** The same, but no new objects are taken. */
  public TenantControlPlaneSpec refusingCreation() {
    var before = writePermissions;
    return new TenantControlPlaneSpec(
        dataStore,
        dataStoreSchema,
        dataStoreUsername,
        dataStoreOverrides,
        controlPlane,
        kubernetes,
        networkProfile,
        addons,
        new WritePermissions(
            true,
            before == null ? null : before.blockUpdate(),
            before == null ? null : before.blockDeletion()),
        security,
        backup,
        restoreFrom);
  }

  /** Another store for one kind of object. */
  public record DataStoreOverride(
      @Doc(
              "Which objects, as group/resource with the group left empty for core kinds, for"
                  + " example /events.")
          @Nullable String resource,
      @Doc("Name of the DataStore for them; driver etcd.") @Nullable String dataStore)
      implements Wire {}

  /** Version and behaviour of Kubernetes itself. */
  public record Kubernetes(
      @Required
          @Doc(
              "Kubernetes version, for example v1.36.3; also the tag of the images, so with the v.")
          String version,
      @Required @Doc("What joining kubelets are told; may be empty.") Kubelet kubelet,
      @Default(Kubernetes.PLUGINS)
          @Doc(
              "Admission plugins that are switched on beside those of the version. Left out: a list"
                  + " that suits most tenants; NodeRestriction is always on.")
          List<AdmissionPlugin> admissionControllers)
      implements Wire {

    /** What suits most tenants. */
    static final String PLUGINS =
        """
        ["CertificateApproval", "CertificateSigning",
         "CertificateSubjectRestriction", "DefaultIngressClass",
         "DefaultStorageClass", "DefaultTolerationSeconds", "LimitRanger",
         "MutatingAdmissionWebhook", "NamespaceLifecycle",
         "PersistentVolumeClaimResize", "Priority", "ResourceQuota",
         "RuntimeClass", "ServiceAccount", "StorageObjectInUseProtection",
         "TaintNodesByCondition", "ValidatingAdmissionWebhook"]
        """;

    public Kubernetes {
      admissionControllers = Wire.list(admissionControllers);
    }
  }

  /** Addresses, ports and names. */
  public record NetworkProfile(
      @Doc(
              "IP address that the API server announces. Left out: that of its Service or load"
                  + " balancer.")
          @Nullable String address,
      @Doc(
              "Put address into the Service's externalIPs, for types ClusterIP and NodePort; false"
                  + " when left out.")
          @Nullable Boolean allowAddressAsExternalIP,
      @Default("6443")
          @Doc(
              "Port of the API server and its Service, and the node port with type NodePort; 6443"
                  + " when left out.")
          @Nullable Integer port,
      @Doc(
              "Further names and addresses in the API server's certificate: DNS names, wildcards or"
                  + " IPs, without port.")
          List<String> certSANs,
      @Default("10.96.0.0/16")
          @Doc("Range of Service addresses in CIDR form; 10.96.0.0/16 when left out.")
          @Nullable String serviceCidr,
      @Default("10.244.0.0/16")
          @Doc("Range of pod addresses in CIDR form; 10.244.0.0/16 when left out.")
          @Nullable String podCidr,
      @Doc(
              "Addresses of the tenant's DNS service, inside serviceCidr. Left out: its tenth"
                  + " address.")
          List<String> dnsServiceIPs,
      @Default("cluster.local")
          @Pattern(".*\\..*")
          @Rule(
              value = "self == oldSelf",
              message = "clusterDomain cannot be changed: certificates and nodes already use it")
          @Doc(
              "Domain of the tenant's Services, with at least one dot; cluster.local when left out."
                  + " Fixed once set.")
          @Nullable String clusterDomain,
      @Doc(
              "Networks in CIDR form that may use the load balancer, with type LoadBalancer only."
                  + " Left out: all.")
          List<String> loadBalancerSourceRanges,
      @Length(min = 1)
          @Rule(
              value = "self == oldSelf",
              message = "loadBalancerClass cannot be changed; change serviceType first")
          @Doc(
              "Class of load balancer, with type LoadBalancer only. Left out: the cluster's"
                  + " default. Fixed once set.")
          @Nullable String loadBalancerClass)
      implements Wire {

    public NetworkProfile {
      certSANs = Wire.list(certSANs);
      dnsServiceIPs = Wire.list(dnsServiceIPs);
      loadBalancerSourceRanges = Wire.list(loadBalancerSourceRanges);
    }
  }

  /** Which writes the tenant's API refuses. */
  public record WritePermissions(
      @Doc("Refuse new objects outside kube-system; false when left out.")
          @Nullable Boolean blockCreation,
      @Doc("Refuse changes to objects outside kube-system; false when left out.")
          @Nullable Boolean blockUpdate,
      @Doc("Refuse deletions outside kube-system; false when left out.")
          @Nullable Boolean blockDeletion)
      implements Wire {

    /** Whether any kind of write is refused. */
    public boolean limited() {
      return Boolean.TRUE.equals(blockCreation)
          || Boolean.TRUE.equals(blockUpdate)
          || Boolean.TRUE.equals(blockDeletion);
    }
  }
}
