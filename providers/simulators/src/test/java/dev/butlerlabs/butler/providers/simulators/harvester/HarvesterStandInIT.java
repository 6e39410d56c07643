package dev.butlerlabs.butler.providers.simulators.harvester;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.butlerlabs.butler.pki.Pem;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.providers.simulators.wire.Mischief;
import dev.butlerlabs.butler.providers.simulators.wire.MischiefMaker;
import dev.butlerlabs.butler.testkit.Await;
import dev.butlerlabs.butler.testkit.OnRealApiServer;
import dev.butlerlabs.butler.testkit.SteppedTimeline;
import dev.butlerlabs.butler.testkit.TestCluster;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.storage.StorageClassBuilder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls as anybody could make them, without a driver. */
@OnRealApiServer
class HarvesterStandInIT {

  private static final String MACHINE =
      """
      {"apiVersion": "kubevirt.io/v1", "kind": "VirtualMachine", "metadata": {"name": "vm"},
       "spec": {"runStrategy": "Always", "template": {"spec": {
         "domain": {
           "resources": {"limits": {"cpu": "1", "memory": "1Gi"}},
           "devices": {
             "disks": [{"name": "root", "disk": {"bus": "virtio"}}],
             "interfaces": [{"name": "default", "bridge": {}}]}},
         "networks": [{"name": "default", "multus": {"networkName": "a/b"}}],
         "volumes": [{"name": "root", "persistentVolumeClaim": {"claimName": "root"}}]}}}}
      """;
  private static final String CLAIM =
      """
      {"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "root"},
       "spec": {"accessModes": ["ReadWriteMany"], "storageClassName": "fast",
                "resources": {"requests": {"storage": "3Gi"}}}}
      """;

  private final SteppedTimeline time = SteppedTimeline.atNewYear();

  @SuppressWarnings("NullAway.Init") // set before each test
  private HarvesterStandIn harvester;

  @SuppressWarnings("NullAway.Init") // set before each test
  private HttpClient http;

  private String token = "";
  private String namespace = "";

  @BeforeEach
  void start(TestCluster cluster) {
    namespace = cluster.namespace();
    var admin = cluster.client();
    admin
        .resource(
            new StorageClassBuilder()
                .withNewMetadata()
                .withName("fast")
                .endMetadata()
                .withProvisioner("driver.longhorn.io")
                .build())
        .serverSideApply();
    harvester = HarvesterStandIn.start(time, admin, namespace, MischiefMaker.none(), Instant.now());
    var account =
        new ServiceAccountBuilder()
            .withNewMetadata()
            .withNamespace(namespace)
            .withName("anybody")
            .endMetadata()
            .build();
    admin.resource(account).create();
    admin
        .resource(
            new RoleBindingBuilder()
                .withNewMetadata()
                .withNamespace(namespace)
                .withName("anybody")
                .endMetadata()
                .addNewSubject()
                .withKind("ServiceAccount")
                .withName("anybody")
                .withNamespace(namespace)
                .endSubject()
                .withNewRoleRef("rbac.authorization.k8s.io", "ClusterRole", "cluster-admin")
                .build())
        .create();
    token =
        admin
            .serviceAccounts()
            .inNamespace(namespace)
            .withName("anybody")
            .tokenRequest(new TokenRequestBuilder().withNewSpec().endSpec().build())
            .getStatus()
            .getToken();
    http =
        HttpClient.newBuilder()
            .sslContext(TlsContext.trusting(Pem.certificates(harvester.authorityPem())))
            .build();
    Await.untilTrue(
        "the account may look",
        Duration.ofMinutes(2),
        () -> send("GET", machines(), "").statusCode() == 200);
  }

  @AfterEach
  void stop() {
    harvester.close();
    http.close();
  }

  private String machines() {
    return "/apis/kubevirt.io/v1/namespaces/" + namespace + "/virtualmachines";
  }

  private String claims() {
    return "/api/v1/namespaces/" + namespace + "/persistentvolumeclaims";
  }

  private HttpResponse<String> send(String method, String path, String body) {
    var request =
        HttpRequest.newBuilder(URI.create(harvester.uri() + path))
            .header("Authorization", "Bearer " + token)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(body))
            .build();
    try {
      return http.send(request, BodyHandlers.ofString());
    } catch (IOException broken) {
      throw new AssertionError(method + " " + path, broken);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(interrupted);
    }
  }

  private HttpResponse<String> create(String machine) {
    return send("POST", machines() + "?fieldValidation=Strict", machine);
  }

  private String printable() {
    return harvester.machines().stream()
        .map(machine -> machine.at("/status/printableStatus").asText())
        .findFirst()
        .orElse("none");
  }

  private String phase() {
    return harvester
        .instance("vm")
        .<JsonNode>map(JsonNode.class::cast)
        .map(instance -> instance.at("/status/phase").asText())
        .orElse("none");
  }

  @Test
  void aMachineStartsStepByStepAndItsAgentIsHeardLast() {
    assertThat(send("POST", claims(), CLAIM).statusCode()).isEqualTo(201);
    assertThat(create(MACHINE).statusCode()).isEqualTo(201);
    assertThat(phase()).isEqualTo("none");

    time.advance(Duration.ofSeconds(60));

    assertThat(phase()).isEqualTo("Running");
    assertThat(printable()).isEqualTo("Running");
    assertThat(String.valueOf(harvester.instance("vm"))).contains("AgentConnected", "10.20.");
  }

  @Test
  void aFieldThatKubevirtDoesNotHaveIsRefused() {
    var wrong = create(MACHINE.replace("\"runStrategy\"", "\"runStrategi\""));
    var deep = create(MACHINE.replace("\"bridge\"", "\"brigde\""));

    assertThat(wrong.statusCode()).isEqualTo(422);
    assertThat(deep.statusCode()).isEqualTo(400);
    assertThat(deep.body()).contains("unknown field", "brigde");
    assertThat(harvester.machines()).isEmpty();
  }

  @Test
  void aFieldOfAnotherTypeOrLeftOutIsRefused() {
    var type = create(MACHINE.replace("\"claimName\": \"root\"", "\"claimName\": 7"));
    var missing = create(MACHINE.replace("\"networkName\": \"a/b\"", ""));

    assertThat(type.statusCode()).isEqualTo(422);
    assertThat(missing.body()).contains("networkName", "Required value");
    assertThat(harvester.machines()).isEmpty();
  }

  @Test
  void whatWebhooksRefuseIsRefusedInTheirShape() {
    var strategy = create(MACHINE.replace("Always", "Sometimes"));
    var volume =
        create(MACHINE.replace("{\"name\": \"root\", \"disk\"", "{\"name\": \"x\", \"disk\""));
    var card =
        create(
            MACHINE.replace(
                "[{\"name\": \"default\", \"bridge\"", "[{\"name\": \"x\", \"bridge\""));

    for (var refused : new HttpResponse<?>[] {strategy, volume, card}) {
      assertThat(refused.statusCode()).isEqualTo(422);
      assertThat(String.valueOf(refused.body()))
          .contains("admission webhook", "denied the request");
    }
    assertThat(harvester.machines()).isEmpty();
  }

  @Test
  void harvesterTakesItsReserveOffTheGuestsMemory() {
    create(MACHINE);

    assertThat(
            harvester.machines().getFirst().at("/spec/template/spec/domain/memory/guest").asText())
        .isEqualTo(Long.toString(924L << 20));
  }

  @Test
  void aMachineWithoutItsDiskWaitsAndSaysWhy() {
    create(MACHINE);
    time.advance(Duration.ofSeconds(60));

    assertThat(printable()).isEqualTo("ErrorPvcNotFound");
    assertThat(phase()).isEqualTo("none");
  }

  @Test
  void aDiskOfAMachineCannotBeDeletedAndOneOfALeavingMachineOutlivesItsGuest() {
    send("POST", claims(), CLAIM);
    create(MACHINE);
    time.advance(Duration.ofSeconds(60));

    assertThat(send("DELETE", claims() + "/root", "").body()).contains("attached to VM");
    assertThat(send("DELETE", machines() + "/vm", "").statusCode()).isEqualTo(200);
    assertThat(send("DELETE", claims() + "/root", "").statusCode()).isEqualTo(200);
    assertThat(harvester.claims()).hasSize(1);

    time.advance(Duration.ofSeconds(60));
    assertThat(harvester.claims()).isEmpty();
    assertThat(harvester.machines()).isEmpty();
  }

  @Test
  void anImageIsDownloadedStepByStepAndHasAClassOfItsOwn() {
    harvester.begin("talos");
    harvester.wake();
    time.advance(Duration.ofSeconds(3));
    var path = "/apis/harvesterhci.io/v1beta1/namespaces/" + namespace + "/virtualmachineimages";

    assertThat(send("GET", path + "/talos", "").body()).contains("\"progress\":0");
    time.advance(Duration.ofSeconds(30));
    assertThat(send("GET", path + "/talos", "").body()).contains("\"progress\":100", "longhorn-");
  }

  @Test
  void aStrangerIsTurnedAwayByTheServerItself() {
    token = "no-token";

    assertThat(send("GET", machines(), "").statusCode()).isEqualTo(401);
  }

  @Test
  void callsAreBrokenAsAsked() {
    harvester.make(MischiefMaker.at(Map.of(1, Mischief.THROTTLED, 2, Mischief.UNAVAILABLE)));

    var throttled = send("GET", machines(), "");
    assertThat(throttled.statusCode()).isEqualTo(429);
    assertThat(throttled.headers().firstValue("Retry-After")).contains("7");
    assertThat(send("GET", machines(), "").statusCode()).isEqualTo(503);
    assertThat(send("GET", machines(), "").statusCode()).isEqualTo(200);
    assertThat(harvester.calls()).hasSize(3);
  }
}
