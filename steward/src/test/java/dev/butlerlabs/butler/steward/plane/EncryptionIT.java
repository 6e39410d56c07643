package dev.butlerlabs.butler.steward.plane;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.butlerlabs.butler.kernel.ObjectKey;
import dev.butlerlabs.butler.kernel.SystemTimeline;
import dev.butlerlabs.butler.kube.tenant.Tenant;
import dev.butlerlabs.butler.kube.tenant.TenantClients;
import dev.butlerlabs.butler.kube.tenant.TenantSettings;
import dev.butlerlabs.butler.kube.write.Answer;
import dev.butlerlabs.butler.pki.CertificateOrder;
import dev.butlerlabs.butler.pki.KeyKind;
import dev.butlerlabs.butler.pki.Subject;
import dev.butlerlabs.butler.pki.TlsContext;
import dev.butlerlabs.butler.steward.inside.TenantRewriting;
import dev.butlerlabs.butler.steward.plane.plan.Part;
import dev.butlerlabs.butler.steward.secrets.SecretText;
import dev.butlerlabs.butler.steward.store.etcd.Bytes;
import dev.butlerlabs.butler.steward.store.etcd.EtcdClient;
import dev.butlerlabs.butler.steward.store.etcd.Keys;
import dev.butlerlabs.butler.steward.store.etcd.Reply;
import dev.butlerlabs.butler.testkit.Await;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real API server on a real etcd, whose disk is read behind its back. */
class EncryptionIT {

  private static final String WORD = "open-sesame-0815";
  private static final int MANY = 120;
  private static final Tenant TENANT =
      new Tenant(new ObjectKey("control-planes", "shop"), Planes.UID);

  @Test
  void plainDataIsEncryptedRotatedAndDecryptedAgainAndIsAlwaysReadable(@TempDir Path folder)
      throws Exception {
    try (var tenant = new LoneApiServer(folder, "");
        var timeline = new SystemTimeline();
        var pool =
            new TenantClients(
                TenantSettings.usual("steward-test"), timeline, new SimpleMeterRegistry());
        var etcd = etcd(tenant.storePort)) {
      var world = tenant.world;
      follow(tenant, pool);
      fill(tenant);
      assertThat(raw(etcd)).hasSize(MANY).allMatch(value -> value.contains(WORD));

      tenant.order("security: {encryption: {}}");
      follow(tenant, pool);
      assertThat(raw(etcd))
          .hasSize(MANY)
          .noneMatch(value -> value.contains(WORD))
          .allMatch(value -> value.startsWith("k8s:enc:secretbox:v1:key-1:"));

      world.ask(Part.ENCRYPTION);
      follow(tenant, pool);
      assertThat(raw(etcd)).allMatch(value -> value.startsWith("k8s:enc:secretbox:v1:key-2:"));

      tenant.order("security: {encryption: {cipher: aescbc}}");
      follow(tenant, pool);
      assertThat(raw(etcd)).allMatch(value -> value.startsWith("k8s:enc:aescbc:v1:key-3:"));

      tenant.order("");
      follow(tenant, pool);
      assertThat(raw(etcd)).allMatch(value -> value.contains(WORD));
      assertThat(world.keys).doesNotContainKey(Part.ENCRYPTION);
    }
  }

  /** Carries plans out until nothing more is wanted; after each change all can be read. */
  private static void follow(LoneApiServer tenant, TenantClients pool) throws IOException {
    var world = tenant.world;
    var rewriting = new TenantRewriting(pool);
    for (var round = 0; round < 20; round++) {
      var step = tenant.follow();
      var plan = step.plan();
      if (step.replaced()) {
        allIsReadable(tenant);
      }
      if (plan.basics().filter(basics -> !basics.written()).isPresent()) {
        world.plane = world.look().with(plan.basics().get()).plane();
      } else if (plan.rewriting().isPresent()) {
        var wanted = plan.rewriting().get();
        var config = tenant.config().getBytes(UTF_8);
        Await.untilTrue(
            "all is written anew",
            () -> rewriting.rewrite(TENANT, config, wanted).equals(Answer.done(true)));
        world.keys.put(Part.ENCRYPTION, wanted.done());
        allIsReadable(tenant);
      } else if (!plan.removals().isEmpty()) {
        world.keys.remove(Part.ENCRYPTION);
      } else if (!step.replaced() && world.plan().orders().isEmpty()) {
        return;
      }
    }
    throw new AssertionError("it never settles");
  }

  private static void fill(LoneApiServer tenant) {
    try (var client = tenant.client()) {
      for (var i = 0; i < MANY; i++) {
        client
            .secrets()
            .inNamespace("default")
            .resource(
                new SecretBuilder()
                    .withNewMetadata()
                    .withName("word-" + i)
                    .endMetadata()
                    .withData(SecretText.encode(Map.of("word", WORD)))
                    .build())
            .create();
      }
    }
  }

  private static void allIsReadable(LoneApiServer tenant) {
    try (var client = tenant.client()) {
      assertThat(client.secrets().inNamespace("default").list().getItems())
          .allSatisfy(secret -> assertThat(SecretText.of(secret)).containsEntry("word", WORD));
    }
  }

  /** What the disk says of our Secrets. */
  private static List<String> raw(EtcdClient etcd) {
    var prefix = "/tcp_" + Planes.UID.replace("-", "") + "/secrets/default/word-";
    var reply =
        etcd.within(Duration.ofSeconds(10))
            .keys()
            .page(Keys.Span.under(Bytes.of(prefix)), 0, 0)
            .map(page -> page.keys().stream().map(one -> one.value().text()).toList());
    return reply instanceof Reply.Answered<List<String>>(var values) ? values : List.of();
  }

  private static EtcdClient etcd(int port) {
    var login =
        World.STORE.issue(
            CertificateOrder.client(Subject.named("root"), Duration.ofDays(1)),
            KeyKind.EC_P256,
            Instant.now(),
            new SecureRandom());
    return EtcdClient.of(
        List.of("127.0.0.1:" + port), TlsContext.of(login, World.STORE.certificate()));
  }
}
