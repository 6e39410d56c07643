package dev.butlerlabs.butler.addons.install;

import static java.nio.file.StandardCopyOption.REPLACE_EXISTING;

import dev.butlerlabs.butler.addons.helm.Helm;
import dev.butlerlabs.butler.addons.helm.RepositoryServer;
import dev.butlerlabs.butler.addons.helm.Signatory;
import dev.butlerlabs.butler.addons.helm.Workshop;
import dev.butlerlabs.butler.api.WireFormat;
import dev.butlerlabs.butler.api.addons.TenantAddon;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus;
import dev.butlerlabs.butler.api.addons.TenantAddonStatus.Phase;
import dev.butlerlabs.butler.api.clusters.TenantCluster;
import dev.butlerlabs.butler.kernel.Conditions;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.apps.DeploymentStatusBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A management cluster with a TenantCluster {@code web} that is Ready, and a repository of charts.
 * One API server plays both clusters; nothing runs pods, so what workloads tell is written here.
 */
final class Site implements AutoCloseable {

  static final Duration PATIENCE = Workshop.PATIENT;

  final TestCluster cluster;
  final KubernetesClient admin;
  final Workshop workshop;
  final OrderedCluster web;
  private final Path published;
  private RepositoryServer repository;
  private final SystemTimeline timeline = new SystemTimeline();
  private @Nullable AddonProcess process;

  Site(TestCluster cluster, Path folder) throws IOException {
    this.cluster = cluster;
    this.workshop = Workshop.in(folder);
    this.admin = cluster.client(WireFormat.serialization());
    this.published = Files.createDirectories(folder.resolve("published"));
    this.repository = RepositoryServer.plain(published);
    cluster.installResources(
        "crds/tenantaddons.butler.butlerlabs.dev.yaml",
        "crds/managementaddons.butler.butlerlabs.dev.yaml",
        "crds/addondefinitions.butler.butlerlabs.dev.yaml",
        "crds/tenantclusters.butler.butlerlabs.dev.yaml",
        "crds/providerconfigs.butler.butlerlabs.dev.yaml",
        "crds/butlerconfigs.butler.butlerlabs.dev.yaml");
    web = new OrderedCluster(cluster, admin);
    open();
  }

  /** Starts a process; it knows only what is stored. */
  void open() {
    open(workshop.helm());
  }

  /** The same, with another Helm. */
  void open(Helm helm) {
    open(helm, cluster.client(WireFormat.serialization()));
  }

  /** The same, with another way to the management cluster. */
  void open(Helm helm, KubernetesClient client) {
    process = new AddonProcess(cluster, client, timeline, helm);
  }

  void stop() {
    if (process != null) {
      process.close();
    }
    process = null;
  }

  /** How often the process that runs has asked the tenant for anything. */
  double calls() {
    return Objects.requireNonNull(process).calls();
  }

  /** What was ordered goes with the cluster; releases go with their namespaces. */
  @Override
  public void close() {
    if (process == null) {
      open();
    }
    admin.resources(TenantCluster.class).inNamespace(cluster.namespace()).delete();
    var addons = admin.resources(TenantAddon.class).inNamespace(cluster.namespace());
    addons.delete();
    Await.untilTrue("addons are gone", PATIENCE, () -> addons.list().getItems().isEmpty());
    stop();
    repository.close();
    timeline.close();
  }

  /** What the clock of the process shows. */
  ZonedDateTime now() {
    return timeline.instant().atZone(ZoneOffset.UTC);
  }

  String address() {
    return repository.address().toString();
  }

  /** Publishes a chart; it is asked for as {@code chart} in version {@code version}. */
  void publish(String chart, String version, Map<String, String> files) throws IOException {
    var packed = workshop.pack(workshop.chart(chart, version, files));
    Files.copy(packed, published.resolve(packed.getFileName()));
    workshop.run("repo", "index", published.toString());
  }

  /** The repository answers nobody. */
  void repositoryFails() {
    repository.stop();
  }

  void repositoryComesBack() throws IOException {
    repository = RepositoryServer.at(repository.address().getPort(), published);
  }

  /** What a published archive is known by. */
  String digest(String chart, String version) throws IOException {
    var archive = Files.readAllBytes(published.resolve("%s-%s.tgz".formatted(chart, version)));
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(archive));
    } catch (NoSuchAlgorithmException missing) {
      throw new IllegalStateException(missing);
    }
  }

  /** The same, signed. */
  void publishSigned(String chart, String version, Map<String, String> files, Signatory who)
      throws IOException {
    var packed = workshop.packSigned(workshop.chart(chart, version, files), who);
    var proof = packed.resolveSibling(packed.getFileName() + ".prov");
    Files.copy(packed, published.resolve(packed.getFileName()), REPLACE_EXISTING);
    Files.copy(proof, published.resolve(proof.getFileName()), REPLACE_EXISTING);
    workshop.run("repo", "index", published.toString());
  }

  /** One Deployment of one pod. */
  static String deployment(String name) {
    return """
        apiVersion: apps/v1
        kind: Deployment
        metadata: {name: %s}
        spec:
          selector: {matchLabels: {app: %s}}
          template:
            metadata: {labels: {app: %s}}
            spec: {containers: [{name: it, image: example.com/it}]}
        """
        .formatted(name, name, name);
  }

  void apply(String yaml) {
    cluster.kubectlReading(yaml, "apply", "-f", "-").requireSuccess();
  }

  /** Orders a chart of the repository as release {@code name} in that namespace. */
  void order(String name, String namespace, String version, String more) {
    order("web", name, namespace, version, more);
  }

  /** The same on another cluster. */
  void order(String on, String name, String namespace, String version, String more) {
    apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: TenantAddon
        metadata: {name: %s}
        spec:
          clusterRef: {name: %s}
          helm: {repository: "%s", chart: web, namespace: %s, releaseName: %s}
          version: %s
        %s
        """
            .formatted(name, on, address(), namespace, name, version, more.indent(2)));
  }

  /** Of the chart in the repository, with a name of its own: definitions belong to the cluster. */
  String definition(String version, String more) {
    var name = "web-" + cluster.namespace();
    apply(
        """
        apiVersion: butler.butlerlabs.dev/v1alpha1
        kind: AddonDefinition
        metadata: {name: %s}
        spec:
          displayName: Web
          description: A chart of the test.
          category: other
          chart: {repository: "%s", name: web, defaultVersion: %s}
        %s
        """
            .formatted(name, address(), version, more.indent(2)));
    return name;
  }

  Resource<TenantAddon> addon(String name) {
    return admin.resources(TenantAddon.class).inNamespace(cluster.namespace()).withName(name);
  }

  TenantAddonStatus awaitTold(String what, String name, Predicate<TenantAddonStatus> wanted) {
    var found =
        new Await(admin)
            .within(PATIENCE)
            .until(
                what, addon(name), one -> one.getStatus() != null && wanted.test(one.getStatus()));
    return Objects.requireNonNull(found.getStatus());
  }

  TenantAddonStatus awaitPhase(String name, Phase phase) {
    return awaitTold("the phase is " + phase, name, status -> status.phase() == phase);
  }

  void awaitReason(String name, String type, String reason) {
    awaitTold(type + " is told as " + reason, name, status -> told(status, type, reason));
  }

  boolean told(String name, String type, String reason) {
    var status = addon(name).require().getStatus();
    return status != null && told(status, type, reason);
  }

  private static boolean told(TenantAddonStatus status, String type, String reason) {
    return new Conditions(status.conditions())
        .find(type)
        .filter(one -> one.reason().equals(reason))
        .isPresent();
  }

  /** How its objects are, held against its release. */
  TenantAddonStatus awaitSynced(String name, String reason) {
    awaitReason(name, "Synced", reason);
    return Objects.requireNonNull(addon(name).require().getStatus());
  }

  /** Plays the Deployment controller. */
  void ready(String namespace, String name, int pods) {
    ready(namespace, name, pods, 0);
  }

  /** The same while pods of an older version are there, which are the ones that are ready. */
  void ready(String namespace, String name, int pods, int older) {
    var deployments = admin.apps().deployments().inNamespace(namespace);
    Await.untilTrue("Deployment " + name, PATIENCE, () -> deployments.withName(name).get() != null);
    deployments
        .withName(name)
        .editStatus(
            one -> {
              one.setStatus(
                  new DeploymentStatusBuilder()
                      .withObservedGeneration(one.getMetadata().getGeneration())
                      .withReplicas(pods + older)
                      .withReadyReplicas(older == 0 ? pods : older)
                      .withUpdatedReplicas(pods)
                      .build());
              return one;
            });
  }

  /** How somebody writes into an object, so that it is noted who did. */
  static PatchContext as(String manager) {
    return new PatchContext.Builder()
        .withPatchType(PatchType.JSON_MERGE)
        .withFieldManager(manager)
        .build();
  }

  /** The real program, as a user of the tenant runs it. */
  String helm(String namespace, String... arguments) throws IOException {
    var all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--kubeconfig", cluster.kubeconfig().toString(), "--namespace", namespace));
    return workshop.run(all.toArray(String[]::new)).out();
  }

  /** What Helm knows of a release, as JSON. */
  String history(String namespace, String release) throws IOException {
    return helm(namespace, "history", release, "--output", "json");
  }

  /** What a ConfigMap made by {@link Workshop#configMap} shows. */
  String shown(String namespace, String name) {
    var map = admin.configMaps().inNamespace(namespace).withName(name);
    return map.require().getData().getOrDefault("shown", "");
  }

  /** Notes of events about the addon. */
  List<String> events(String name, String reason) {
    return admin.events().v1().events().inNamespace(cluster.namespace()).list().getItems().stream()
        .filter(one -> name.equals(one.getRegarding().getName()))
        .filter(one -> reason.equals(one.getReason()))
        .map(one -> one.getNote())
        .toList();
  }
}
